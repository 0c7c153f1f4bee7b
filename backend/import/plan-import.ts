import { limits } from "../../shared/limits";
import type { FileFormat, ImportOptions } from "../../shared/reading-import";
import type { MemberContext } from "../context";
import { type ChannelRow, listChannels } from "../device/channel-rows";
import { deviceOrThrow } from "../device/device-or-throw";
import type { DeviceRow } from "../device/device-rows";
import { domainError, InputError } from "../errors";
import type { Upload } from "../log/log-store";
import { clockZone } from "../log/log-zone";
import { fileProblemError, tooManyReadingsError } from "./file-problem";
import type { ImportInput } from "./import-input";
import { type JudgedCells, judgeCells } from "./judge-cells";
import { matchColumns } from "./match-columns";
import type { ParsedFile } from "./parsed-file";
import { withUsualDateOrder } from "./usual-date-order";

const dayMs = 24 * 60 * 60 * 1000;

/** What a file would bring to a device: the same for its preview and for the import itself. */
export type PlannedImport = {
	device: DeviceRow;
	file: ParsedFile;
	format: FileFormat;
	/** Channel by column of the file. */
	channelIds: ReadonlyMap<number, string>;
	judged: JudgedCells;
	upload: Upload;
};

/** Throws for a device that is not the caller's or is archived, and for a file or a choice of columns that cannot be met. */
export function planImport(ctx: MemberContext, input: ImportInput): PlannedImport {
	// A form is read before it comes here; one that was sent along another way would fill the object's memory.
	if (input instanceof FormData) throw new InputError({ file: "Send one file in a request of its own." });
	const device = deviceOrThrow(ctx, input.options.deviceId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	if ("problem" in input.file) throw fileProblemError(input.file.problem);
	const file = withUsualDateOrder(input.file, device);
	const channelIds = targetsOf(file, input.options.columns, listChannels(ctx.db, [device.id]));
	const format = { ...file.format, zone: file.format.zone ?? clockZone(device) };
	const judged = judgeCells(file, { channelIds, zone: format.zone, now: ctx.now });
	const readings = judged.columns.at.length;
	if (readings > limits.importReadings) throw tooManyReadingsError(readings);
	const keptFrom = device.retentionDays === null ? {} : { keptFrom: ctx.now - device.retentionDays * dayMs };
	const upload = { deviceId: device.id, seq: ctx.log.nextSeq(), receivedAt: ctx.now, ...judged.columns, ...keptFrom };
	return { device, file, format, channelIds, judged, upload };
}

function targetsOf(file: ParsedFile, chosen: ImportOptions["columns"], channels: ChannelRow[]): Map<number, string> {
	const numeric = new Set(file.values.map(({ column }) => column));
	if (!chosen)
		return matchColumns(
			file.columns.filter(({ column }) => numeric.has(column)),
			channels,
		);
	const targets = new Map<number, string>();
	for (const [index, { column, channelId }] of chosen.entries()) {
		if (channelId === null) continue;
		if (!channels.some(({ id }) => id === channelId))
			throw new InputError({ [`options.columns.${index}.channelId`]: "Not a channel of this device." });
		if (targets.has(column) || [...targets.values()].includes(channelId))
			throw new InputError({ [`options.columns.${index}.channelId`]: "Each channel takes one column." });
		targets.set(column, channelId);
	}
	return targets;
}
