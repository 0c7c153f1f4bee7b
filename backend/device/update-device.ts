import { errorKey } from "../../shared/base/error-key";
import { definitionProblems, derivedKindOf } from "../../shared/device/derived/registry";
import type { Device } from "../../shared/device/device";
import { serialKey } from "../../shared/device/device-filter";
import { type ChannelChange, givenParticulars, type UpdateDevice } from "../../shared/device/device-inputs";
import { type Said, said } from "../../shared/log/said";
import type { AccountContext, Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { deleteCalibrations } from "../db/calibration-rows";
import { type ChannelRow, deleteChannels, listChannels, replaceChannels } from "../db/channel-rows";
import { beginExportsAnew } from "../db/data-export-rows";
import { deleteDerivedChannels } from "../db/derived-channel-rows";
import { type DeviceRow, findDeviceBySerial } from "../db/device-rows";
import { groupIdsByDevice, listGroups } from "../db/group-rows";
import { addReadingChange } from "../db/reading-change-rows";
import { deviceOrThrow, visibleGroupIds } from "../group/scope";
import { changed } from "./change/change-text";
import { chosenGroupIds, type DeviceChange, isAnyChange, mergedSettings } from "./change/device-change";
import { writeDeviceChanges } from "./change/write-device-changes";
import { derivedChanged, rereadDerived } from "./derived/derived-channels";
import { derivedTraits } from "./derived/store-derived";
import { wholeDevice } from "./device-projection";

/** Throws CHANGED_MEANWHILE, CHANNEL_IN_USE, DEVICE_ARCHIVED, SERIAL_NUMBER_TAKEN, GROUP_NOT_FOUND, NOT_PERMITTED. */
export async function updateDevice({ ctx, input }: Call<UpdateDevice>): Promise<Device> {
	deviceOrThrow(ctx, input.deviceId);
	const latest = await ctx.readingStore.latest([input.deviceId]);
	const reread = ctx.audit.change({ device: [input.deviceId] }, () => {
		const device = deviceOrThrow(ctx, input.deviceId);
		if (device.version !== input.version) throw domainError("CHANGED_MEANWHILE", { deviceId: device.id });
		if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
		assertSerialFree(ctx, device, input.serialNumber);
		const withReadings = latest.get(device.id)?.channelIds ?? new Set();
		const { texts: alsoSaid, reread: ofUnits } = changeChannels(ctx, device.id, {
			channels: input.channels,
			withReadings,
		});
		const after = updatedRow(device, input);
		const change = { before: device, after, ...movesOf(ctx, device, input), alsoSaid };
		if (isAnyChange(change)) writeDeviceChanges(ctx, [change]);
		const ofAltitude = device.altitude === after.altitude ? [] : computedByAltitude(ctx.db, device.id);
		return rereadDerived(ctx, [...ofUnits, ...ofAltitude]);
	});
	await ctx.watch.intervalsChanged([input.deviceId]);
	await derivedChanged(ctx, reread, said("change.derivedCircumstances"));
	return wholeDevice(ctx, deviceOrThrow(ctx, input.deviceId));
}

function computedByAltitude(db: AccountContext["db"], deviceId: string): ChannelRow[] {
	return listChannels(db, [deviceId]).filter(
		({ derived }) => derived && derivedKindOf(derived).isByAltitude?.(derived),
	);
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

function changeChannels(
	{ db, newId, now, readingStore }: Pick<AccountContext, "db" | "newId" | "now" | "readingStore">,
	deviceId: string,
	{ channels, withReadings }: RequestedChannels,
): { texts: Said[]; reread: ChannelRow[] } {
	if (channels === undefined) return { texts: [], reread: [] };
	const present = new Map(listChannels(db, [deviceId]).map((channel) => [channel.id, channel]));
	const requested = channels.map((channel): ChannelRow => {
		const { id = newId("channel"), ...values } = channel;
		if (channel.id === undefined) return { ...values, id, deviceId };
		const known = present.get(id);
		if (!known) throw domainError("CHANNEL_NOT_FOUND", { channelId: id });
		return { ...values, id, deviceId, quantity: known.quantity, ...(known.derived && { derived: known.derived }) };
	});
	const change = { wanted: requested, present };
	const wanted = requested.map((channel) => withSourcesUnit(channel, change));
	const wantedIds = new Set(wanted.map(({ id }) => id));
	if (wantedIds.size < wanted.length) throw new InputError({ channels: errorKey("channel.once") });
	const removed = [...present.values()].filter(({ id }) => !wantedIds.has(id));
	const used = removed.find(({ id, derived }) => !derived && withReadings.has(id));
	if (used) throw domainError("CHANNEL_HAS_READINGS", { channelId: used.id });
	const texts = [
		...removed.map(({ name }) => said("change.channelRemoved", { name })),
		...wanted.flatMap((channel) => channelTexts(present.get(channel.id), channel)),
		...orderTexts([...present.keys()], [...wantedIds]),
	];
	if (texts.length === 0) return { texts, reread: [] };
	assertSourcesReadable(wanted, removed);
	const removedIds = removed.map(({ id }) => id);
	deleteCalibrations(db, removedIds);
	if (removed.some(({ derived }) => derived)) {
		addReadingChange(db, { deviceId, seq: readingStore.lastSeq(), from: null, to: null }, now);
		beginExportsAnew(db);
	}
	deleteDerivedChannels(db, removedIds);
	deleteChannels(db, removedIds);
	replaceChannels(db, deviceId, wanted);
	return { texts, reread: wanted.filter((channel) => hasOtherUnits(channel, change)) };
}

/** Throws CHANNEL_IN_USE with the derived channel that a change would leave without a source. */
function assertSourcesReadable(wanted: readonly ChannelRow[], removed: readonly ChannelRow[]): void {
	const names = new Map([...removed, ...wanted].map(({ id, name }) => [id, name]));
	for (const { name, derived } of wanted) {
		const [problem] = derived ? Object.entries(definitionProblems(derived, wanted)) : [];
		if (!derived || !problem) continue;
		const [path, message] = problem;
		const channelId = derived.sources[Number(path.split(".")[1])]?.channelId ?? derived.driver;
		const source = names.get(channelId);
		const text =
			source === undefined
				? errorKey("channel.inUseOfUnknown", { name, why: message })
				: errorKey("channel.inUse", { name, source, why: message });
		throw domainError("CHANNEL_IN_USE", { channelId }, { fields: { channels: text } });
	}
}

type ChannelsChange = { wanted: readonly ChannelRow[]; present: ReadonlyMap<string, ChannelRow> };

function hasOtherUnits({ derived }: ChannelRow, { wanted, present }: ChannelsChange): boolean {
	return (derived?.sources ?? []).some(({ channelId }) => {
		return wanted.find(({ id }) => id === channelId)?.unit !== present.get(channelId)?.unit;
	});
}

/** A derived channel's unit follows its sources, whatever the input has. */
function withSourcesUnit(channel: ChannelRow, change: ChannelsChange): ChannelRow {
	const { derived } = channel;
	if (!derived) return channel;
	const { unit } = change.present.get(channel.id) ?? channel;
	return { ...channel, unit: hasOtherUnits(channel, change) ? derivedTraits(derived, change.wanted).unit : unit };
}

function channelTexts(before: ChannelRow | undefined, after: ChannelRow): Said[] {
	const channel = after.name;
	if (!before) return [said("change.channelAdded", { name: channel })];
	return [
		...changed(said("field.channel"), before.name, channel),
		...changed(said("field.unitOf", { channel }), before.unit, after.unit),
		...changed(said("field.decimalsOf", { channel }), String(before.decimals), String(after.decimals)),
		...changed(said("field.limitsOf", { channel }), limits(before), limits(after)),
	];
}

function limits({ min, max }: ChannelRow): Said | string {
	if (min === null) return max === null ? "" : said("value.atMost", { max: String(max) });
	return max === null
		? said("value.atLeast", { min: String(min) })
		: said("value.between", { min: String(min), max: String(max) });
}

function orderTexts(before: string[], after: string[]): Said[] {
	const stayed = before.filter((id) => after.includes(id));
	const now = after.filter((id) => before.includes(id));
	return stayed.some((id, index) => id !== now[index]) ? [said("change.channelOrder")] : [];
}
