import { headerNames, requestedByValue } from "../../../shared/limits";
import type { GetLogs } from "../../../shared/log";
import type { ExportForm, ExportFormat, LogExport } from "../../../shared/log-export";
import type { TimeDisplayMode, TimeRange, Zone } from "../../../shared/time-zones";
import { session } from "../../api/session";

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

/** Why there is no file; 501: the backend makes none. */
type ExportRefusal = { httpStatus: number; requestId: string | null };

/**
 * Begins a download, or answers why it was refused. A link alone would show a refusal as a broken file, so the
 * answer's head is looked at first; what follows it is left to the browser, which writes it to disk as it comes.
 */
export async function startExport(address: string): Promise<ExportRefusal | null> {
	await session.beforeCall();
	const looking = new AbortController();
	const { ok, status, headers } = await session.send("read", (leaving) =>
		fetch(address, {
			credentials: "same-origin",
			headers: { [headerNames.requestedBy]: requestedByValue },
			signal: AbortSignal.any([looking.signal, leaving]),
		}),
	);
	looking.abort();
	if (!ok) return { httpStatus: status, requestId: headers.get(headerNames.requestId) };
	const link = document.createElement("a");
	link.href = address;
	link.download = "";
	link.click();
	return null;
}
