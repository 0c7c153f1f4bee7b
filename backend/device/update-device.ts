import type { Device } from "../../shared/device/device";
import { serialKey } from "../../shared/device/device-filter";
import { type ChannelChange, givenParticulars, type UpdateDevice } from "../../shared/device/device-inputs";
import type { AccountContext, Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { deleteCalibrations } from "../db/calibration-rows";
import { type ChannelRow, deleteChannels, listChannels, replaceChannels } from "../db/channel-rows";
import { type DeviceRow, findDeviceBySerial } from "../db/device-rows";
import { groupIdsByDevice, listGroups } from "../db/group-rows";
import { deviceOrThrow, visibleGroupIds } from "../group/scope";
import { changed } from "./change/change-text";
import { chosenGroupIds, type DeviceChange, isAnyChange, mergedSettings } from "./change/device-change";
import { writeDeviceChanges } from "./change/write-device-changes";
import { wholeDevice } from "./device-projection";

/** Throws CHANGED_MEANWHILE, DEVICE_ARCHIVED, SERIAL_NUMBER_TAKEN, GROUP_NOT_FOUND, NOT_PERMITTED. */
export async function updateDevice({ ctx, input }: Call<UpdateDevice>): Promise<Device> {
	deviceOrThrow(ctx, input.deviceId);
	const latest = await ctx.readingStore.latest([input.deviceId]);
	ctx.audit.change({ device: [input.deviceId] }, () => {
		const device = deviceOrThrow(ctx, input.deviceId);
		if (device.version !== input.version) throw domainError("CHANGED_MEANWHILE", { deviceId: device.id });
		if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
		assertSerialFree(ctx, device, input.serialNumber);
		const withReadings = latest.get(device.id)?.channelIds ?? new Set();
		const alsoSaid = changeChannels(ctx, device.id, { channels: input.channels, withReadings });
		const change = { before: device, after: updatedRow(device, input), ...movesOf(ctx, device, input), alsoSaid };
		if (isAnyChange(change)) writeDeviceChanges(ctx, [change]);
	});
	await ctx.watch.intervalsChanged([input.deviceId]);
	return wholeDevice(ctx, deviceOrThrow(ctx, input.deviceId));
}

function assertSerialFree({ db }: MemberContext, device: DeviceRow, serialNumber: string | null | undefined): void {
	if (serialNumber == null) return;
	const other = findDeviceBySerial(db, serialNumber);
	if (other && other.id !== device.id) throw domainError("SERIAL_NUMBER_TAKEN", { serialNumber });
}

function updatedRow(device: DeviceRow, input: UpdateDevice): DeviceRow {
	const { serialNumber = device.serialNumber } = input;
	return {
		...device,
		...mergedSettings(device, input),
		name: input.name ?? device.name,
		serialNumber,
		serialKey: serialNumber === null ? null : serialKey(serialNumber),
		...givenParticulars(input),
	};
}

function movesOf(
	ctx: MemberContext,
	device: DeviceRow,
	{ groupIds }: UpdateDevice,
): Pick<DeviceChange, "joins" | "leaves"> {
	if (groupIds === undefined) return { joins: [], leaves: [] };
	// Groups outside the caller's scope are not on the form, and stay.
	const present = visibleGroupIds(ctx, groupIdsByDevice(ctx.db, device.id).get(device.id) ?? []);
	const chosen = listGroups(ctx.db, present).flatMap(({ id, kind }) => (kind === "static" ? id : []));
	const added = groupIds.filter((id) => !present.includes(id));
	return {
		joins: chosenGroupIds(ctx, added, "groupIds"),
		leaves: chosen.filter((id) => !groupIds.includes(id)),
	};
}

type RequestedChannels = {
	channels: ChannelChange[] | undefined;
	withReadings: { has: (channelId: string) => boolean };
};

/** Call within a transaction. Throws CHANNEL_NOT_FOUND, CHANNEL_HAS_READINGS, and InputError for duplicates. */
function changeChannels(
	{ db, newId }: Pick<AccountContext, "db" | "newId">,
	deviceId: string,
	{ channels, withReadings }: RequestedChannels,
): string[] {
	if (channels === undefined) return [];
	const present = new Map(listChannels(db, [deviceId]).map((channel) => [channel.id, channel]));
	const wanted = channels.map((channel): ChannelRow => {
		const { id = newId("channel"), ...values } = channel;
		if (channel.id === undefined) return { ...values, id, deviceId };
		const known = present.get(id);
		if (!known) throw domainError("CHANNEL_NOT_FOUND", { channelId: id });
		return { ...values, id, deviceId, quantity: known.quantity };
	});
	const wantedIds = new Set(wanted.map(({ id }) => id));
	if (wantedIds.size < wanted.length) throw new InputError({ channels: "A channel can be there once." });
	const removed = [...present.values()].filter(({ id }) => !wantedIds.has(id));
	const used = removed.find(({ id }) => withReadings.has(id));
	if (used) throw domainError("CHANNEL_HAS_READINGS", { channelId: used.id });
	const texts = [
		...removed.map(({ name }) => `channel ${name} removed`),
		...wanted.flatMap((channel) => channelTexts(present.get(channel.id), channel)),
		...orderTexts([...present.keys()], [...wantedIds]),
	];
	if (texts.length === 0) return [];
	const removedIds = removed.map(({ id }) => id);
	deleteCalibrations(db, removedIds);
	deleteChannels(db, removedIds);
	replaceChannels(db, deviceId, wanted);
	return texts;
}

function channelTexts(before: ChannelRow | undefined, after: ChannelRow): string[] {
	if (!before) return [`channel ${after.name} added`];
	return [
		...changed("channel", before.name, after.name),
		...changed(`unit of ${after.name}`, before.unit, after.unit),
		...changed(`decimals of ${after.name}`, String(before.decimals), String(after.decimals)),
		...changed(`limits of ${after.name}`, limitsText(before), limitsText(after)),
	];
}

function limitsText({ min, max }: ChannelRow): string {
	if (min === null) return max === null ? "" : `at most ${max}`;
	return max === null ? `at least ${min}` : `${min} to ${max}`;
}

function orderTexts(before: string[], after: string[]): string[] {
	const stayed = before.filter((id) => after.includes(id));
	const now = after.filter((id) => before.includes(id));
	return stayed.some((id, index) => id !== now[index]) ? ["channels in another order"] : [];
}
