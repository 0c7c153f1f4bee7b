import type { LogChannel } from "../../shared/log";
import type { LogExportHead, LogFilter } from "../../shared/log-export";
import { accountOrThrow } from "../account/account-rows";
import type { AccountDb, Verb } from "../context";
import { calibrationsOf } from "../device/calibration/calibration-rows";
import { type DeviceRow, listArchivedDevices } from "../device/device-rows";
import { groupOrThrow, groupsInScope } from "../group/scope";
import { channelsOfRows } from "./asked-channels";
import { askedDevices } from "./asked-devices";
import { askedSpan } from "./asked-span";
import { withLateAfter } from "./late-after";
import { zoneOfDevices } from "./log-zone";
import { assertGapsFindable } from "./series/find-gaps";

/** What an export needs to know before its first row. */
export async function getExportHead({ ctx, input }: Verb<LogFilter>): Promise<LogExportHead> {
	const { companyName, timeZone } = accountOrThrow(ctx.db);
	const asked = askedDevices(ctx, input);
	const zone = input.zone ?? zoneOfDevices(asked.devices, timeZone);
	const span = askedSpan(input, zone, ctx.now);
	const channels = channelsOfRows(ctx.db, asked, input);
	if (input.isAfterGap) await assertGapsFindable(ctx.log, { channels, ...span });
	const isWhole = !asked.isFiltered && groupsInScope(ctx) === "all";
	return {
		companyName,
		...span,
		zone,
		isFiltered: asked.isFiltered,
		groupNames: (input.groupIds ?? []).map((groupId) => groupOrThrow(ctx, groupId).name),
		devices: asked.devices.map(toExportedDevice),
		archived: isWhole ? listArchivedDevices(ctx.db).map(toExportedDevice) : [],
		channels: channels.map((channel) => toExportedChannel(ctx.db, channel, span.to)),
	};
}

function toExportedChannel(db: AccountDb, channel: LogChannel, to: number): LogExportHead["channels"][number] {
	const [first] = calibrationsOf(db, channel.id);
	return { ...channel, ...(first && first.from < to && { isCalibrated: true }) };
}

function toExportedDevice(device: DeviceRow): LogExportHead["devices"][number] {
	return { ...withLateAfter(device), serialNumber: device.serialNumber };
}
