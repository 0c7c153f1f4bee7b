import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import type {
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
} from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { formatOffset, type TimeRange, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { pageLanguage } from "../../base/page-language";
import { denialOf } from "../../entities/labels";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { instantParts, joined } from "../../ui/time/time-display";
import { t } from "../../words/made/reports";

export const runStateLabels: Record<ReportRunState, { label: string; tone: ChipTone }> = {
	queued: { label: t("waiting"), tone: "info" },
	running: { label: t("running"), tone: "info" },
	ok: { label: t("done"), tone: "ok" },
	empty: { label: t("noData"), tone: "off" },
	partial: { label: t("incomplete"), tone: "warn" },
	failed: { label: t("failed"), tone: "bad" },
	skipped: { label: t("skipped"), tone: "off" },
	canceled: { label: t("canceled"), tone: "off" },
};

export const triggerLabels: Record<ReportTrigger, string> = {
	schedule: t("bySchedule"),
	manual: t("onDemand"),
	revision: t("runAgainForLaterData"),
};

export const useSteps: Record<ReportUseStep, string> = {
	day: t("eachDay"),
	week: t("eachWeek"),
	month: t("eachMonth"),
};

export const limitSources: Record<ReportLimitsFrom, { label: string; text: string }> = {
	rules: {
		label: t("asTheAlertRulesSay"),
		text: t("limitsFrom.rules.help"),
	},
	range: { label: t("theChannelsOwnRange"), text: t("limitsFrom.range.help") },
};

export function excursionsText({ excursions, rows }: ReportRun, type: ReportType): string | null {
	const { counted, isOfHeldTime } = reportTypes[type];
	if (counted === null) return null;
	if (excursions !== null) return t(`counted.${counted}`, { count: excursions });
	return rows === null || !isOfHeldTime ? null : t("counted.notJudged");
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
			return t(`period.last.${range.unit}`, { count: range.count });
		case "previous":
			return t(`period.before.${range.unit}`);
		case "toDate":
			return t(`period.soFar.${range.unit}`);
		case "fixed":
			return periodText(range, zone);
		case "sinceLast":
			return t("sinceTheLastRun");
	}
}

/** `Nov 01 to Nov 30, 2026` for whole days of the zone, else with times. The end is exclusive. */
export function periodText({ from, to }: TimeRange, zone: string): string {
	const [start, end] = [partsIn(zone, from), partsIn(zone, to)];
	if (isDayStart(zone, from) && isDayStart(zone, to) && to > from) {
		const lastDay = partsIn(zone, to - 1);
		return start.dateWithYear === lastDay.dateWithYear
			? start.dateWithYear
			: t("period.days", { from: start.dateWithYear, to: lastDay.dateWithYear });
	}
	const isOneDay = start.dateWithYear === end.dateWithYear;
	return isOneDay
		? t("period.hours", { day: start.dateWithYear, from: start.minutes, to: end.minutes })
		: t("period.times", {
				fromDay: start.dateWithYear,
				from: start.minutes,
				toDay: end.dateWithYear,
				to: end.minutes,
			});
}

function partsIn(zone: string, at: number) {
	return instantParts(at, zoneOffsetMinutes(zone, at));
}

function isDayStart(zone: string, at: number): boolean {
	const day = (instant: number) => Math.floor((instant + zoneOffsetMinutes(zone, instant) * minuteMs) / dayMs);
	return day(at) !== day(at - 1);
}

const weekday = new Intl.DateTimeFormat(pageLanguage, { weekday: "short", timeZone: "UTC" });

/** `Mon, Nov 30, 06:00 AM` by the zone's clock; with the year unless it is the present one. */
export function dayAndTime(zone: string, at: number): string {
	const offset = zoneOffsetMinutes(zone, at);
	const wall = new Date(at + offset * minuteMs);
	const { date, dateWithYear, minutes } = instantParts(at, offset);
	const isThisYear = wall.getUTCFullYear() === new Date().getUTCFullYear();
	return joined(
		t("weekdayAndDate", { weekday: weekday.format(wall), date: isThisYear ? date : dateWithYear }),
		minutes,
	);
}

/** A time on the report's clock, as in the signed copy: `Nov 30, 2026, 05:40:00 PM UTC−06:00 (America/Chicago)`. */
export function signedText(at: number, zone: string): string {
	const offset = zoneOffsetMinutes(zone, at);
	const { dateWithYear, time } = instantParts(at, offset);
	return `${joined(dateWithYear, time)} ${formatOffset(offset)}${zone === "UTC" ? "" : ` (${zone})`}`;
}

type PeriodOfRun = { run: TimeRange; report: Pick<ReportListRow, "type" | "zone"> };

export function runPeriodText({ run, report: { type, zone } }: PeriodOfRun): string {
	return reportTypes[type].isOfNow ? t("period.asOf", { time: dayAndTime(zone, run.to) }) : periodText(run, zone);
}

const allOf = new Intl.ListFormat(pageLanguage);

export function revisionText(revision: ReportRevision): string {
	const { readings, devices, calibrations, verdicts = 0, definitions = 0, justified = 0 } = revision;
	const parts = [
		...(readings > 0 ? [t("revision.readings", { readings, devices })] : []),
		...(calibrations > 0 ? [t("revision.calibrations", { count: calibrations })] : []),
		...(verdicts > 0 ? [t("revision.marks", { count: verdicts })] : []),
		...(justified > 0 ? [t("revision.justified", { count: justified })] : []),
		...(definitions > 0 ? [t("revision.formulas", { count: definitions })] : []),
	];
	return allOf.format(parts) || t("revision.data");
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
