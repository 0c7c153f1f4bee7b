import type { GetLogs } from "../../../shared/log";
import type { ExportForm, ExportFormat, LogExport } from "../../../shared/log-export";
import type { TimeDisplayMode, TimeRange, Zone } from "../../../shared/time-zones";

type ExportRequest = {
	/** The query of the rows on screen. */
	shown: GetLogs;
	span: TimeRange;
	zone: Zone;
	mode: TimeDisplayMode;
	format: ExportFormat;
	form: ExportForm;
};

/** The file of exactly what the screen shows: its filter, the bounds it was answered with, and the clock of the switch. */
export function logExport({ shown, span, zone, mode, format, form }: ExportRequest): LogExport {
	const { order: _, cursor: __, limit: ___, ...filter } = shown;
	const clock = mode === "current" ? "zone" : "device";
	return { ...filter, ...span, zone, format, form, clock };
}

export function exportAddress(query: LogExport): string {
	return `/api/export?query=${encodeURIComponent(JSON.stringify(query))}`;
}
