import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ChannelId, DeviceId, ReadingImportId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { RejectReason } from "../ingest/ingest";
import { TimePattern } from "../time/time-pattern";
import { Zone } from "../time/time-zones";
import { UndoneImport } from "./undone-import";

const ColumnNumber = z.int().check(z.minimum(0), z.maximum(511));

/**
 * How a file of several devices is divided: by the text in columns, by the beginning of column names
 * (`Cooler 1: Air`), or by the line above a repeated header.
 */
export const DivideBy = z.discriminatedUnion("by", [
	z.object({ by: z.literal("columns"), columns: z.array(ColumnNumber).check(z.minLength(1), z.maxLength(3)) }),
	z.object({ by: z.literal("heading") }),
	z.object({ by: z.literal("block") }),
]);
export type DivideBy = z.infer<typeof DivideBy>;

/** Labels of https://encoding.spec.whatwg.org/#names-and-labels */
export const FileEncoding = z.enum([
	...["utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1250", "windows-1251", "windows-1253"],
	...["windows-1254", "windows-1255", "windows-1256", "windows-874", "koi8-r", "ibm866", "macintosh"],
	...["shift_jis", "euc-jp", "gbk", "big5", "euc-kr"],
] as const);
export type FileEncoding = z.infer<typeof FileEncoding>;

/** Detected; the user can override it. */
export const FileFormat = z.object({
	encoding: z._default(z.nullable(FileEncoding), null),
	separator: z.enum([",", ";", "\t", "|"]),
	decimalSign: z.enum([".", ","]),
	headerRows: z.int().check(z.minimum(0), z.maximum(200)),
	/** Counted from 0: one column, or date and time. */
	timeColumns: z.array(ColumnNumber).check(z.minLength(1), z.maxLength(2)),
	dateOrder: z.enum(["day-first", "month-first", "year-first"]),
	zone: Zone,
	timePattern: z._default(z.nullable(TimePattern), null),
	/** Minutes since midnight for dates without a time. Null: not given yet. */
	clockMinutes: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1439))), null),
	divideBy: z._default(z.nullable(DivideBy), null),
	/** Numbers that mean "no value". Detected ones are proposed here. */
	noValues: z._default(z.array(z.number()).check(z.maxLength(20)), []),
});
export type FileFormat = z.infer<typeof FileFormat>;

/** `convert`: from the column's unit to the channel's. `as-is`: the values already have the channel's unit. */
export const UnitAnswer = z.enum(["convert", "as-is"]);

export const ColumnTarget = z.object({
	column: ColumnNumber,
	channelId: z.nullable(ChannelId),
	unit: z.optional(UnitAnswer),
});

const RandomKey = z.string().check(z.regex(/^[\w-]{16,64}$/, errorKey("key.invalid")));

export const QuestionKind = z.enum([
	"encoding",
	"time-column",
	"date-order",
	"clock",
	"zone",
	"skipped-hour",
	"decimal-sign",
	"parts",
	"units",
	"no-values",
]);
export type QuestionKind = z.infer<typeof QuestionKind>;

/** JSON in the form field `options`, beside `file`. Detects `format` and matches `columns` if omitted. */
export const ImportOptions = z.object({
	deviceId: DeviceId,
	format: z.optional(FileFormat),
	/** Only while nothing is detected without it; otherwise set it in `format`. */
	timePattern: z.optional(TimePattern),
	/** Detects everything again with this encoding; otherwise set it in `format`. */
	encoding: z.optional(FileEncoding),
	/** One part of `format.divideBy`. Only its values go to the device; each part needs a call. */
	part: z.optional(z.string().check(z.maxLength(200))),
	/** Questions that the user answered; the values in `format` apply. */
	answered: z.optional(setOf(QuestionKind, QuestionKind.options.length)),
	columns: z.optional(z.array(ColumnTarget).check(z.maxLength(limits.channelsPerDevice))),
	/** Repeated calls with this key and device make one import. A random UUID, for example. */
	requestKey: z.optional(RandomKey),
	/** Imports with the same batch can be undone together. A random UUID, for example. */
	batchId: z.optional(RandomKey),
	isEveryRefusalListed: z.optional(z.boolean()),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** `cell-count`: more or fewer cells than other rows. `open-quote`: a quotation mark is not closed. `other-header`: below a later header with other names. */
export const ImportRejectReason = z.enum([...RejectReason.options, "cell-count", "open-quote", "other-header"]);

export const RejectedCell = z.object({
	line: z.number(),
	column: z.nullable(z.number()),
	reason: ImportRejectReason,
	text: z.string(),
});
export type RejectedCell = z.infer<typeof RejectedCell>;

/** Open questions of a file, each with samples. Wall times are ms as if the file's clock were UTC. */
export const openItems = {
	/** The first line with non-English letters, in each possible encoding. Settled by `answered`. */
	encoding: z.object({
		line: z.number(),
		candidates: z
			.array(z.object({ encoding: FileEncoding, text: z.string().check(z.maxLength(200)) }))
			.check(z.maxLength(10)),
	}),
	/** Columns that may be the time. `format` has the proposed one. Settled by `answered`. */
	"time-column": z.object({
		candidates: z
			.array(
				z.object({
					timeColumns: z.array(ColumnNumber).check(z.maxLength(2)),
					name: z.string().check(z.maxLength(200)),
					sample: z.string().check(z.maxLength(200)),
				}),
			)
			.check(z.maxLength(20)),
	}),
	/** The first time in each possible order. Settled by `answered`. */
	"date-order": z.object({
		line: z.number(),
		text: z.string().check(z.maxLength(200)),
		orders: z.array(z.object({ dateOrder: FileFormat.shape.dateOrder, firstWallAt: z.number() })).check(z.maxLength(3)),
	}),
	/** Dates without a time. Settled by `format.clockMinutes`. */
	clock: z.object({
		line: z.number(),
		text: z.string().check(z.maxLength(200)),
		rows: z.number(),
		/** Midnight if other rows have a time, because spreadsheets omit it. */
		proposedMinutes: z.nullable(z.number()),
	}),
	/** A time zone in words. `zones`: its possible meanings, the proposed one first. Settled by `answered`. */
	zone: z.object({
		text: z.string().check(z.maxLength(200)),
		place: z.enum(["heading", "preamble", "column", "cell"]),
		zones: z.array(Zone).check(z.maxLength(10)),
	}),
	/** A text that is a number in two ways. Settled by `answered`. */
	"decimal-sign": z.object({
		line: z.number(),
		column: ColumnNumber,
		text: z.string().check(z.maxLength(200)),
		asPoint: z.number(),
		asComma: z.number(),
	}),
	part: z.object({
		divideBy: DivideBy,
		name: z.string().check(z.maxLength(400)),
		parts: z
			.array(z.object({ text: z.string().check(z.maxLength(200)), rows: z.number() }))
			.check(z.maxLength(limits.importParts)),
	}),
	/** A usual number for "no value". `isDeclared`: the file itself declares it. */
	"no-value": z.object({
		column: ColumnNumber,
		value: z.number(),
		count: z.number(),
		line: z.number(),
		isDeclared: z.boolean(),
	}),
};

const question = { isAnswered: z.boolean() };

export type OpenEncoding = z.infer<(typeof openItems)["encoding"]>;

export const ImportQuestion = z.discriminatedUnion("kind", [
	z.extend(openItems.encoding, { ...question, kind: z.literal("encoding") }),
	z.extend(openItems["time-column"], { ...question, kind: z.literal("time-column") }),
	z.extend(openItems["date-order"], { ...question, kind: z.literal("date-order") }),
	z.extend(openItems.clock, { ...question, kind: z.literal("clock") }),
	z.extend(openItems.zone, { ...question, kind: z.literal("zone") }),
	/** Times that `zone` skips in spring. Settled by another zone, such as `fixed`; or by `answered`: rows are rejected. */
	z.object({
		...question,
		kind: z.literal("skipped-hour"),
		line: z.number(),
		wallAt: z.number(),
		rows: z.number(),
		zone: Zone,
		fixed: Zone,
	}),
	z.extend(openItems["decimal-sign"], { ...question, kind: z.literal("decimal-sign") }),
	/** Settled by `format.divideBy` with `part`; or by `answered` with `divideBy: null`: all rows are of this device. */
	z.object({
		...question,
		kind: z.literal("parts"),
		candidates: z.array(openItems.part),
		twoValues: z.nullable(
			z.object({
				column: z.number(),
				lines: z.tuple([z.number(), z.number()]),
				values: z.tuple([z.number(), z.number()]),
			}),
		),
	}),
	/** Settled by `unit` of each target. `as-is` is only valid if nothing converts. `isOther`: needs another channel. */
	z.object({
		...question,
		kind: z.literal("units"),
		columns: z.array(
			z.object({
				column: z.number(),
				channelId: ChannelId,
				columnUnit: z.string(),
				channelUnit: z.string(),
				canConvert: z.boolean(),
				isOther: z._default(z.boolean(), false),
				answer: z.nullable(UnitAnswer),
			}),
		),
	}),
	/** Settled by `answered`: numbers in `format.noValues` are dropped, the others are values. */
	z.object({ ...question, kind: z.literal("no-values"), values: z.array(openItems["no-value"]) }),
]);
export type ImportQuestion = z.infer<typeof ImportQuestion>;

export const ImportPreview = z.object({
	/** Equal for files with the same header. Null: no header. */
	headerKey: z.nullable(z.string()),
	format: FileFormat,
	/** Includes answered ones. The file cannot be imported while one is open. */
	questions: z.array(ImportQuestion),
	columns: z.array(
		z.object({
			column: z.number(),
			name: z.string(),
			/** From the heading, a row of units or the cells, in the channels' spelling if known. */
			unit: z.nullable(z.string()),
			channelId: z.nullable(ChannelId),
			samples: z.array(z.string()),
		}),
	),
	/** "No value" cells of columns with a channel, by text, with the first lines of each. */
	noValues: z.array(z.object({ text: z.string(), count: z.number(), lines: z.array(z.number()) })),
	rowsWithoutValue: z.number(),
	/** Minutes that the file's clock is ahead of the device's at the first reading. Null: no reading. */
	clockDifferenceMinutes: z.nullable(z.number()),
	/** The first parsed rows: UTC ms, and one value per column with a channel, in order. */
	rows: z.array(z.object({ line: z.number(), at: z.nullable(z.number()), values: z.array(z.nullable(z.number())) })),
	readings: z.number(),
	duplicates: z.number(),
	replaced: z.number(),
	/** Cells, and rows without a valid time or value. Lists 100, or `limits.importListedRefusals`. */
	rejectedCount: z.number(),
	rejected: z.array(RejectedCell),
	from: z.nullable(z.number()),
	to: z.nullable(z.number()),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** `from` and `to`: first and last reading time, UTC ms. */
export const ReadingImport = z.object({
	id: ReadingImportId,
	deviceId: DeviceId,
	fileName: z.string(),
	accepted: z.number(),
	duplicates: z.number(),
	replaced: z.number(),
	rejected: z.number(),
	from: z.nullable(z.number()),
	to: z.nullable(z.number()),
	createdAt: z.date(),
	createdBy: z.string(),
	settlesAt: z.date(),
	undoneAt: z.nullable(z.date()),
	undone: z.nullable(UndoneImport),
	batchId: z.nullable(z.string()),
});
export type ReadingImport = z.infer<typeof ReadingImport>;

/** Result of an import. `id` null: it added nothing, so nothing is stored and there is nothing to undo. */
export const MadeImport = z.extend(ReadingImport, { id: z.nullable(ReadingImportId) });
export type MadeImport = z.infer<typeof MadeImport>;

export const GetImports = z.optional(z.object({ deviceId: z.optional(DeviceId) }));
export type GetImports = z.infer<typeof GetImports>;

export const UndoImport = z.object({ importId: ReadingImportId });
export type UndoImport = z.infer<typeof UndoImport>;

export const UndoImportBatch = z.object({ batchId: RandomKey });
export type UndoImportBatch = z.infer<typeof UndoImportBatch>;

/** `imports`: undone by now. `left`: cannot be undone, such as after a day. Repeat the call while `isMore`. */
export const UndoneBatch = z.object({
	imports: z.array(ReadingImport),
	left: z.array(
		z.object({
			importId: ReadingImportId,
			fileName: z.string(),
			reason: z.enum(["IMPORT_SETTLED", "REPORT_READS_DEVICE"]),
		}),
	),
	isMore: z.boolean(),
});
export type UndoneBatch = z.infer<typeof UndoneBatch>;
