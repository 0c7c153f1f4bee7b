import type { ApiCall } from "../../../../shared/account/api-call";
import type { GetLogs } from "../../../../shared/log/log";
import {
	CsvForm,
	decimalSignProblem,
	type ExportForm,
	type ExportFormat,
	type LogExport,
	standardCsvForm,
} from "../../../../shared/log/log-export";
import type { TimeDisplayMode, TimeRange, Zone } from "../../../../shared/time/time-zones";
import { readChoice, storeChoice, useChoice } from "../../../ui/browser-choice";

export type ExportSubject = { shown: GetLogs; span: TimeRange; zone: Zone; mode: TimeDisplayMode };

type ExportRequest = ExportSubject & { format: ExportFormat; form: ExportForm; csv?: CsvForm };

/** The filter, bounds and clock of the screen; every reading, oldest first, regardless of the table's order. */
export function logExport({ shown, span, zone, mode, format, form, csv = standardCsvForm }: ExportRequest): LogExport {
	const { order: _, quantity: __, cursor: ___, limit: ____, ...filter } = shown;
	const clock = mode === "current" ? "zone" : "device";
	const isStandard = csv.separator === standardCsvForm.separator && csv.decimalSign === standardCsvForm.decimalSign;
	return { ...filter, ...span, zone, format, form, clock, ...(format === "csv" && !isStandard && { csv }) };
}

/** The screen merges two lists of the API: readings, and the other entries of the log. */
export function logCalls({ shown, span }: Pick<ExportSubject, "shown" | "span">): ApiCall[] {
	const { deviceIds, groupIds, channelIds, kinds, levels, text, isOutOfLimits, isLate, isAfterGap, values } = shown;
	const lists = { device: deviceIds, group: groupIds };
	const common = {
		from: new Date(span.from).toISOString(),
		to: new Date(span.to).toISOString(),
		...listed(lists),
		...(text !== undefined && { search: text }),
	};
	const flags = { outOfLimits: isOutOfLimits, late: isLate, afterGap: isAfterGap };
	const set = Object.fromEntries(Object.entries(flags).flatMap(([name, is]) => (is ? [[name, "true"]] : [])));
	const others = kinds?.filter((kind) => kind !== "reading");
	const hasReadings = !levels && kinds?.includes("reading") !== false;
	const hasOthers = others?.length !== 0 && Object.keys(set).length === 0 && values === undefined;
	return [
		...(hasReadings
			? [{ list: "readings", parameters: { ...common, ...listed({ channel: channelIds }), ...set } }]
			: []),
		...(hasOthers ? [{ list: "log", parameters: { ...common, ...listed({ kind: others, level: levels }) } }] : []),
	];
}

function listed(lists: Record<string, readonly string[] | undefined>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(lists).flatMap(([name, values]) => (values ? [[name, values.join(",")]] : [])),
	);
}

const csvFormKey = "csvForm";

export function storeCsvForm(form: CsvForm): void {
	storeChoice(csvFormKey, JSON.stringify(form));
}

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
