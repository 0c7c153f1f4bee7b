import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { counted } from "../../shared/formats/display-formats";
import type { ImportOptions, ImportPreview, MadeImport } from "../../shared/log/reading-import";
import { deviceOffsetMinutes, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { assertRoomForImport } from "../base/object-space";
import type { ImportResult, ReadingStore } from "../base/reading-store";
import { addCatchUp } from "../db/alert-event-rows";
import { hasDevice } from "../db/device-rows";
import {
	countApart,
	deleteImport,
	findImportOfRequest,
	type ImportRow,
	insertImport,
	toReadingImport,
} from "../db/import-rows";
import { deviceOrThrow } from "../group/scope";
import { tooManyImportsError } from "./parsed-file";
import { type ImportInput, type PlannedImport, planImport } from "./plan-import";
import { concerns, rejectOpen } from "./questions";
import { headerKeyOf } from "./stored-formats";
import { isOfPart, type ValidatedCells, valueIn } from "./validate-cells";

const shownRows = 8;
const listedLines = 10;

/** Running imports by device and request key: a repeated request gets the result of the first. */
const runningImports = new WeakMap<ReadingStore, Map<string, Promise<MadeImport>>>();

export async function importReadings({ ctx, input }: Call<ImportInput>): Promise<MadeImport> {
	const { deviceId, requestKey } = input instanceof FormData ? {} : input.options;
	if (deviceId === undefined || requestKey === undefined) return importFile({ ctx, input });
	const device = deviceOrThrow(ctx, deviceId);
	const running = runningImports.get(ctx.readingStore) ?? new Map<string, Promise<MadeImport>>();
	runningImports.set(ctx.readingStore, running);
	const request = `${device.id} ${requestKey}`;
	const known = running.get(request);
	if (known) {
		ctx.audit.exempt();
		return known;
	}
	const made = importOnce({ ctx, input }, requestKey);
	running.set(request, made);
	try {
		return await made;
	} finally {
		running.delete(request);
	}
}

async function importOnce({ ctx, input }: Call<ImportInput>, requestKey: string): Promise<MadeImport> {
	if (input instanceof FormData) return importFile({ ctx, input });
	const made = findImportOfRequest(ctx.db, input.options.deviceId, requestKey);
	if (made && made.accepted > 0) {
		ctx.audit.exempt();
		return toReadingImport(made);
	}
	// An earlier release stored the row first: repeat an interrupted import.
	if (made) {
		await ctx.readingStore.undoImport(made.id);
		deleteImport(ctx.db, made.id);
	}
	return importFile({ ctx, input });
}

async function importFile({ ctx, input }: Call<ImportInput>): Promise<MadeImport> {
	assertRoomForImport(ctx.spaceUsed);
	const planned = await planImport(ctx, input);
	const { upload, validated, questions, format } = planned;
	rejectOpen(questions, format.zone);
	if (upload.at.length === 0) throw new InputError({ file: errorKey("file.noChannel") });
	if (countApart(ctx.db, planned.device.id) >= serverLimits.importsApart) throw tooManyImportsError();
	const sent = input instanceof FormData ? { fileName: "" } : { fileName: input.fileName, ...input.options };
	const row = newRow(ctx, planned, sent);
	const rejected = () => validated.rejections.count;
	// One transaction: an interrupted import leaves neither readings nor a row.
	const record = ({ accepted, duplicates, replaced, expired }: ImportResult): void => {
		// Both may have changed during an await.
		if (!hasDevice(ctx.db, row.deviceId)) throw domainError("DEVICE_NOT_FOUND", { deviceId: row.deviceId });
		if (countApart(ctx.db, row.deviceId) >= serverLimits.importsApart) throw tooManyImportsError();
		rejectExpired(validated, expired);
		const counts = { accepted, duplicates, replaced, rejected: rejected() };
		ctx.audit.change({ readingImport: [row.id] }, () => insertImport(ctx.db, { ...row, ...counts }));
		if (row.from !== null && row.to !== null) {
			const span = { from: row.from, to: row.to, dueAt: ctx.now };
			addCatchUp(ctx.db, { deviceId: row.deviceId, importId: row.id, ...span });
		}
		const readings = counted(accepted, "reading");
		addConfigEvent(ctx, row.deviceId, `Imported ${readings} from ${row.fileName} by ${ctx.user.name}`);
	};
	const numbered = { ...upload, seq: ctx.readingStore.nextSeq() };
	const { expired, ...counts } = await ctx.readingStore.appendImport(row.id, numbered, record);
	if (counts.accepted > 0) return toReadingImport({ ...row, ...counts, rejected: rejected() });
	rejectExpired(validated, expired);
	ctx.audit.exempt();
	return { ...toReadingImport({ ...row, ...counts, rejected: rejected() }), id: null };
}

type Sent = { fileName: string } & Pick<ImportOptions, "requestKey" | "batchId">;

function newRow(
	ctx: MemberContext,
	{ device, upload }: PlannedImport,
	{ fileName, requestKey, batchId }: Sent,
): ImportRow {
	return {
		id: ctx.newId("readingImport"),
		deviceId: device.id,
		fileName,
		accepted: 0,
		duplicates: 0,
		replaced: 0,
		rejected: 0,
		...spanOf(upload.at),
		createdAt: new Date(ctx.now),
		createdBy: ctx.user.name,
		settlesAt: new Date(ctx.now + serverLimits.importUndoMs),
		settledAt: null,
		undoneAt: null,
		undone: null,
		requestKey: requestKey ?? null,
		batchId: batchId ?? null,
	};
}

export async function previewImport({ ctx, input }: Call<ImportInput>): Promise<ImportPreview> {
	assertRoomForImport(ctx.spaceUsed);
	const planned = await planImport(ctx, input);
	const { file, format, questions, channelIds, validated, upload } = planned;
	const { accepted, duplicates, replaced, expired } = await ctx.readingStore.tryImport(upload);
	rejectExpired(validated, expired);
	return {
		headerKey: await headerKeyOf(file.columns),
		format,
		questions,
		columns: file.columns.map((column) => ({ ...column, channelId: channelIds.get(column.column) ?? null })),
		noValues: noValuesOf(planned),
		rowsWithoutValue: validated.rowsWithoutValue,
		clockDifferenceMinutes: clockDifference(planned),
		rows: firstRows(planned),
		readings: accepted,
		duplicates,
		replaced,
		rejectedCount: validated.rejections.count,
		rejected: validated.rejections.reported,
		...spanOf(upload.at),
	};
}

function firstRows({ file, channelIds, target, validated }: PlannedImport): ImportPreview["rows"] {
	const shown = file.values.filter(({ column }) => channelIds.has(column)).toSorted((a, b) => a.column - b.column);
	const rows = [];
	for (let row = 0; row < file.line.length && rows.length < shownRows; row += 1) {
		if (!isOfPart(file, target, row)) continue;
		const values = shown.map(({ column, cells }) => {
			const cell = cells[row];
			return typeof cell !== "number" || target.noValues?.includes(cell) ? null : valueIn(target, column, cell);
		});
		rows.push({ line: file.line[row] ?? 0, at: validated.rowAt[row] ?? null, values });
	}
	return rows;
}

function noValuesOf({ file, channelIds, validated }: PlannedImport): ImportPreview["noValues"] {
	const words = new Map<string, ImportPreview["noValues"][number]>();
	for (const { column, text, count, lines } of file.open.words) {
		if (!concerns(channelIds, column)) continue;
		const seen = words.get(text) ?? { text, count: 0, lines: [] };
		const indexes = [...new Set([...seen.lines, ...lines])].sort((a, b) => a - b).slice(0, listedLines);
		words.set(text, { text, count: seen.count + count, lines: indexes });
	}
	const numbers = [...validated.noValues].map(([value, seen]) => ({ text: String(value), ...seen }));
	return [...words.values(), ...numbers];
}

/** Minutes, at the first row with a time. */
function clockDifference({ file, format, device, validated }: PlannedImport): number | null {
	const row = validated.rowAt.findIndex((at) => at !== null);
	const at = validated.rowAt[row];
	if (at === undefined || at === null) return null;
	const offset = file.offsetMinutes?.[row] ?? zoneOffsetMinutes(format.zone, at);
	return offset - deviceOffsetMinutes(device, at);
}

function rejectExpired({ columns, line, column, rejections }: ValidatedCells, expired: readonly number[]): void {
	for (const index of expired) {
		rejections.add({
			line: line[index] ?? 0,
			column: column[index] ?? null,
			reason: "past-retention",
			text: String(columns.value[index]),
		});
	}
}

type TimeSpan = { from: number | null; to: number | null };

/** Epoch ms. Math.min cannot take half a million arguments. */
function spanOf(times: readonly number[]): TimeSpan {
	let from: number | null = null;
	let to: number | null = null;
	for (const at of times) {
		if (from === null || at < from) from = at;
		if (to === null || at > to) to = at;
	}
	return { from, to };
}
