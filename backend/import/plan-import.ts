import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { limits, serverLimits } from "../../shared/base/limits";
import { unitConversion } from "../../shared/formats/unit-spellings";
import type { FileFormat, ImportOptions, ImportQuestion } from "../../shared/log/reading-import";
import { clockZone, type DeviceClock, type Zone } from "../../shared/time/time-zones";
import type { MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import type { Upload } from "../base/reading-store";
import { isStorageRejecting } from "../db/account-rows";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";
import { deviceOrThrow } from "../group/scope";
import { nameInPart } from "./dividers";
import { matchColumns } from "./match-columns";
import { fileProblemError, type ParsedFile, ParsedImport, tooManyReadingsError } from "./parsed-file";
import { columnUnitOf, concerns, questionsOf } from "./questions";
import { type CellTarget, type ValidatedCells, validateCells } from "./validate-cells";

export type PlannedImport = {
	device: DeviceRow;
	file: ParsedFile;
	format: FileFormat;
	questions: ImportQuestion[];
	channelIds: ReadonlyMap<number, string>;
	target: CellTarget;
	validated: ValidatedCells;
	upload: Upload;
};

/** Throws DEVICE_NOT_FOUND, DEVICE_ARCHIVED, and InputError for an invalid file or column. */
export async function planImport(ctx: MemberContext, input: ImportInput): Promise<PlannedImport> {
	// The Worker parses forms: a form here would fill the object's memory.
	if (input instanceof FormData) throw new InputError({ file: "Send one file in a request of its own." });
	const { options } = input;
	const device = deviceOrThrow(ctx, options.deviceId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	if (isStorageRejecting(ctx.db)) {
		throw new InputError({ file: errorKey("file.storageFull") });
	}
	if ("problem" in input.file) throw fileProblemError(input.file);
	const channels = listChannels(ctx.db, [device.id]).filter(({ derived }) => !derived);
	const file = withUsualDateOrder(input.file, device, options);
	const channelIds = targetsOf(file, options, channels);
	const targets = channelsOf(channelIds, channels);
	const format = proposedFormat(file, { options, targets, zone: clockZone(device) });
	const target: CellTarget = {
		channelIds,
		zone: format.zone,
		now: ctx.now,
		part: partOf(file, options),
		noValues: format.noValues,
		conversions: conversionsOf(file, options, targets),
		...(options.isEveryRefusalListed && { mostListed: limits.importListedRefusals }),
	};
	const validated = await validateCells(file, target, ctx.turnQueue.next);
	const readings = validated.columns.at.length;
	if (readings > serverLimits.importReadings) throw tooManyReadingsError(readings);
	const keptFrom = device.keptDays === null ? {} : { keptFrom: ctx.now - device.keptDays * dayMs };
	const upload = {
		deviceId: device.id,
		// Reserves no number: a preview stores nothing.
		seq: ctx.readingStore.lastSeq() + 1,
		receivedAt: ctx.now,
		...validated.columns,
		...keptFrom,
	};
	const { twoValues, skipped } = validated;
	const questions = questionsOf({ file, format, options, targets, twoValues, skipped });
	const isDivided = questions.some(({ kind }) => kind === "parts");
	return {
		device,
		file,
		format: isDivided || options.format ? format : { ...format, divideBy: null },
		questions,
		channelIds,
		target,
		validated,
		upload,
	};
}

type Targets = ReadonlyMap<number, ChannelRow>;

function channelsOf(channelIds: ReadonlyMap<number, string>, channels: readonly ChannelRow[]): Targets {
	const byId = new Map(channels.map((channel) => [channel.id, channel]));
	return new Map(
		[...channelIds].flatMap(([column, id]) => {
			const channel = byId.get(id);
			return channel ? [[column, channel] as const] : [];
		}),
	);
}

type Proposing = { options: ImportOptions; targets: Targets; zone: Zone };

/** Leaves out numbers that may mean "no value" until the user confirms them as values. */
function proposedFormat({ format, open }: ParsedFile, { options, targets, zone }: Proposing): FileFormat {
	const isSaid = options.format !== undefined && options.answered?.includes("no-values") === true;
	const seen = open.noValues.flatMap(({ column, value }) => (concerns(targets, column) ? [value] : []));
	const noValues = isSaid ? format.noValues : [...new Set([...format.noValues, ...seen])].slice(0, 20);
	return { ...format, noValues, zone: format.zone ?? zone };
}

/** Index of the part; null means rows of all parts. Throws InputError for an unknown part. */
function partOf({ format, parts, open }: ParsedFile, { part }: ImportOptions): number | null {
	if (part === undefined || format.divideBy === null) return null;
	const heading = open.parts.find(({ divideBy }) => divideBy.by === "heading");
	const isHeading = format.divideBy.by === "heading";
	const index = isHeading
		? (heading?.parts.findIndex(({ text }) => text === part) ?? -1)
		: (parts?.texts.indexOf(part) ?? -1);
	if (index < 0) throw new InputError({ "options.part": errorKey("file.noPart") });
	return isHeading ? null : index;
}

function conversionsOf(
	file: ParsedFile,
	options: ImportOptions,
	targets: Targets,
): Map<number, (value: number) => number> {
	const conversions = new Map<number, (value: number) => number>();
	for (const { column, unit } of options.columns ?? []) {
		const channel = targets.get(column);
		if (unit !== "convert" || !channel) continue;
		const conversion = unitConversion(columnUnitOf(file, column, options) ?? "", channel.unit);
		if (conversion) conversions.set(column, conversion);
	}
	return conversions;
}

function targetsOf(
	file: ParsedFile,
	{ columns: chosen, part }: ImportOptions,
	channels: ChannelRow[],
): Map<number, string> {
	const numeric = new Set(file.values.map(({ column }) => column));
	const prefix = file.format.divideBy?.by === "heading" ? part : undefined;
	if (!chosen) {
		const dividing = new Set(
			file.open.parts.flatMap(({ divideBy }) => (divideBy.by === "columns" ? divideBy.columns : [])),
		);
		const offered = file.columns.filter(
			({ column, name }) => numeric.has(column) && !dividing.has(column) && name.startsWith(prefix ?? ""),
		);
		return matchColumns(
			offered.map((column) => (prefix === undefined ? column : { ...column, name: nameInPart(column.name, prefix) })),
			channels,
		);
	}
	const targets = new Map<number, string>();
	for (const [index, { column, channelId }] of chosen.entries()) {
		if (channelId === null) continue;
		if (!channels.some(({ id }) => id === channelId))
			throw new InputError({ [`options.columns.${index}.channelId`]: errorKey("file.channelNotSent") });
		if (targets.has(column) || [...targets.values()].includes(channelId))
			throw new InputError({ [`options.columns.${index}.channelId`]: errorKey("file.channelTwice") });
		targets.set(column, channelId);
	}
	return targets;
}

/** With US daylight saving the month comes first if the order is open. The question stays. */
function withUsualDateOrder(file: ParsedFile, { timeZoneRule }: DeviceClock, { format }: ImportOptions): ParsedFile {
	const isPossible = file.open.dateOrder?.orders.some(({ dateOrder }) => dateOrder === "month-first") ?? false;
	if (format || !isPossible || file.format.dateOrder !== "day-first" || timeZoneRule !== 1) return file;
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
	if (Number.isNaN(midnight) || day > 12) return wallMs;
	return Date.UTC(date.getUTCFullYear(), day - 1, month + 1) + (wallMs - midnight);
}

/** A client may send the parsed file itself: it is validated the same way. */
export type ImportInput = FormData | ParsedImport;

export function parseImportInput(input: unknown): ImportInput {
	return input instanceof FormData ? input : ParsedImport.parse(input);
}
