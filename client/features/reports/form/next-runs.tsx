import { useMemo } from "react";
import { minuteMs } from "../../../../shared/base/durations";
import { ReportRange } from "../../../../shared/report/report";
import type { ReportSchedule } from "../../../../shared/report/report-schedule";
import { nextRuns, periodOf } from "../../../../shared/report/report-times";
import { reportTypes } from "../../../../shared/report/report-types";
import { scheduleSentence } from "../../../../shared/report/schedule-sentence";
import { useDisplayFormats } from "../../../ui/display-formats";
import layout from "../../../ui/layout/layouts.module.css";
import { useTickingNow } from "../../../ui/time/relative-time";
import { t } from "../../../words/made/reports";
import { dayAndTime, periodText } from "../report-labels";
import classes from "../reports.module.css";
import { type ReportValues, toReportInput, validSchedule } from "./report-values";

const shownRuns = 5;

export function NextRuns({ values }: { values: ReportValues }) {
	const now = useTickingNow(minuteMs);
	const formats = useDisplayFormats();
	const schedule = useMemo(() => validSchedule(values), [values]);
	const range = useMemo(() => validRange(values), [values]);
	if (schedule === null) return <p className={`${layout.note} ${classes.hint}`}>{t("completeTheScheduleToSeeIts")}</p>;
	const dates = datesOf(schedule, { zone: values.zone, range, now });
	return (
		<section className={classes.next} aria-label={t("scheduleInWords")}>
			<p className={classes.sentence}>{scheduleSentence(schedule, values.zone, formats)}.</p>
			{dates.length === 0 ? (
				<p className={`${layout.note} ${classes.hint}`}>{t("itWillNotRunAgain")}</p>
			) : (
				<ol className={classes.dates} aria-label={t("nextRuns")}>
					{dates.map(({ at, period }) => (
						<li key={at}>
							<span>{dayAndTime(values.zone, at)}</span>
							{period !== null && <span className={classes.soft}>{period}</span>}
						</li>
					))}
				</ol>
			)}
		</section>
	);
}

function validRange(values: ReportValues): ReportRange | null {
	if (reportTypes[values.type].isOfNow) return null;
	const parsed = ReportRange.safeParse(toReportInput(values).range);
	return parsed.success ? parsed.data : null;
}

type DatesRequest = { zone: string; range: ReportRange | null; now: number };

export function datesOf(schedule: ReportSchedule, { zone, range, now }: DatesRequest) {
	const delayMs = schedule.delayMinutes * minuteMs;
	const due = nextRuns(schedule, zone, { after: now - delayMs, count: shownRuns });
	return due.map((at, index) => ({
		at: at + delayMs,
		period: range && periodTextOf(range, { zone, at, previousEnd: due[index - 1] ?? null }),
	}));
}

function periodTextOf(range: ReportRange, request: Parameters<typeof periodOf>[1]): string {
	if (range.kind === "sinceLast" && request.previousEnd === null) return t("sinceTheLastRun");
	return periodText(periodOf(range, request), request.zone);
}
