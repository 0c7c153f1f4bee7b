import { largestOf, smallestOf } from "../../../shared/base/lists";

export type TrendLimits = { low: number | null; high: number | null };
type Box = { width: number; height: number; least?: number };

export type TrendShape = {
	/** Broken where nothing was measured; a lone value is a short stroke. */
	line: string;
	band: { top: number; bottom: number } | null;
};

/** Space above and below, so that no line is cut in half. */
const air = 3;

export function trendShape(
	trend: readonly (number | null)[],
	limits: TrendLimits,
	{ width, height, least }: Box,
): TrendShape | null {
	const values = trend.filter((value) => value !== null);
	if (values.length === 0) return null;
	const x = (index: number) => rounded((index / Math.max(trend.length - 1, 1)) * width);
	const y = trendScale([smallestOf(values), largestOf(values)], limits, { height, least });
	return { line: lineOf(trend, x, y), band: trendBand(limits, y, height) };
}

/** Maps values to heights. Limits are always on the scale: equal ones look alike in two boxes. Noise is below `least`. */
export function trendScale(
	[lowest, highest]: [number, number],
	{ low, high }: TrendLimits,
	{ height, least = 0 }: Pick<Box, "height" | "least">,
): (value: number) => number {
	const bottom = Math.min(lowest, low ?? lowest, high ?? lowest);
	const top = Math.max(highest, low ?? highest, high ?? highest);
	const span = Math.max(top - bottom, least);
	const foot = bottom - (span - (top - bottom)) / 2;
	return (value) => rounded(span === 0 ? height / 2 : height - air - ((value - foot) / span) * (height - 2 * air));
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

export function trendBand(
	{ low, high }: TrendLimits,
	y: (value: number) => number,
	height: number,
): TrendShape["band"] {
	if (low === null && high === null) return null;
	const top = high === null ? 0 : y(high);
	const bottom = low === null ? height : y(low);
	return bottom > top ? { top, bottom } : null;
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
