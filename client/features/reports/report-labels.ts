import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import type {
	AggregateFunction,
	GetReportFiles,
	GetYearOfFiles,
	Report,
	ReportLimitsFrom,
	ReportListRow,
	ReportRange,
	ReportRevision,
	ReportRun,
	ReportRunState,
	ReportTrigger,
	ReportType,
	ReportUseStep,
	SignatureMeaning,
} from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { formatOffset, type TimeRange, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { denialOf } from "../../entities/labels";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { instantParts } from "../../ui/time/time-display";

export const runStateLabels: Record<ReportRunState, { label: string; tone: ChipTone }> = {
	queued: { label: "Waiting", tone: "info" },
	running: { label: "Running", tone: "info" },
	ok: { label: "Done", tone: "ok" },
	empty: { label: "No data", tone: "off" },
	partial: { label: "Incomplete", tone: "warn" },
	failed: { label: "Failed", tone: "bad" },
	skipped: { label: "Skipped", tone: "off" },
	canceled: { label: "Canceled", tone: "off" },
};

export const triggerLabels: Record<ReportTrigger, string> = {
	schedule: "By schedule",
	manual: "On demand",
	revision: "Run again for later data",
};

export const meaningLabels: Record<SignatureMeaning, { label: string; tone: ChipTone }> = {
	reviewed: { label: "Reviewed", tone: "info" },
	approved: { label: "Approved", tone: "ok" },
	rejected: { label: "Rejected", tone: "bad" },
};

export const functionLabels: Record<AggregateFunction, string> = {
	mean: "Mean",
	min: "Lowest",
	max: "Highest",
	sum: "Sum of readings",
	first: "First",
	last: "Last",
	count: "Number of readings",
};

export const useSteps: Record<ReportUseStep, string> = { day: "Each day", week: "Each week", month: "Each month" };

export const limitSources: Record<ReportLimitsFrom, { label: string; text: string }> = {
	rules: {
		label: "As the alert rules say",
		text: "At each time the tightest limit of the rules that watched the device, without their hours, delays and hysteresis. Without such a rule: the channel's own range.",
	},
	range: { label: "The channel's own range", text: "As it is when the report runs, for the whole period." },
};

export function excursionsText({ excursions, rows }: ReportRun, type: ReportType): string | null {
	const { counted, isOfHeldTime } = reportTypes[type];
	if (counted === null) return null;
	if (excursions !== null) return countOf(excursions, counted);
	return rows === null || !isOfHeldTime ? null : "not judged";
}

export function reportDenial({ role }: Pick<CurrentAccount["me"], "role">): string | null {
	return can(role, "editReports") ? null : denialOf("editReports", "changeReports");
}

/** A backend of the specification returns no definition. */
export function hasDefinition(report: Report): boolean {
	return (report as Partial<Report>).definition !== undefined; // which the type does not know
}

export function isUnderWay(state: ReportRunState): boolean {
	return state === "queued" || state === "running";
}

export function rangeText(range: ReportRange, zone: string): string {
	switch (range.kind) {
		case "rolling":
			return range.count === 1 ? `The last ${range.unit}` : `The last ${countOf(range.count, range.unit)}`;
		case "previous":
			return range.unit === "day" ? "Yesterday" : `The ${range.unit} before`;
		case "toDate":
			return range.unit === "day" ? "Today so far" : `This ${range.unit} so far`;
		case "fixed":
			return periodText(range, zone);
		case "sinceLast":
			return "Since the last run";
	}
}

/** `Nov 01 to Nov 30, 2026` for whole days of the zone, else with times. The end is exclusive. */
export function periodText({ from, to }: TimeRange, zone: string): string {
	const [start, end] = [partsIn(zone, from), partsIn(zone, to)];
	if (isDayStart(zone, from) && isDayStart(zone, to) && to > from) {
		const lastDay = partsIn(zone, to - 1);
		return start.dateWithYear === lastDay.dateWithYear
			? start.dateWithYear
			: `${start.dateWithYear} to ${lastDay.dateWithYear}`;
	}
	const isOneDay = start.dateWithYear === end.dateWithYear;
	return isOneDay
		? `${start.dateWithYear}, ${start.minutes} to ${end.minutes}`
		: `${start.dateWithYear}, ${start.minutes} to ${end.dateWithYear}, ${end.minutes}`;
}

function partsIn(zone: string, at: number) {
	return instantParts(at, zoneOffsetMinutes(zone, at));
}

function isDayStart(zone: string, at: number): boolean {
	const day = (instant: number) => Math.floor((instant + zoneOffsetMinutes(zone, instant) * minuteMs) / dayMs);
	return day(at) !== day(at - 1);
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `Mon, Nov 30, 06:00 AM` by the zone's clock; with the year unless it is the present one. */
export function dayAndTime(zone: string, at: number): string {
	const offset = zoneOffsetMinutes(zone, at);
	const wall = new Date(at + offset * minuteMs);
	const { date, dateWithYear, minutes } = instantParts(at, offset);
	const isThisYear = wall.getUTCFullYear() === new Date().getUTCFullYear();
	return `${weekdays[wall.getUTCDay()]}, ${isThisYear ? date : dateWithYear}, ${minutes}`;
}

/** By the report's clock, as on the signed copy: `Nov 30, 2026, 05:40:00 PM UTC−06:00 (America/Chicago)`. */
export function signedText(at: number, zone: string): string {
	const offset = zoneOffsetMinutes(zone, at);
	const { dateWithYear, time } = instantParts(at, offset);
	return `${dateWithYear}, ${time} ${formatOffset(offset)}${zone === "UTC" ? "" : ` (${zone})`}`;
}

type PeriodOfRun = { run: TimeRange; report: Pick<ReportListRow, "type" | "zone"> };

export function runPeriodText({ run, report: { type, zone } }: PeriodOfRun): string {
	return reportTypes[type].isOfNow ? `As of ${dayAndTime(zone, run.to)}` : periodText(run, zone);
}

const allOf = new Intl.ListFormat("en");

export function revisionText(revision: ReportRevision): string {
	const { readings, devices, calibrations, verdicts = 0, definitions = 0 } = revision;
	const parts = [
		...(readings > 0 ? [`${countOf(readings, "reading")} of ${countOf(devices, "device")}`] : []),
		...(calibrations > 0 ? [countOf(calibrations, "calibration")] : []),
		...(verdicts > 0 ? [countOf(verdicts, "changed mark")] : []),
		...(definitions > 0 ? [countOf(definitions, "changed formula")] : []),
	];
	return allOf.format(parts) || "Data";
}

export function shortHash(sha256: string): string {
	return `${sha256.slice(0, 8)}…${sha256.slice(-4)}`;
}

export function fileAddress(fileId: string): string {
	return `/api/files/${encodeURIComponent(fileId)}`;
}

export function filesAddress(runs: GetReportFiles | GetYearOfFiles): string {
	if ("runIds" in runs) return `/api/files?${new URLSearchParams({ runs: runs.runIds.join(",") })}`;
	return `/api/files?${new URLSearchParams({ report: runs.reportId, year: String(runs.year) })}`;
}
