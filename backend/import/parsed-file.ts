import * as z from "zod/mini";
import { errorKey } from "../../shared/base/error-key";
import { limits, serverLimits } from "../../shared/base/limits";
import { lineText } from "../../shared/base/name-text";
import { FileFormat, ImportOptions, openItems } from "../../shared/log/reading-import";
import { Zone } from "../../shared/time/time-zones";
import { InputError } from "../base/errors";

const fileProblems = [
	"missing",
	"empty",
	"too-large",
	"workbook",
	"binary",
	"line-too-long",
	"too-many-columns",
	"too-many-rows",
	"too-many-cells",
	"no-readings",
] as const;

const megabytes = limits.importFileBytes / 1_000_000;
export type FileProblem = (typeof fileProblems)[number];

export const maxColumns = 512;

/** Bounds the input of an account's object. Some columns lead to no channel. */
export const maxCells = 4 * serverLimits.importReadings;

export const maxCellText = 60;

export type Cell = number | string | null;

const cells = z.custom<Cell[]>((value) => isColumn(value, isCell), "Not a column of values.");
const offsets = z.custom<(number | null)[]>((value) => isColumn(value, isOffset), "Not a column of offsets.");
const times = z.custom<(number | string)[]>((value) => isColumn(value, isTime), "Not a column of times.");
const lineNumbers = z.custom<number[]>((value) => isColumn(value, Number.isSafeInteger), "Not a column of lines.");

const text = z.string().check(z.maxLength(200));
const counts = z.custom<(number | null)[]>((value) => isColumn(value, isCount), "Not a column of counts.");
const partTexts = z.array(text).check(z.maxLength(1_000));
const columnNumber = z.int().check(z.minimum(0), z.maximum(maxColumns - 1));

const OpenItems = z.object({
	encoding: z._default(z.nullable(openItems.encoding), null),
	timeColumn: z.nullable(openItems["time-column"]),
	dateOrder: z.nullable(openItems["date-order"]),
	clock: z.nullable(openItems.clock),
	zone: z.nullable(openItems.zone),
	decimals: z.array(openItems["decimal-sign"]).check(z.maxLength(maxColumns * 2)),
	/** Unnamed columns matter only if rows with one time differ. */
	parts: z.array(z.extend(openItems.part, { isNamed: z.boolean() })).check(z.maxLength(maxColumns)),
	noValues: z.array(openItems["no-value"]).check(z.maxLength(maxColumns * 20)),
	words: z
		.array(
			z.object({ column: columnNumber, text, count: z.number(), lines: z.array(z.number()).check(z.maxLength(10)) }),
		)
		.check(z.maxLength(maxColumns * 20)),
});
export type OpenItems = z.infer<typeof OpenItems>;

/** Equally long columns with an entry for each row that is not empty. Independent of the device. */
export const ParsedFile = z
	.object({
		format: z.extend(FileFormat, { zone: z.nullable(Zone) }),
		open: OpenItems,
		columns: z
			.array(
				z.object({
					column: columnNumber,
					name: text,
					unit: z.nullable(text),
					samples: z.array(z.string().check(z.maxLength(maxCellText))).check(z.maxLength(10)),
				}),
			)
			.check(z.maxLength(maxColumns)),
		line: lineNumbers,
		wallAt: times,
		/** Minutes east of UTC; null if no row has an offset. */
		offsetMinutes: z.nullable(offsets),
		/** Number of cells in rows with too few or too many, 0 after an open quote; null for other rows, or if there are none. */
		cellCounts: z.nullable(counts),
		/** Line of the last header with other names; null below the first header, or if there is none. */
		otherHeader: z.optional(z.nullable(counts)),
		/** Part of each row by `format.divideBy`; null if the rows are not divided. */
		parts: z.nullable(z.object({ texts: partTexts, ofRow: lineNumbers })),
		values: z.array(z.object({ column: columnNumber, cells })).check(z.maxLength(maxColumns)),
	})
	.check(
		z.refine(
			({ line, wallAt, offsetMinutes, cellCounts, otherHeader, parts, values }) =>
				line.length <= serverLimits.importReadings &&
				line.length * values.length <= maxCells &&
				[
					wallAt,
					offsetMinutes ?? line,
					cellCounts ?? line,
					otherHeader ?? line,
					parts?.ofRow ?? line,
					...values.map((column) => column.cells),
				].every(({ length }) => length === line.length),
			{ error: "Columns differ in length or are too long." },
		),
	);
export type ParsedFile = z.infer<typeof ParsedFile>;

const SeenInstead = z.object({
	rows: z.number(),
	column: z.nullable(columnNumber),
	text: z.string().check(z.maxLength(maxCellText)),
	why: z.enum(["clock", "date", "time", "number", "no-date"]),
});
export type SeenInstead = z.infer<typeof SeenInstead>;

export type UnreadableFile = { problem: FileProblem; seen?: SeenInstead };

export const ParsedImport = z.object({
	options: ImportOptions,
	fileName: lineText(200, errorKey("file.name")),
	file: z.union([ParsedFile, z.object({ problem: z.enum(fileProblems), seen: z.optional(SeenInstead) })]),
});
export type ParsedImport = z.infer<typeof ParsedImport>;

function isColumn(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
	return Array.isArray(value) && value.length <= serverLimits.importReadings && value.every(isEntry);
}

function isCount(entry: unknown): boolean {
	return entry === null || Number.isSafeInteger(entry);
}

function isText(entry: unknown): boolean {
	return typeof entry === "string" && entry.length <= maxCellText;
}

function isCell(entry: unknown): boolean {
	return entry === null || Number.isFinite(entry) || isText(entry);
}

function isTime(entry: unknown): boolean {
	return Number.isSafeInteger(entry) || isText(entry);
}

function isOffset(entry: unknown): boolean {
	return entry === null || (typeof entry === "number" && Number.isInteger(entry) && Math.abs(entry) < 24 * 60);
}

const sentences: Record<FileProblem, string> = {
	missing: errorKey("choose.file"),
	empty: errorKey("file.empty"),
	"too-large": errorKey("file.tooLarge", { megabytes }),
	workbook: errorKey("file.workbook"),
	binary: errorKey("file.notText"),
	"line-too-long": errorKey("file.lineTooLong"),
	"too-many-columns": errorKey("file.tooManyColumns"),
	"too-many-rows": errorKey("file.tooManyRows", { rows: serverLimits.importReadings }),
	"too-many-cells": errorKey("file.tooManyCells"),
	"no-readings": errorKey("file.noReadings"),
};

/** Errors about a time are reported at the field for its pattern. */
export function fileProblemError({ problem, seen }: UnreadableFile): InputError {
	if (!seen) return new InputError({ file: sentences[problem] });
	const { rows: count, column, text: found, why } = seen;
	const facts = { why, count, found };
	const sentence =
		column === null ? errorKey("file.seen.noColumn", facts) : errorKey("file.seen", { ...facts, column: column + 1 });
	return new InputError(why === "number" ? { file: sentence } : { file: sentence, "options.timePattern": sentence });
}

export function tooManyReadingsError(count: number): InputError {
	return new InputError({ file: errorKey("file.tooManyReadings", { most: serverLimits.importReadings, count }) });
}

export function tooManyImportsError(): InputError {
	const most = serverLimits.importsApart;
	return new InputError({ file: errorKey("file.importsTooMany", { most }) });
}
