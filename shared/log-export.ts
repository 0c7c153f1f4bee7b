import * as z from "zod/mini";
import { GetLogs, LogChannel, LogDevice } from "./log";
import { Zone } from "./time-zones";

export const ExportFormat = z.enum(["csv", "json", "xlsx"]);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** `wide`: a row for each device and time, a column for each channel. `long`: a row for each reading. */
export const ExportForm = z.enum(["wide", "long"]);
export type ExportForm = z.infer<typeof ExportForm>;

/** What a view of the log is about, whatever page or order it is in. */
export const LogFilter = z.omit(GetLogs, { order: true, cursor: true, limit: true });
export type LogFilter = z.infer<typeof LogFilter>;

/**
 * The query of `GET /api/export`, as JSON in the parameter `query`: the filter of the screen, in the zone that is
 * shown. `clock` says whose clock the shown-time column keeps: each device's own, or that of `zone`.
 */
export const LogExport = z.extend(LogFilter, {
	format: ExportFormat,
	form: ExportForm,
	clock: z.enum(["device", "zone"]),
});
export type LogExport = z.infer<typeof LogExport>;

const ExportedDevice = z.extend(LogDevice, { serialNumber: z.nullable(z.string()) });

const ExportedChannel = z.extend(LogChannel, {
	/** Whether a calibration begins before the span ends, so that the file also holds what was sent. */
	isCalibrated: z.optional(z.boolean()),
});

/** What stands above the rows of an export, and what its rows may refer to: all that is asked for, with readings or without. */
export const LogExportHead = z.object({
	companyName: z.string(),
	/** UTC ms, and the zone the span was cut in. */
	from: z.number(),
	to: z.number(),
	zone: Zone,
	/** False: everything the reader may see. */
	isFiltered: z.boolean(),
	groupNames: z.array(z.string()),
	devices: z.array(ExportedDevice),
	/** Devices out of use that events may be of, where nothing is filtered. */
	archived: z.array(ExportedDevice),
	channels: z.array(ExportedChannel),
});
export type LogExportHead = z.infer<typeof LogExportHead>;
