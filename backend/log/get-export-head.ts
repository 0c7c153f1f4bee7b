import type { LogExportHead, LogFilter } from "../../shared/log-export";
import { accountOrThrow } from "../account/account-rows";
import type { Verb } from "../context";
import { type DeviceRow, listArchivedDevices } from "../device/device-rows";
import { groupOrThrow, groupsInScope } from "../group/scope";
import { channelsOfRows } from "./asked-channels";
import { askedDevices } from "./asked-devices";
import { askedSpan } from "./asked-span";
import { toLogDevice } from "./log-device";
import { zoneOfDevices } from "./log-zone";

/** What an export needs to know before its first row. */
export async function getExportHead({ ctx, input }: Verb<LogFilter>): Promise<LogExportHead> {
	const { companyName, timeZone } = accountOrThrow(ctx.db);
	const asked = askedDevices(ctx, input);
	const zone = input.zone ?? zoneOfDevices(asked.devices, timeZone);
	const isWhole = !asked.isFiltered && groupsInScope(ctx) === "all";
	return {
		companyName,
		...askedSpan(input, zone, ctx.now),
		zone,
		isFiltered: asked.isFiltered,
		groupNames: (input.groupIds ?? []).map((groupId) => groupOrThrow(ctx, groupId).name),
		devices: asked.devices.map(toExportedDevice),
		archived: isWhole ? listArchivedDevices(ctx.db).map(toExportedDevice) : [],
		channels: channelsOfRows(ctx.db, asked, input),
	};
}

function toExportedDevice(device: DeviceRow): LogExportHead["devices"][number] {
	return { ...toLogDevice(device), serialNumber: device.serialNumber };
}
