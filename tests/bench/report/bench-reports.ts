import type { ReportDefinition } from "../../../shared/report/report";
import { reportDefinition } from "../../report-definition";

const limits: ReportDefinition["limits"] = [
	{ channel: { quantity: "temperature", unit: "°C", name: null }, min: 2, max: 8 },
];
const month = { range: { kind: "previous", unit: "month" } } as const;

const kinds = {
	csv: { type: "readings", format: "csv" },
	pdf: { type: "summary", format: "pdf", limits },
	preview: { type: "excursions", format: "pdf", limits, ...month },
} as const satisfies Record<string, Partial<ReportDefinition>>;

export type ReportKind = keyof typeof kinds;

export function benchReport(kind: ReportKind): ReportDefinition {
	return reportDefinition(kinds[kind]);
}

export function benchReportsDaily(): ReportDefinition[] {
	const recurrence = { kind: "daily", time: "00:00" } as const;
	const schedule: ReportDefinition["schedule"] = { recurrence, delayMinutes: 0, startsAt: null, endsAt: null };
	const changes: Partial<ReportDefinition>[] = [
		{ type: "readings", format: "csv" },
		{ type: "readings", format: "xlsx" },
		{ type: "summary", format: "pdf", limits },
		{ type: "excursions", format: "pdf", limits },
	];
	return changes.map((change, position) => reportDefinition({ name: `Daily ${position}`, schedule, ...change }));
}
