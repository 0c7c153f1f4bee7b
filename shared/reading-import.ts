import * as z from "zod/mini";
import { ChannelId, DeviceId, ReadingImportId } from "./ids";
import { RejectReason } from "./ingest";
import { limits } from "./limits";
import { Zone } from "./time-zones";
import { UndoneImport } from "./undone-import";

/** Detected; the user can override it. */
export const FileFormat = z.object({
	separator: z.enum([",", ";", "\t", "|"]),
	decimalSign: z.enum([".", ","]),
	/** Rows before the readings, including the column names. */
	headerRows: z.int().check(z.minimum(0), z.maximum(200)),
	/** Counted from 0: one column, or date and time. */
	timeColumns: z.array(z.int().check(z.minimum(0), z.maximum(511))).check(z.minLength(1), z.maxLength(2)),
	/** The order in dates such as 03/04/2026; irrelevant if the year is first. */
	dateOrder: z.enum(["day-first", "month-first", "year-first"]),
	/** Used for times without an offset. */
	zone: Zone,
});
export type FileFormat = z.infer<typeof FileFormat>;

export const ColumnTarget = z.object({
	column: z.int().check(z.minimum(0), z.maximum(511)),
	channelId: z.nullable(ChannelId),
});
export type ColumnTarget = z.infer<typeof ColumnTarget>;

/**
 * Both calls send this as JSON in the form field `options`, beside `file`. Without `format` it is detected; without
 * `columns` they are matched to channels by name and unit.
 */
export const ImportOptions = z.object({
	deviceId: DeviceId,
	format: z.optional(FileFormat),
	columns: z.optional(z.array(ColumnTarget).check(z.maxLength(limits.channelsPerDevice))),
	/** A repeated request of the same key for the same device makes one import. A random UUID, for example. */
	requestKey: z.optional(z.string().check(z.regex(/^[\w-]{16,64}$/, "Not a valid key."))),
	/** For the file of what is refused: the preview lists far more than a screen shows. */
	isEveryRefusalListed: z.optional(z.boolean()),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** `value-missing`: a line with a time or other text, and nothing in the columns that lead to channels. */
export const ImportRejectReason = z.enum([...RejectReason.options, "value-missing"]);
export type ImportRejectReason = z.infer<typeof ImportRejectReason>;

/** Lines count from 1. */
export const RejectedCell = z.object({
	line: z.number(),
	column: z.nullable(z.number()),
	reason: ImportRejectReason,
	text: z.string(),
});
export type RejectedCell = z.infer<typeof RejectedCell>;

export const ImportPreview = z.object({
	format: FileFormat,
	/** False: the file's dates are valid in both orders. */
	isDateOrderSure: z.boolean(),
	columns: z.array(
		z.object({ column: z.number(), name: z.string(), channelId: z.nullable(ChannelId), samples: z.array(z.string()) }),
	),
	/** The first parsed rows: UTC ms, and one value per column with a channel, in order. */
	rows: z.array(z.object({ line: z.number(), at: z.nullable(z.number()), values: z.array(z.nullable(z.number())) })),
	/** New readings and `replaced` ones. */
	readings: z.number(),
	duplicates: z.number(),
	/** Readings that replace a stored one of another value. */
	replaced: z.number(),
	/** Counts cells, rows with a refused time, and rows without a value; 100 are listed, or `limits.importListedRefusals`. */
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
