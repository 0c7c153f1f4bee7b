import type { ReportDefinition } from "../../../shared/report/report";
import type { ReportSchedule } from "../../../shared/report/report-schedule";

export type ReportDraft = Pick<
	ReportDefinition,
	"name" | "description" | "type" | "range" | "format" | "schedule" | "withExcursions"
>;

export type ReportTemplate = ReportDraft & { id: string; summary: string };

const hour = 60;

function at(recurrence: ReportSchedule["recurrence"], delayMinutes = hour): ReportSchedule {
	return { recurrence, delayMinutes, startsAt: null, endsAt: null };
}

export const reportTemplates: readonly ReportTemplate[] = [
	{
		id: "monthly-compliance",
		name: "Monthly compliance",
		summary: "Excursions and limits of the last month, as PDF, on the first",
		description: "Limits in force, each excursion, who was notified and what was done.",
		type: "excursions",
		range: { kind: "previous", unit: "month" },
		format: "pdf",
		schedule: at({ kind: "monthly", on: { by: "day", day: 1 }, time: "06:00" }, 12 * hour),
	},
	{
		id: "weekly-summary",
		name: "Weekly summary",
		summary: "Lowest, highest, mean and excursions of last week, as PDF, on Mondays",
		description: "",
		type: "summary",
		withExcursions: true,
		range: { kind: "previous", unit: "week" },
		format: "pdf",
		schedule: at({ kind: "weekly", days: [1], time: "07:00" }),
	},
	{
		id: "daily-excel",
		name: "Daily readings",
		summary: "Every reading of yesterday for Excel, each morning",
		description: "",
		type: "readings",
		range: { kind: "previous", unit: "day" },
		format: "xlsx",
		schedule: at({ kind: "daily", time: "06:00" }),
	},
	{
		id: "shift-handover",
		name: "Shift handover",
		summary: "What happened since the last one, every 8 hours",
		description: "",
		type: "summary",
		withExcursions: true,
		range: { kind: "sinceLast" },
		format: "pdf",
		schedule: at({ kind: "hourly", everyHours: 8 }, 0),
	},
	{
		id: "calibration-list",
		name: "Calibration list",
		summary: "Devices, serial numbers and calibrations, for Excel",
		description: "",
		type: "inventory",
		range: { kind: "toDate", unit: "day" },
		format: "xlsx",
		schedule: at({ kind: "monthly", on: { by: "day", day: 1 }, time: "08:00" }, 0),
	},
];
