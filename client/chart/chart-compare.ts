import { dayMs, minuteMs } from "../../shared/base/durations";
import type { SeriesPage } from "../../shared/log/log";
import { firstInstantAt, type TimeRange, type Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { t } from "../words/made/charts";
import type { Comparison } from "./chart-choice";
import { type ChartContent, type ChartLine, contentOfSeries, withLooks } from "./chart-lines";

export const comparisonLabels: Record<Comparison, string> = {
	day: t("earlier.day"),
	week: t("earlier.week"),
	year: t("earlier.year"),
};

/** A running range moves its request in steps of this part of the span. */
const stepsOfSpan = 100;

type Earlier = { span: TimeRange; byMs: number };

/** The span that began at the same wall time earlier, one step wider than the chart, and the ms to move it by. */
export function earlierSpan({ from, to }: TimeRange, zone: Zone, comparison: Comparison): Earlier {
	const wall = from + zoneOffsetMinutes(zone, from) * minuteMs;
	const byMs = from - firstInstantAt(zone, earlierWall(wall, comparison));
	const step = Math.max(minuteMs, Math.ceil((to - from) / stepsOfSpan));
	const whole = (at: number, round: (steps: number) => number) => Math.max(0, round((at - byMs) / step) * step);
	return { span: { from: whole(from, Math.floor), to: whole(to, Math.ceil) }, byMs };
}

function earlierWall(wall: number, comparison: Comparison): number {
	if (comparison === "day") return wall - dayMs;
	if (comparison === "week") return wall - 7 * dayMs;
	const date = new Date(wall);
	const month = date.getUTCMonth();
	date.setUTCFullYear(date.getUTCFullYear() - 1);
	if (date.getUTCMonth() !== month) date.setUTCDate(0);
	return date.getTime();
}

export function earlierLines(page: SeriesPage, lines: readonly ChartLine[], byMs: number): ChartLine[] {
	const looks = new Map(lines.map(({ channel, look }) => [channel.id, look]));
	return contentOfSeries(page).lines.flatMap((line) => {
		const look = looks.get(line.channel.id);
		if (!look || line.at.length === 0) return [];
		return [{ ...line, look, at: line.at.map((at) => at + byMs), min: [], max: [] }];
	});
}

/** Adds the lines of another quantity in looks that no first line has. */
export function withSecond(content: ChartContent, page: SeriesPage | null): ChartContent {
	if (page === null || page.quantity === content.quantity) return content;
	const second = contentOfSeries(page).lines;
	const styled = withLooks([...content.lines, ...second]);
	const count = content.lines.length;
	return { ...content, lines: styled.slice(0, count), second: styled.slice(count) };
}
