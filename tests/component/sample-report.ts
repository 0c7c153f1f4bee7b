import type { ReportDefinition, ReportListRow, ReportPreview, ReportRun } from "../../shared/report/report";
import { reportDefinition } from "../report-definition";
import { exampleId } from "../upstream/ids";

const zone = "Europe/Lisbon";

export const runAt = Date.UTC(2026, 10, 3, 6);

export function sampleDefinition(changes: Partial<ReportDefinition> = {}): ReportDefinition {
	const schedule = {
		recurrence: { kind: "daily", time: "06:00" },
		delayMinutes: 0,
		startsAt: null,
		endsAt: null,
	} as const;
	return reportDefinition({ name: "Daily readings", zone, schedule, ...changes });
}

export function sampleReportRow(changes: Partial<ReportListRow> = {}): ReportListRow {
	return {
		id: exampleId("report", 1),
		name: "Daily readings",
		isEnabled: true,
		format: "csv",
		schedule: "Every day at 06:00 (Europe/Lisbon)",
		nextRunAt: new Date(runAt),
		lastRunAt: null,
		type: "readings",
		zone,
		scopeText: "All devices",
		recipients: ["Ana Prado"],
		lastRun: null,
		isReadable: true,
		...changes,
	};
}

export function sampleRun(changes: Partial<ReportRun> = {}): ReportRun {
	return {
		id: exampleId("reportRun", 1),
		reportId: exampleId("report", 1),
		state: "ok",
		from: Date.UTC(2026, 10, 2),
		to: Date.UTC(2026, 10, 3),
		finishedAt: runAt + 12_000,
		bytes: 84_000,
		definitionVersion: 3,
		trigger: "schedule",
		by: null,
		queuedAt: runAt,
		startedAt: runAt,
		progress: null,
		rows: 1_204,
		excursions: null,
		files: [sampleFile("fil_1")],
		notes: [],
		error: null,
		keptUntil: null,
		revision: null,
		method: 2,
		signatures: [],
		recipients: [],
		...changes,
	};
}

export function sampleFile(id: string, changes: Partial<ReportRun["files"][number]> = {}): ReportRun["files"][number] {
	return { id, kind: "report", name: `${id}.csv`, bytes: 84_000, sha256: "ab".repeat(32), groupName: null, ...changes };
}

export const samplePreview: ReportPreview = {
	from: Date.UTC(2026, 10, 2),
	to: Date.UTC(2026, 10, 3),
	devices: 2,
	channels: 3,
	readings: 1_204,
	tooLarge: null,
	notes: ["Gate has been silent since Nov 1."],
	tables: [
		{
			title: "Readings",
			columns: ["Time", "Cold room 1"],
			rows: [["2026-11-02 00:00", "4.2"]],
			isWhole: false,
		},
	],
};
