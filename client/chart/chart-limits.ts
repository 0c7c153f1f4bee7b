import { largestOf, smallestOf } from "../../shared/base/lists";
import { valueText } from "../ui/value-display";
import { t } from "../words/made/charts";
import type { ChartContent, ChartLine } from "./chart-lines";
import { leastShare } from "./chart-panels";

/** `line` null: several lines share the limit. */
export type ChartLimit = { value: number; kind: "min" | "max"; text: string; line: ChartLine | null };

export function limitsOf({ lines, ruleLimits }: Pick<ChartContent, "lines" | "ruleLimits">): ChartLimit[] {
	return ruleLimits ? ruleLimits.map((limit) => ({ ...limit, line: null })) : chartLimits(lines);
}

export function chartLimits(lines: ChartLine[]): ChartLimit[] {
	const limits = new Map<string, ChartLimit>();
	for (const line of lines) {
		for (const kind of ["min", "max"] as const) {
			const value = line.channel[kind] ?? null;
			if (value === null || line.at.length === 0) continue;
			const key = `${kind} ${value} ${line.channel.unit}`;
			const text = t(`summary.${kind}`, { value: valueText(value, line.channel) });
			limits.set(key, { value, kind, text, line: limits.has(key) || lines.length === 1 ? null : line });
		}
	}
	return [...limits.values()];
}

type Band = { min: number | null; max: number | null };

export function bandOf({ lines, ruleLimits }: Pick<ChartContent, "lines" | "ruleLimits">): Band | null {
	if (!ruleLimits) return sharedBand(lines);
	const ends = (kind: "min" | "max") => ruleLimits.filter((limit) => limit.kind === kind).map(({ value }) => value);
	const [lows, highs] = [ends("min"), ends("max")];
	if (lows.length + highs.length === 0) return null;
	return { min: lows.length > 0 ? largestOf(lows) : null, max: highs.length > 0 ? smallestOf(highs) : null };
}

export function sharedBand(lines: ChartLine[]): Band | null {
	const bands = new Map(
		lines
			.filter(({ at }) => at.length > 0)
			.map(({ channel: { min = null, max = null, unit } }) => [`${min} ${max} ${unit}`, { min, max }]),
	);
	const [only] = bands.values();
	return bands.size === 1 && only && (only.min ?? only.max) !== null ? only : null;
}

/** Includes each limit, the nearest first, that leaves the lines their share of the scale; at least `leastHeight` high. */
export function withLimits([low, high]: [number, number], limits: ChartLimit[], leastHeight = 0): [number, number] {
	const most = Math.max(high - low, leastHeight) / leastShare;
	const away = (value: number) => Math.max(low - value, value - high);
	const shown: number[] = [];
	const reach = (values: number[]) => [Math.min(low, smallestOf(values)), Math.max(high, largestOf(values))] as const;
	for (const value of limits.map((limit) => limit.value).sort((one, other) => away(one) - away(other))) {
		const [bottom, top] = reach([...shown, value]);
		if (top - bottom <= most) shown.push(value);
	}
	if (shown.length === 0) return [low, high];
	const [bottom, top] = reach(shown);
	const air = (top - bottom) * 0.06;
	return [Math.min(low, smallestOf(shown) - air), Math.max(high, largestOf(shown) + air)];
}
