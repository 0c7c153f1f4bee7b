import { dayMs, hourMs, minuteMs } from "../base/durations";
import { largestOf, smallestOf } from "../base/lists";
import { isOutside, type LimitAhead, type Limits } from "./device-reading";

type Reading = { at: number; value: number };

type Extremes = { min: number; max: number };

type Course = {
	readings: readonly Reading[];
	/** Extremes of the day before `readings`. */
	earlier: Extremes | null;
	limits: Limits;
	now: number;
};

const windowMs = hourMs;
const windowReadings = 8;
const leastReadings = 6;
const leastMs = 15 * minuteMs;
const mostPoints = 24;
const usualPauses = 3;
const leastGapMs = 10 * minuteMs;
export const soonestMs = 5 * minuteMs;
const quantileOf80Percent = 1.2816;

/**
 * When the value reaches a limit if it goes on as in the last hour. Null unless the course is clear: it goes one way, does not
 * flatten, and leads where the value was not in the last day, so that noise, doors, compressors and defrosts say nothing.
 */
export function timeToLimit({ readings, earlier, limits, now }: Course): LimitAhead | null {
	const last = readings.at(-1);
	if (!last || now - last.at > windowMs || isOutside(last.value, limits)) return null;
	if (!isOnNewGround(last.value, earlier)) return null;
	const window = windowOf(readings);
	const points = pointsOf(window);
	if (!points) return null;
	const middle = points.length >> 1;
	const halves = [points.slice(0, middle), points.slice(points.length - middle)].map((half) => median(slopesOf(half)));
	const [first = 0, second = 0] = halves;
	const slopes = slopesOf(points);
	const slope = median(slopes);
	const limit = slope > 0 ? limits.high : limits.low;
	if (slope === 0 || limit === null) return null;
	const sign = Math.sign(slope);
	const rates = [...interval(slopes, points.length), second].map((rate) => rate * sign);
	const [slowest, fastest] = [smallestOf(rates), largestOf(rates)];
	if (slowest <= 0 || second * sign < (first * sign) / 2 || first * sign < (second * sign) / 4) return null;
	const level = median(points.map(({ at, value }) => value + slope * (last.at - at)));
	const middleLevel = level - (slope * (last.at - (window[0]?.at ?? last.at))) / 2;
	const before = readings.slice(0, readings.length - window.length).map(({ value }) => value);
	if (earlier) before.push(earlier.min, earlier.max);
	if (before.some((value) => value * sign >= middleLevel * sign)) return null;
	const distance = (limit - level) * sign;
	const [from, to] = [last.at + distance / fastest, last.at + distance / slowest];
	return from - now >= soonestMs && to - now <= dayMs ? { limit, from, to } : null;
}

export function isOnNewGround(value: number, earlier: Extremes | null): boolean {
	return earlier === null || value < earlier.min || value > earlier.max;
}

function windowOf(readings: readonly Reading[]): Reading[] {
	const since = (readings.at(-1)?.at ?? 0) - windowMs;
	const recent = readings.filter(({ at }, index) => at >= since || index >= readings.length - windowReadings);
	const pauses = recent.map(({ at }, index) => at - (recent[index - 1]?.at ?? at));
	const gapMs = Math.max(usualPauses * median(pauses.slice(1)), leastGapMs);
	const afterGap = pauses.reduce((start, pause, index) => (pause > gapMs ? index : start), 0);
	return recent.slice(afterGap);
}

function pointsOf(window: readonly Reading[]): Reading[] | null {
	const [first, last] = [window.at(0), window.at(-1)];
	if (!first || !last || window.length < leastReadings || last.at - first.at < leastMs) return null;
	if (window.length <= mostPoints) return [...window];
	const spanMs = (last.at + 1 - first.at) / mostPoints;
	const spans = Array.from({ length: mostPoints }, (_, index) => {
		return window.filter(({ at }) => Math.floor((at - first.at) / spanMs) === index);
	});
	return spans.flatMap((own) => {
		if (own.length === 0) return [];
		return { at: median(own.map(({ at }) => at)), value: median(own.map(({ value }) => value)) };
	});
}

function slopesOf(points: readonly Reading[]): number[] {
	return points.flatMap((point, index) => {
		return points.slice(index + 1).map((later) => (later.value - point.value) / (later.at - point.at));
	});
}

/** Sen's interval of the slope: those against which Kendall's sum of the points is within its usual spread. */
function interval(slopes: readonly number[], points: number): [low: number, high: number] {
	const sorted = [...slopes].sort((one, other) => one - other);
	const spread = quantileOf80Percent * Math.sqrt((points * (points - 1) * (2 * points + 5)) / 18);
	const most = sorted.length - 1;
	const low = Math.max(Math.ceil((most - spread) / 2), 0);
	return [sorted[low] ?? 0, sorted[most - low] ?? 0];
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const half = sorted.length >> 1;
	const upper = sorted[half] ?? 0;
	return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}
