import * as z from "zod/mini";
import { ChannelId, DeviceId, ReadingImportId } from "./ids";
import { RejectReason } from "./ingest";
import { limits } from "./limits";
import { Zone } from "./time-zones";

/** How a logger's file is written. Everything is detected; a person may say otherwise. */
export const FileFormat = z.object({
	separator: z.enum([",", ";", "\t", "|"]),
	decimalSign: z.enum([".", ","]),
	/** Rows before the readings: titles, settings, the row of column names. */
	headerRows: z.int().check(z.minimum(0), z.maximum(200)),
	/** Columns of the time, counted from 0: one, or a date and a clock. */
	timeColumns: z.array(z.int().check(z.minimum(0), z.maximum(511))).check(z.minLength(1), z.maxLength(2)),
	/** Which comes first in dates such as 03/04/2026; of no matter where the year leads. */
	dateOrder: z.enum(["day-first", "month-first", "year-first"]),
	/** The clock the file's times are of, where they say no offset themselves. */
	zone: Zone,
});
export type FileFormat = z.infer<typeof FileFormat>;

/** A column of the file, and the channel its values go to; null: left out. */
export const ColumnTarget = z.object({
	column: z.int().check(z.minimum(0), z.maximum(511)),
	channelId: z.nullable(ChannelId),
});
export type ColumnTarget = z.infer<typeof ColumnTarget>;

/**
 * Fields of the form both calls send beside the file itself (`file`), as JSON in the field `options`. Without
 * `format` it is detected; without `columns` they are matched to channels by name and unit.
 */
export const ImportOptions = z.object({
	deviceId: DeviceId,
	format: z.optional(FileFormat),
	columns: z.optional(z.array(ColumnTarget).check(z.maxLength(limits.channelsPerDevice))),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** Places are the file's line numbers, counted from 1. At most 100 are told. */
export const RejectedCell = z.object({
	line: z.number(),
	column: z.nullable(z.number()),
	reason: RejectReason,
	text: z.string(),
});
export type RejectedCell = z.infer<typeof RejectedCell>;

/** What a file would do. Nothing is stored yet. */
export const ImportPreview = z.object({
	format: FileFormat,
	/** False: its dates make sense both ways, and nothing in the file says which is meant. */
	isDateOrderSure: z.boolean(),
	/** Every column of the file; `name` is what its header row says. */
	columns: z.array(
		z.object({ column: z.number(), name: z.string(), channelId: z.nullable(ChannelId), samples: z.array(z.string()) }),
	),
	/** The first rows as they were understood: UTC ms, and a value for each column with a channel, in that order. */
	rows: z.array(z.object({ line: z.number(), at: z.nullable(z.number()), values: z.array(z.nullable(z.number())) })),
	/** New ones and those of another value, which `replaced` counts too. */
	readings: z.number(),
	duplicates: z.number(),
	/** Readings of another value that is stored already and would be hidden. */
	replaced: z.number(),
	/** Cells, and rows whose time is refused; of these at most 100 follow. */
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
	/** Until then it can be undone. */
	settlesAt: z.date(),
	undoneAt: z.nullable(z.date()),
});
export type ReadingImport = z.infer<typeof ReadingImport>;

export const GetImports = z.optional(z.object({ deviceId: z.optional(DeviceId) }));
export type GetImports = z.infer<typeof GetImports>;

export const UndoImport = z.object({ importId: ReadingImportId });
export type UndoImport = z.infer<typeof UndoImport>;
