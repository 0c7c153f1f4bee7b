import { limits } from "../../shared/limits";
import type { FileFormat, ImportOptions } from "../../shared/reading-import";
import { clockZone, type DeviceClock } from "../../shared/time-zones";
import type { MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import type { Upload } from "../base/log-store";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";
import { deviceOrThrow } from "../group/scope";
import { matchColumns } from "./match-columns";
import { fileProblemError, type ParsedFile, ParsedImport, tooManyReadingsError } from "./parsed-file";
import { type ValidatedCells, validateCells } from "./validate-cells";

const dayMs = 24 * 60 * 60 * 1000;

export type PlannedImport = {
	device: DeviceRow;
	file: ParsedFile;
	format: FileFormat;
	channelIds: ReadonlyMap<number, string>;
	validated: ValidatedCells;
	upload: Upload;
};

/** Throws for a device that is archived or not the caller's, and for an invalid file or choice of columns. */
export function planImport(ctx: MemberContext, input: ImportInput): PlannedImport {
	// The Worker parses forms; a form that arrives here would fill the object's memory.
	if (input instanceof FormData) throw new InputError({ file: "Send one file in a request of its own." });
	const device = deviceOrThrow(ctx, input.options.deviceId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	if ("problem" in input.file) throw fileProblemError(input.file.problem);
	const file = withUsualDateOrder(input.file, device);
	const channelIds = targetsOf(file, input.options.columns, listChannels(ctx.db, [device.id]));
	const format = { ...file.format, zone: file.format.zone ?? clockZone(device) };
	const validated = validateCells(file, {
		channelIds,
		zone: format.zone,
		now: ctx.now,
		...(input.options.isEveryRefusalListed && { mostListed: limits.importListedRefusals }),
	});
	const readings = validated.columns.at.length;
	if (readings > limits.importReadings) throw tooManyReadingsError(readings);
	const keptFrom = device.retentionDays === null ? {} : { keptFrom: ctx.now - device.retentionDays * dayMs };
	const upload = {
		deviceId: device.id,
		seq: ctx.log.nextSeq(),
		receivedAt: ctx.now,
		...validated.columns,
		...keptFrom,
	};
	return { device, file, format, channelIds, validated, upload };
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

/** With US daylight saving the month comes first. A person can override it. */
function withUsualDateOrder(file: ParsedFile, { timeZoneRule }: DeviceClock): ParsedFile {
	if (file.isDateOrderSure || file.format.dateOrder !== "day-first" || timeZoneRule !== 1) return file;
	return {
		...file,
		format: { ...file.format, dateOrder: "month-first" },
		wallAt: file.wallAt.map((wall) => (typeof wall === "number" ? swapDayAndMonth(wall) : wall)),
	};
}

function swapDayAndMonth(wallMs: number): number {
	const date = new Date(wallMs);
	const [month, day] = [date.getUTCMonth(), date.getUTCDate()];
	const midnight = Date.UTC(date.getUTCFullYear(), month, day);
	// A day above 12 is not ambiguous: such a file is sure of its order, or its row is invalid.
	if (Number.isNaN(midnight) || day > 12) return wallMs;
	return Date.UTC(date.getUTCFullYear(), day - 1, month + 1) + (wallMs - midnight);
}

/** A client may send the parsed file itself: it is validated alike, and gains nothing over a file. */
export type ImportInput = FormData | ParsedImport;

export function parseImportInput(input: unknown): ImportInput {
	return input instanceof FormData ? input : ParsedImport.parse(input);
}
