import { headerNames, requestedByValue } from "../../../../shared/header-names";
import type { GetLogs } from "../../../../shared/log";
import {
	CsvForm,
	decimalSignProblem,
	type ExportForm,
	type ExportFormat,
	type LogExport,
	standardCsvForm,
} from "../../../../shared/log-export";
import type { TimeDisplayMode, TimeRange, Zone } from "../../../../shared/time-zones";
import { session } from "../../../api/session";
import { readChoice, storeChoice, useChoice } from "../../../ui/browser-choice";

/** What the screen shows. */
export type ExportSubject = { shown: GetLogs; span: TimeRange; zone: Zone; mode: TimeDisplayMode };

type ExportRequest = ExportSubject & { format: ExportFormat; form: ExportForm; csv?: CsvForm };

/** The screen's filter, bounds and clock; every reading of them, oldest first, whatever the table is sorted by. */
export function logExport({ shown, span, zone, mode, format, form, csv = standardCsvForm }: ExportRequest): LogExport {
	const { order: _, quantity: __, cursor: ___, limit: ____, ...filter } = shown;
	const clock = mode === "current" ? "zone" : "device";
	const isStandard = csv.separator === standardCsvForm.separator && csv.decimalSign === standardCsvForm.decimalSign;
	return { ...filter, ...span, zone, format, form, clock, ...(format === "csv" && !isStandard && { csv }) };
}

const csvFormKey = "csvForm";

export function storeCsvForm(form: CsvForm): void {
	storeChoice(csvFormKey, JSON.stringify(form));
}

/** How this person's CSV files are written. */
export function useCsvForm(): CsvForm {
	const stored = useChoice(() => readChoice(csvFormKey));
	return readCsvForm(stored);
}

export function readCsvForm(stored: string | null): CsvForm {
	try {
		const form = CsvForm.safeParse(JSON.parse(stored ?? "null"));
		return form.success && decimalSignProblem(form.data) === null ? form.data : standardCsvForm;
	} catch {
		return standardCsvForm; // written by another version, or edited
	}
}

export function exportAddress(query: LogExport): string {
	return `/api/export?query=${encodeURIComponent(JSON.stringify(query))}`;
}

/** 501: the backend has no export. */
type ExportRefusal = { httpStatus: number; requestId: string | null };

/**
 * Null: the download has begun. A link alone would save a refusal as a broken file, so the head is checked first; the
 * browser then writes the body to disk as it arrives.
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
