import * as z from "zod/mini";
import type { CsvLayout } from "../base/csv-cell";
import { errorKey } from "../base/error-key";
import { Zone } from "../time/time-zones";
import { GetLogs, LogChannel, LogDevice } from "./log";

export const ExportFormat = z.enum(["csv", "json", "xlsx"]);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** `wide`: a row per device and time, a column per channel. `long`: a row per reading. */
export const ExportForm = z.enum(["wide", "long"]);
export type ExportForm = z.infer<typeof ExportForm>;

const separators = { comma: ",", semicolon: ";", tab: "\t" } as const;
const decimalSigns = { point: ".", comma: "," } as const;

export const CsvForm = z
	.object({ separator: z.enum(["comma", "semicolon", "tab"]), decimalSign: z.enum(["point", "comma"]) })
	.check(
		z.superRefine((form, { addIssue }) => {
			const problem = decimalSignProblem(form);
			if (problem !== null) addIssue({ code: "custom", message: problem, path: ["decimalSign"] });
		}),
	);
export type CsvForm = { separator: keyof typeof separators; decimalSign: keyof typeof decimalSigns };

export const standardCsvForm: CsvForm = { separator: "comma", decimalSign: "point" };

export function csvLayout({ separator, decimalSign }: CsvForm): CsvLayout {
	return { separator: separators[separator], decimalSign: decimalSigns[decimalSign] };
}

/** Why the decimal sign conflicts with the separator. Null: it does not. */
export function decimalSignProblem({ separator, decimalSign }: CsvForm): string | null {
	return separator === decimalSign ? errorKey("export.separator") : null;
}

export const LogFilter = z.omit(GetLogs, { order: true, quantity: true, cursor: true, limit: true });
export type LogFilter = z.infer<typeof LogFilter>;

/** JSON in the parameter `query` of `GET /api/export`. `clock`: clock of the shown-time column. */
export const LogExport = z.extend(LogFilter, {
	format: ExportFormat,
	form: ExportForm,
	clock: z.enum(["device", "zone"]),
	csv: z.optional(CsvForm),
});
export type LogExport = z.infer<typeof LogExport>;

export function logFilterOf(query: LogExport): LogFilter {
	const { format: _, form: __, clock: ___, csv: ____, ...filter } = query;
	return filter;
}

const ExportedDevice = z.extend(LogDevice, { serialNumber: z.nullable(z.string()) });

const ExportedChannel = z.extend(LogChannel, {
	/** The file also has the sent values, because a calibration starts before the span's end. */
	isCalibrated: z.optional(z.boolean()),
	/** The file also has marks, because the channel has doubtful, excluded or saturated readings. */
	isMarked: z.optional(z.boolean()),
});

export const LogExportHead = z.object({
	companyName: z.string(),
	/** UTC ms, and the zone of the span. */
	from: z.number(),
	to: z.number(),
	zone: Zone,
	isFiltered: z.boolean(),
	groupNames: z.array(z.string()),
	devices: z.array(ExportedDevice),
	/** Archived devices with possible events, if nothing is filtered. */
	archived: z.array(ExportedDevice),
	channels: z.array(ExportedChannel),
});
export type LogExportHead = z.infer<typeof LogExportHead>;
