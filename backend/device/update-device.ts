import type { Device } from "../../shared/device";
import { serialKey } from "../../shared/device-filter";
import type { UpdateDevice } from "../../shared/device-inputs";
import type { MemberContext, Verb } from "../context";
import { domainError } from "../errors";
import { groupIdsByDevice, listGroups } from "../group/group-rows";
import { visibleGroupIds } from "../group/scope";
import { changeChannels } from "./change/change-channels";
import { chosenGroupIds } from "./change/chosen-groups";
import { type DeviceChange, isAnyChange } from "./change/device-change";
import { mergedSettings } from "./change/merged-settings";
import { writeDeviceChanges } from "./change/write-device-changes";
import { deviceOrThrow } from "./device-or-throw";
import { type DeviceRow, findDeviceBySerial } from "./device-rows";
import { wholeDevice } from "./whole-device";

/**
 * Throws CHANGED_MEANWHILE where the device is not of the version the changes were made on, DEVICE_ARCHIVED,
 * SERIAL_NUMBER_TAKEN, GROUP_NOT_FOUND, CHANNEL_NOT_FOUND, CHANNEL_HAS_READINGS, and NOT_PERMITTED where somebody with
 * a scope of groups would change a membership.
 */
export async function updateDevice({ ctx, input }: Verb<UpdateDevice>): Promise<Device> {
	deviceOrThrow(ctx, input.deviceId);
	const latest = await ctx.log.latest([input.deviceId]);
	ctx.db.transaction(() => {
		const device = deviceOrThrow(ctx, input.deviceId);
		if (device.version !== input.version) throw domainError("CHANGED_MEANWHILE", { deviceId: device.id });
		if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
		assertSerialFree(ctx, device, input.serialNumber);
		const withReadings = latest.get(device.id)?.values ?? new Map();
		const alsoSaid = changeChannels(ctx, device.id, { channels: input.channels, withReadings });
		const change = { before: device, after: updatedRow(device, input), ...movesOf(ctx, device, input), alsoSaid };
		if (isAnyChange(change)) writeDeviceChanges(ctx, [change]);
	});
	await ctx.watch.intervalsChanged();
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
		description: input.description ?? device.description,
		model: input.model ?? device.model,
		site: input.site ?? device.site,
		address: input.address ?? device.address,
		latitude: input.latitude === undefined ? device.latitude : input.latitude,
		longitude: input.longitude === undefined ? device.longitude : input.longitude,
		firmwareVersion: input.firmwareVersion ?? device.firmwareVersion,
		hardwareVersion: input.hardwareVersion ?? device.hardwareVersion,
		power: input.power === undefined ? device.power : input.power,
		tags: input.tags ?? device.tags,
		metadata: input.metadata ?? device.metadata,
	};
}

/** `groupIds` are all the groups it is to be in; those made by a filter it is in or out of by itself. */
function movesOf(
	ctx: MemberContext,
	device: DeviceRow,
	{ groupIds }: UpdateDevice,
): Pick<DeviceChange, "joins" | "leaves"> {
	if (groupIds === undefined) return { joins: [], leaves: [] };
	// What the caller does not see is not on their form, and stays.
	const present = visibleGroupIds(ctx, groupIdsByDevice(ctx.db, device.id).get(device.id) ?? []);
	const chosen = listGroups(ctx.db, present).flatMap(({ id, kind }) => (kind === "static" ? id : []));
	const added = groupIds.filter((id) => !present.includes(id));
	return {
		joins: chosenGroupIds(ctx, added, "groupIds"),
		leaves: chosen.filter((id) => !groupIds.includes(id)),
	};
}
