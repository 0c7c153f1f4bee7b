import { largestOf } from "../../../shared/base/lists";
import type { Gap } from "../../../shared/log/reading-gaps";
import type { Series } from "../../base/reading-store";
import type { Clock } from "../source/report-clock";
import type { ReportChart } from "./report-document";

export const mostCharts = 6;
const mostPoints = 720;
/** More marks would merge into one block. */
const mostMarks = 500;

type Line = ReportChart["lines"][number];

type ChartLineRequest = {
	name: string;
	series: Series;
	gaps: readonly Gap[];
	from: number;
	to: number;
	shown: (value: number) => number;
};

/** Draws each reading, or each slice's extremes. Gaps break the line. */
export function chartLine({ name, series, from, to, shown, gaps }: ChartLineRequest): Line {
	const { at, value } = series;
	const afterGaps = new Set(gaps.map(({ after }) => after));
	const sliceMs = at.length <= mostPoints ? 0 : (to - from) / mostPoints;
	const points: { at: number; min: number; max: number }[] = [];
	let slice = Number.NaN;
	for (let index = 0; index < at.length; index += 1) {
		const time = at[index] ?? 0;
		const before = at[index - 1];
		const reading = shown(value[index] ?? 0);
		const isBehindGap = before !== undefined && afterGaps.has(time) && time - before > sliceMs;
		if (before !== undefined && isBehindGap) {
			points.push({ at: (before + time) / 2, min: Number.NaN, max: Number.NaN });
			slice = Number.NaN;
		}
		const own = sliceMs === 0 ? index : Math.floor((time - from) / sliceMs);
		const last = points.at(-1);
		if (last && own === slice) {
			last.min = Math.min(last.min, reading);
			last.max = Math.max(last.max, reading);
		} else points.push({ at: time, min: reading, max: reading });
		slice = own;
	}
	const line = {
		name,
		at: new Float64Array(points.length),
		min: new Float64Array(points.length),
		max: new Float64Array(points.length),
	};
	// `Float64Array.from` would use an iterator per number.
	points.forEach((point, index) => {
		line.at[index] = point.at;
		line.min[index] = point.min;
		line.max[index] = point.max;
	});
	return line;
}

type ChartRequest = Pick<ReportChart, "title" | "unit" | "from" | "to" | "lines" | "limits"> & {
	excursions: readonly { from: number; to: number }[];
	clock: Clock;
};

export function chartPart({ excursions, clock, ...chart }: ChartRequest): ReportChart {
	return { kind: "chart", ...chart, excursions: marksOf(excursions, chart), offsetAt: clock };
}

type ShareRequest = Pick<ReportChart, "title" | "unit" | "limits"> & {
	bars?: NonNullable<ReportChart["bars"]>;
	curve?: { at: Float64Array; value: Float64Array };
};

export function shareChart({ bars = [], curve, ...chart }: ShareRequest): ReportChart {
	const lines = curve ? [{ name: "", at: curve.at, min: curve.value, max: curve.value }] : [];
	const to = curve ? 100 : largestOf(bars.map(({ share }) => share)) * 1.05;
	return { kind: "chart", ...chart, from: 0, to, lines, excursions: [], offsetAt: () => 0, bars };
}

function marksOf(excursions: readonly { from: number; to: number }[], { from, to }: { from: number; to: number }) {
	const apart = excursions.length > mostMarks ? (to - from) / mostPoints : 0;
	const marks: ReportChart["excursions"] = [];
	for (const one of excursions) {
		const last = marks.at(-1);
		if (last && apart > 0 && one.from - last.to <= apart) last.to = Math.max(last.to, one.to);
		else marks.push({ from: one.from, to: one.to });
	}
	return marks;
}
