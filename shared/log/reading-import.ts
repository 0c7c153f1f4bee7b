import * as z from "zod/mini";
import { ChannelId, DeviceId, ReadingImportId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { RejectReason } from "../ingest/ingest";
import { TimePattern } from "../time/time-pattern";
import { Zone } from "../time/time-zones";
import { UndoneImport } from "./undone-import";

const ColumnNumber = z.int().check(z.minimum(0), z.maximum(511));

/**
 * What says whose values they are, where a file has those of several devices, sensors or channels: the text in columns
 * of each row, what names of columns begin with (`Cooler 1: Air`), or the line above a header that comes again.
 */
export const DivideBy = z.discriminatedUnion("by", [
	z.object({ by: z.literal("columns"), columns: z.array(ColumnNumber).check(z.minLength(1), z.maxLength(3)) }),
	z.object({ by: z.literal("heading") }),
	z.object({ by: z.literal("block") }),
]);
export type DivideBy = z.infer<typeof DivideBy>;

/** By the labels of https://encoding.spec.whatwg.org/#names-and-labels */
export const FileEncoding = z.enum([
	...["utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1250", "windows-1251", "windows-1253"],
	...["windows-1254", "windows-1255", "windows-1256", "windows-874", "koi8-r", "ibm866", "macintosh"],
	...["shift_jis", "euc-jp", "gbk", "big5", "euc-kr"],
] as const);
export type FileEncoding = z.infer<typeof FileEncoding>;

/** Detected; the user can override it. */
export const FileFormat = z.object({
	/** In a preview the one that was used; null: as it is detected. */
	encoding: z._default(z.nullable(FileEncoding), null),
	separator: z.enum([",", ";", "\t", "|"]),
	decimalSign: z.enum([".", ","]),
	/** Rows before the readings, including the column names. */
	headerRows: z.int().check(z.minimum(0), z.maximum(200)),
	/** Counted from 0: one column, or date and time. */
	timeColumns: z.array(ColumnNumber).check(z.minLength(1), z.maxLength(2)),
	/** The order in dates such as 03/04/2026; irrelevant if the year is first. */
	dateOrder: z.enum(["day-first", "month-first", "year-first"]),
	/** Used for times without an offset. */
	zone: Zone,
	/** Typed by a person where times are not understood; null: read as usual. */
	timePattern: z._default(z.nullable(TimePattern), null),
	/** Minutes since midnight of dates without a clock; null: no one has said it. */
	clockMinutes: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1439))), null),
	/** Null: the whole file is of one device. */
	divideBy: z._default(z.nullable(DivideBy), null),
	/** Numbers that mean "no value". Detected ones are proposed here and requested. */
	noValues: z._default(z.array(z.number()).check(z.maxLength(20)), []),
});
export type FileFormat = z.infer<typeof FileFormat>;

/** `convert`: into the channel's unit, from the column's. `as-is`: the values are in the channel's unit already. */
export const UnitAnswer = z.enum(["convert", "as-is"]);
export type UnitAnswer = z.infer<typeof UnitAnswer>;

export const ColumnTarget = z.object({
	column: ColumnNumber,
	channelId: z.nullable(ChannelId),
	/** A person's answer where the column's unit is not the channel's. */
	unit: z.optional(UnitAnswer),
});
export type ColumnTarget = z.infer<typeof ColumnTarget>;

/** In the order in which they are asked. */
export const QuestionKind = z.enum([
	"encoding",
	"time-column",
	"date-order",
	"clock",
	"zone",
	"decimal-sign",
	"parts",
	"units",
	"no-values",
]);
export type QuestionKind = z.infer<typeof QuestionKind>;

/**
 * Both calls send this as JSON in the form field `options`, beside `file`. Without `format` it is detected; without
 * `columns` they are matched to channels by name and unit.
 */
export const ImportOptions = z.object({
	deviceId: DeviceId,
	format: z.optional(FileFormat),
	/** Where nothing is found without it, so that there is no format to send; else it is in the format. */
	timePattern: z.optional(TimePattern),
	/** Where everything else is detected anew by it; else it is in the format. */
	encoding: z.optional(FileEncoding),
	/** One of the parts of `format.divideBy`: the values of no other go to the device. One call for each part. */
	part: z.optional(z.string().check(z.maxLength(200))),
	/** What a person has answered or confirmed: the format's values hold for these. */
	answered: z.optional(setOf(QuestionKind, QuestionKind.options.length)),
	columns: z.optional(z.array(ColumnTarget).check(z.maxLength(limits.channelsPerDevice))),
	/** A repeated request of the same key for the same device makes one import. A random UUID, for example. */
	requestKey: z.optional(z.string().check(z.regex(/^[\w-]{16,64}$/, "Not a valid key."))),
	/** For the file of what is rejected: the preview lists far more than a screen shows. */
	isEveryRefusalListed: z.optional(z.boolean()),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/**
 * `cell-count`: the row has more or fewer cells than the others, so that one might stand below another name.
 * `other-header`: it stands below a later header with other names.
 */
export const ImportRejectReason = z.enum([...RejectReason.options, "cell-count", "other-header"]);
export type ImportRejectReason = z.infer<typeof ImportRejectReason>;

/** Lines count from 1. */
export const RejectedCell = z.object({
	line: z.number(),
	column: z.nullable(z.number()),
	reason: ImportRejectReason,
	text: z.string(),
});
export type RejectedCell = z.infer<typeof RejectedCell>;

/** What a file may leave open, each with what was seen. Wall times are ms as if the file's clock were UTC. */
export const openItems = {
	/** What the first line with other letters than English ones reads in each encoding that is possible. Answered by `answered`. */
	encoding: z.object({
		line: z.number(),
		candidates: z
			.array(z.object({ encoding: FileEncoding, text: z.string().check(z.maxLength(200)) }))
			.check(z.maxLength(10)),
	}),
	/** Several columns may be the time; the format holds the proposed one. Answered by `answered`. */
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
	/** What the first time would be in each order that is possible. Answered by `answered`. */
	"date-order": z.object({
		line: z.number(),
		text: z.string().check(z.maxLength(200)),
		orders: z.array(z.object({ dateOrder: FileFormat.shape.dateOrder, firstWallAt: z.number() })).check(z.maxLength(3)),
	}),
	/** Dates without a clock, and of how many rows. Answered by `format.clockMinutes`. */
	clock: z.object({
		line: z.number(),
		text: z.string().check(z.maxLength(200)),
		rows: z.number(),
		/** Midnight where other rows do have a clock: spreadsheets leave it out. */
		proposedMinutes: z.nullable(z.number()),
	}),
	/** The file names a zone in words. `zones`: what they may mean, the proposed one first. Answered by `answered`. */
	zone: z.object({
		text: z.string().check(z.maxLength(200)),
		place: z.enum(["heading", "preamble", "column", "cell"]),
		zones: z.array(Zone).check(z.maxLength(10)),
	}),
	/** A text that is a number in two ways. Answered by `answered`. */
	"decimal-sign": z.object({
		line: z.number(),
		column: ColumnNumber,
		text: z.string().check(z.maxLength(200)),
		asPoint: z.number(),
		asComma: z.number(),
	}),
	/** Texts that divide the rows, and how many rows each has. */
	part: z.object({
		divideBy: DivideBy,
		name: z.string().check(z.maxLength(400)),
		parts: z
			.array(z.object({ text: z.string().check(z.maxLength(200)), rows: z.number() }))
			.check(z.maxLength(limits.importParts)),
	}),
	/** A number that loggers write for "no value"; `isDeclared`: the file itself states it. */
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
	z.extend(openItems["decimal-sign"], { ...question, kind: z.literal("decimal-sign") }),
	/**
	 * Answered by `format.divideBy` with `part`, or by `answered` with `divideBy: null`: all rows are of this device.
	 * `twoValues`: two lines with one time and different values in a column.
	 */
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
	/** Answered by `unit` of each column's target; `as-is` only where nothing converts. */
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
				answer: z.nullable(UnitAnswer),
			}),
		),
	}),
	/** Answered by `answered`: those in `format.noValues` are left out, others are values. */
	z.object({ ...question, kind: z.literal("no-values"), values: z.array(openItems["no-value"]) }),
]);
export type ImportQuestion = z.infer<typeof ImportQuestion>;

export const ImportPreview = z.object({
	/** Files of the same header have the same; null: there is no header. */
	headerKey: z.nullable(z.string()),
	format: FileFormat,
	/** In the order in which they are asked, answered ones too. While one is open the file is not imported. */
	questions: z.array(ImportQuestion),
	columns: z.array(
		z.object({
			column: z.number(),
			name: z.string(),
			/** Of the heading, a row of units or the cells: as channels write it, or an unknown one as it stands there. */
			unit: z.nullable(z.string()),
			channelId: z.nullable(ChannelId),
			samples: z.array(z.string()),
		}),
	),
	/** Cells of columns with a channel that say "no value", by what they say; the first lines of each. */
	noValues: z.array(z.object({ text: z.string(), count: z.number(), lines: z.array(z.number()) })),
	/** Rows with a time and nothing for any channel, as of events. They are no rejections. */
	rowsWithoutValue: z.number(),
	/** Minutes that the file's clock is ahead of the device's at the first reading; null: there is none. */
	clockDifferenceMinutes: z.nullable(z.number()),
	/** The first parsed rows: UTC ms, and one value per column with a channel, in order. */
	rows: z.array(z.object({ line: z.number(), at: z.nullable(z.number()), values: z.array(z.nullable(z.number())) })),
	/** New readings and `replaced` ones. */
	readings: z.number(),
	duplicates: z.number(),
	/** Readings that replace a stored one of another value. */
	replaced: z.number(),
	/** Counts cells, rows with a rejected time, and rows without a value; 100 are listed, or `limits.importListedRefusals`. */
	rejectedCount: z.number(),
	rejected: z.array(RejectedCell),
	from: z.nullable(z.number()),
	to: z.nullable(z.number()),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ReadingImport = z.object({
	id: ReadingImportId,
	deviceId: DeviceId,
	fileName: z.string(),
	accepted: z.number(),
	duplicates: z.number(),
	replaced: z.number(),
	rejected: z.number(),
	/** First and last reading time, UTC ms. */
	from: z.nullable(z.number()),
	to: z.nullable(z.number()),
	createdAt: z.date(),
	createdBy: z.string(),
	settlesAt: z.date(),
	undoneAt: z.nullable(z.date()),
	/** Null: not undone, or before it was counted. */
	undone: z.nullable(UndoneImport),
});
export type ReadingImport = z.infer<typeof ReadingImport>;

/** What importing a file did. `id` null: it added nothing, so nothing of it is kept and there is nothing to undo. */
export const MadeImport = z.extend(ReadingImport, { id: z.nullable(ReadingImportId) });
export type MadeImport = z.infer<typeof MadeImport>;

export const GetImports = z.optional(z.object({ deviceId: z.optional(DeviceId) }));
export type GetImports = z.infer<typeof GetImports>;

export const UndoImport = z.object({ importId: ReadingImportId });
export type UndoImport = z.infer<typeof UndoImport>;
