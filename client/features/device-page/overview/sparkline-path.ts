import type { ChannelSeries } from "../../../../shared/log";
import type { TimeRange } from "../../../../shared/time-zones";

/** A course within less than `smallestSpan`, in the channel's unit, is drawn level: the numbers beside it are all alike. */
type Box = { width: number; height: number; smallestSpan: number };
type SparklineShape = {
	/** SVG path data; empty where there is nothing to draw. */
	line: string;
	/** Readings that no line reaches, as they have a gap on either side. */
	dots: { x: number; y: number }[];
};
type DayExtremes = { min: number; max: number };

const air = 2;

/** The path of a channel's line within a box, broken where a pause is longer than the line's gap. */
export function sparklineShape(
	series: ChannelSeries,
	{ from, to }: TimeRange,
	{ width, height, smallestSpan }: Box,
): SparklineShape {
	const { min, max } = dayExtremes(series) ?? { min: 0, max: 0 };
	const x = (at: number) => round(((at - from) / (to - from)) * width);
	const y = (value: number) => {
		if (max === min || max - min < smallestSpan) return height / 2;
		return round(height - air - ((value - min) / (max - min)) * (height - 2 * air));
	};
	const shape: SparklineShape = { line: "", dots: [] };
	for (const run of runsOf(series)) {
		const points = run.map((index) => ({ x: x(series.at[index] ?? from), y: y(series.value[index] ?? min) }));
		const [first] = points;
		if (points.length === 1 && first) shape.dots.push(first);
		else shape.line += points.map((point, index) => `${index === 0 ? "M" : "L"}${point.x} ${point.y}`).join("");
	}
	return shape;
}

/** Indexes of readings that follow each other without a gap. */
function runsOf({ at, gapMs }: ChannelSeries): number[][] {
	const runs: number[][] = [];
	for (const [index, time] of at.entries()) {
		const pause = time - (at[index - 1] ?? Number.NEGATIVE_INFINITY);
		const last = runs.at(-1);
		if (last && (gapMs === null || pause <= gapMs)) last.push(index);
		else runs.push([index]);
	}
	return runs;
}

/** The lowest and the highest of a line, bands included; null for an empty one. */
export function dayExtremes({ value, min, max }: ChannelSeries): DayExtremes | null {
	if (value.length === 0) return null;
	const lowest = (values: number[]) => values.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
	const highest = (values: number[]) => values.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
	return { min: lowest(min.length > 0 ? min : value), max: highest(max.length > 0 ? max : value) };
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
