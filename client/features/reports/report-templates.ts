import type { ReportDefinition } from "../../../shared/report/report";
import type { ReportSchedule } from "../../../shared/report/report-schedule";
import { t } from "../../words/made/reports";

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
		name: t("template.monthlyCompliance"),
		summary: t("template.monthlyCompliance.summary"),
		description: t("template.monthlyCompliance.description"),
		type: "excursions",
		range: { kind: "previous", unit: "month" },
		format: "pdf",
		schedule: at({ kind: "monthly", on: { by: "day", day: 1 }, time: "06:00" }, 12 * hour),
	},
	{
		id: "monthly-rounds",
		name: t("template.rounds"),
		summary: t("template.rounds.summary"),
		description: t("template.rounds.description"),
		type: "rounds",
		range: { kind: "previous", unit: "month" },
		format: "pdf",
		schedule: at({ kind: "monthly", on: { by: "day", day: 1 }, time: "06:00" }, 12 * hour),
	},
	{
		id: "weekly-summary",
		name: t("template.weeklySummary"),
		summary: t("template.weeklySummary.summary"),
		description: "",
		type: "summary",
		withExcursions: true,
		range: { kind: "previous", unit: "week" },
		format: "pdf",
		schedule: at({ kind: "weekly", days: [1], time: "07:00" }),
	},
	{
		id: "daily-excel",
		name: t("template.dailyExcel"),
		summary: t("template.dailyExcel.summary"),
		description: "",
		type: "readings",
		range: { kind: "previous", unit: "day" },
		format: "xlsx",
		schedule: at({ kind: "daily", time: "06:00" }),
	},
	{
		id: "shift-handover",
		name: t("template.shiftHandover"),
		summary: t("template.shiftHandover.summary"),
		description: "",
		type: "summary",
		withExcursions: true,
		range: { kind: "sinceLast" },
		format: "pdf",
		schedule: at({ kind: "hourly", everyHours: 8 }, 0),
	},
	{
		id: "calibration-list",
		name: t("template.calibrationList"),
		summary: t("template.calibrationList.summary"),
		description: "",
		type: "inventory",
		range: { kind: "toDate", unit: "day" },
		format: "xlsx",
		schedule: at({ kind: "monthly", on: { by: "day", day: 1 }, time: "08:00" }, 0),
	},
];
