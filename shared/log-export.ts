import * as z from "zod/mini";
import { GetLogs, LogChannel, LogDevice } from "./log";
import { Zone } from "./time-zones";

export const ExportFormat = z.enum(["csv", "json", "xlsx"]);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** `wide`: a row per device and time, a column per channel. `long`: a row per reading. */
export const ExportForm = z.enum(["wide", "long"]);
export type ExportForm = z.infer<typeof ExportForm>;

export const LogFilter = z.omit(GetLogs, { order: true, quantity: true, cursor: true, limit: true });
export type LogFilter = z.infer<typeof LogFilter>;

/**
 * `GET /api/export` takes it as JSON in the parameter `query`. `clock` selects the clock of the shown-time column:
 * each device's own, or that of `zone`.
 */
export const LogExport = z.extend(LogFilter, {
	format: ExportFormat,
	form: ExportForm,
	clock: z.enum(["device", "zone"]),
});
export type LogExport = z.infer<typeof LogExport>;

const ExportedDevice = z.extend(LogDevice, { serialNumber: z.nullable(z.string()) });

const ExportedChannel = z.extend(LogChannel, {
	/** A calibration starts before the span's end, so the file also has the sent values. */
	isCalibrated: z.optional(z.boolean()),
});

/** What precedes the rows, and everything they can refer to, with readings or without. */
export const LogExportHead = z.object({
	companyName: z.string(),
	/** UTC ms, and the zone of the span. */
	from: z.number(),
	to: z.number(),
	zone: Zone,
	isFiltered: z.boolean(),
	groupNames: z.array(z.string()),
	devices: z.array(ExportedDevice),
	/** Archived devices that events may belong to, if nothing is filtered. */
	archived: z.array(ExportedDevice),
	channels: z.array(ExportedChannel),
});
export type LogExportHead = z.infer<typeof LogExportHead>;
