import { dayMs, hourMs, minuteMs, secondMs } from "../../shared/base/durations";
import { firstInstantAt, type TimeRange, type Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";

const quarterMs = 15 * minuteMs;
const weekMs = 7 * dayMs;
const readingsPerPixel = 2;

export type SeriesStep = { kind: "raw" } | { kind: "span"; ms: number } | { kind: "days"; days: number };

/** Computed from readings. */
const fineSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * secondMs);
/** Computed from roll-ups. */
const quarterSteps = [15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minuteMs);
const spanSteps = [...fineSteps, ...quarterSteps];
const daySteps = [1, 2, 7, 14, 28];

type StepRequest = TimeRange & {
	pixels: number;
	readings: number;
};

/** The finest step with at most one bucket per pixel; raw if there are few readings. */
export function seriesStep({ from, to, pixels, readings }: StepRequest): SeriesStep {
	if (readings <= readingsPerPixel * pixels) return { kind: "raw" };
	// A partial bucket and a clock change add one bucket each.
	const shortestMs = (to - from) / (pixels - 2);
	const ms = spanSteps.find((step) => step >= shortestMs);
	if (ms !== undefined) return { kind: "span", ms };
	const shortestDays = shortestMs / dayMs;
	const days = daySteps.find((step) => step >= shortestDays);
	return { kind: "days", days: days ?? Math.ceil(shortestDays / 28) * 28 };
}

/** The finest step of quarters with at most `points` steps. */
export function quarterStep(span: TimeRange & { points: number }): Exclude<SeriesStep, { kind: "raw" }> {
	const step = seriesStep({ ...span, pixels: Math.max(span.points, 3), readings: Number.POSITIVE_INFINITY });
	if (step.kind === "days") return step;
	return { kind: "span", ms: Math.max(usualBucketMs(step), quarterMs) };
}

export function usualBucketMs(step: SeriesStep): number {
	if (step.kind === "raw") return 0;
	return step.kind === "span" ? step.ms : step.days * dayMs;
}

type EdgesRequest = TimeRange & { step: Exclude<SeriesStep, { kind: "raw" }>; zone: Zone };

/** Ascending edges (UTC ms), round on the zone's clock. From 15 minutes on they lie on UTC quarters, for roll-ups. */
export function bucketEdges({ from, to, step, zone }: EdgesRequest): number[] {
	const ms = step.kind === "span" ? step.ms : step.days * dayMs;
	const edges = ms <= hourMs ? evenEdges({ from, to, ms, zone }) : wallEdges({ from, to, ms, zone });
	// After a skipped hour two wall times begin at one instant.
	return edges.filter((edge, index) => index === 0 || edge > (edges[index - 1] ?? edge));
}

/** The first `points` steps and their end. Computes further ones, as a change of the clock makes some shorter. */
export function edgesOfPage({ from, to, step, zone, points }: EdgesRequest & { points: number }): number[] {
	if (from >= to) return [];
	const until = Math.min(to, from + (points + 1) * usualBucketMs(step) + dayMs);
	return bucketEdges({ from, to: until, step, zone }).slice(0, points + 1);
}

type Cut = TimeRange & { ms: number; zone: Zone };

/** Each edge is a multiple of the step on the clock. Clocks change by whole or half hours. */
function evenEdges({ from, to, ms, zone }: Cut): number[] {
	const shiftAt = (at: number) => {
		const offsetMs = zoneOffsetMinutes(zone, at) * minuteMs;
		return ms < quarterMs ? offsetMs : toQuarter(offsetMs);
	};
	const isRound = (at: number) => ms < hourMs || (at + shiftAt(at)) % ms === 0;
	const nextRound = (at: number) => {
		let next = at + quarterMs;
		while (!isRound(next)) next += quarterMs;
		return next;
	};
	const shift = shiftAt(from);
	let edge = Math.floor((from + shift) / ms) * ms - shift;
	while (!isRound(edge)) edge -= quarterMs;
	const edges = [edge];
	for (let steadyUntil = ms < hourMs ? to : edge; edge < to; edges.push(edge)) {
		if (edge >= steadyUntil && isRound(edge + weekMs)) steadyUntil = edge + weekMs;
		edge = edge < steadyUntil ? edge + ms : nextRound(edge);
	}
	return edges;
}

/** Longer steps follow the clock: the day of a change has 23 or 25 hours. */
function wallEdges({ from, to, ms, zone }: Cut): number[] {
	let offsetMinutes = zoneOffsetMinutes(zone, from);
	let steady = { from: 0, to: 0 };
	let wall = Math.floor((from + offsetMinutes * minuteMs) / ms) * ms;
	// An edge moved to a quarter or past a skipped hour may lie after `from`.
	while (edgeAt(wall) > from) wall -= ms;
	const edges = [edgeAt(wall)];
	for (let edge = edges[0] ?? from; edge < to; ) {
		wall += ms;
		edge = edgeAt(wall);
		edges.push(edge);
	}
	return edges;

	function edgeAt(wallMs: number): number {
		const asBefore = wallMs - offsetMinutes * minuteMs;
		if (isUnchanged(asBefore)) return toQuarter(asBefore);
		const instant = firstInstantAt(zone, wallMs);
		offsetMinutes = zoneOffsetMinutes(zone, instant);
		steady = { from: 0, to: 0 };
		return toQuarter(instant);
	}

	/** Offsets are slow to compute. If offsets a week apart agree, no clock changed between. */
	function isUnchanged(at: number): boolean {
		if (at >= steady.from && at < steady.to) return true;
		const hasLooked = at >= steady.to && at < steady.to + weekMs && steady.from < steady.to;
		const looked = hasLooked ? steady.to : at;
		if (!hasLooked && zoneOffsetMinutes(zone, at) !== offsetMinutes) return false;
		if (zoneOffsetMinutes(zone, looked + weekMs) !== offsetMinutes) {
			return !hasLooked || zoneOffsetMinutes(zone, at) === offsetMinutes;
		}
		steady = { from: looked, to: looked + weekMs };
		return true;
	}
}

function toQuarter(ms: number): number {
	return Math.round(ms / quarterMs) * quarterMs;
}
