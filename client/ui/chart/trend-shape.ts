import { largestOf, smallestOf } from "../../../shared/base/lists";

type Limits = { low: number | null; high: number | null };
type Box = { width: number; height: number };

export type TrendShape = {
	/** Broken where nothing was measured; a lone value is a short stroke. */
	line: string;
	band: { top: number; bottom: number } | null;
};

/** Space above and below, so that no line is cut in half. */
const air = 3;

export function trendShape(
	trend: readonly (number | null)[],
	limits: Limits,
	{ width, height }: Box,
): TrendShape | null {
	const values = trend.filter((value) => value !== null);
	if (values.length === 0) return null;
	const [least, most] = reach(values, limits);
	const x = (index: number) => rounded((index / Math.max(trend.length - 1, 1)) * width);
	const y = (value: number) => {
		return most === least
			? height / 2
			: rounded(height - air - ((value - least) / (most - least)) * (height - 2 * air));
	};
	return { line: lineOf(trend, x, y), band: bandOf(limits, y, height) };
}

/** Shows a limit that is no further away than the values are from each other, or than a step of the scale. */
function reach(values: number[], { low, high }: Limits): [number, number] {
	const [least, most] = [smallestOf(values), largestOf(values)];
	const room = Math.max((most - least) * 1.5, Math.max(Math.abs(most), Math.abs(least)) * 0.25);
	const near = [low, high].filter((limit) => limit !== null && limit >= least - room && limit <= most + room);
	return [Math.min(least, smallestOf(near.map(Number))), Math.max(most, largestOf(near.map(Number)))];
}

function lineOf(trend: readonly (number | null)[], x: (index: number) => number, y: (value: number) => number): string {
	let line = "";
	for (const [index, value] of trend.entries()) {
		if (value === null) continue;
		const goesOn = (trend[index - 1] ?? null) !== null;
		line += `${goesOn ? "L" : "M"}${x(index)} ${y(value)}`;
		if (!goesOn && (trend[index + 1] ?? null) === null) line += "h1";
	}
	return line;
}

function bandOf({ low, high }: Limits, y: (value: number) => number, height: number): TrendShape["band"] {
	if (low === null && high === null) return null;
	const within = (position: number) => Math.min(Math.max(position, 0), height);
	const top = high === null ? 0 : within(y(high));
	const bottom = low === null ? height : within(y(low));
	return bottom > top ? { top, bottom } : null;
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
