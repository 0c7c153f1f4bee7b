import { type Zone, zoneOffsetMinutes } from "../../shared/time-zones";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const quarterMs = 15 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Reads the clock of a zone for one file: wall time (ms, its fields as if UTC) to UTC ms, null where the clock skipped
 * it. Ask in the order in which the times happened: in a repeated hour the first pass is meant, until the times go back.
 */
export function createWallClock(zone: Zone): (wallMs: number) => number | null {
	const instantsOf = createInstants(zone);
	let last: number | null = null;
	let lastStepMs = 0;
	let isSecondPass = false;
	return (wallMs) => {
		const [first, second] = instantsOf(wallMs);
		if (second === undefined) isSecondPass = false;
		// A logger that writes once an hour shows the same time twice instead of going back.
		else if (last !== null && (wallMs < last || (wallMs === last && lastStepMs >= hourMs))) isSecondPass = true;
		if (last !== null && wallMs !== last) lastStepMs = wallMs - last;
		last = wallMs;
		return (isSecondPass ? second : first) ?? null;
	};
}

/** The instants at which the clock shows a wall time, ascending: none, one, or two. */
function createInstants(zone: Zone): (wallMs: number) => number[] {
	const days = new Map<number, number | null>();
	const quarters = new Map<number, number[]>();
	/** The one offset around a day; null: it changes. Asking a zone costs microseconds, a file asks half a million times. */
	const offsetOfDay = (day: number): number | null => {
		const known = days.get(day);
		if (known !== undefined) return known;
		const [before, after] = [day * dayMs - 15 * hourMs, (day + 1) * dayMs + 15 * hourMs];
		const offset = zoneOffsetMinutes(zone, before);
		const whole = zoneOffsetMinutes(zone, after) === offset ? offset : null;
		days.set(day, whole);
		return whole;
	};
	/** Zones change on quarters of an hour, so all of one share their offsets. */
	const offsetsOfQuarter = (quarter: number): number[] => {
		const known = quarters.get(quarter);
		if (known) return known;
		const wallMs = quarter * quarterMs;
		const around = [wallMs - 15 * hourMs, wallMs + 15 * hourMs].map((utcMs) => zoneOffsetMinutes(zone, utcMs));
		const offsets = [...new Set(around)]
			.filter((offset) => zoneOffsetMinutes(zone, wallMs - offset * minuteMs) === offset)
			.sort((a, b) => b - a);
		quarters.set(quarter, offsets);
		return offsets;
	};
	return (wallMs) => {
		const offset = offsetOfDay(Math.floor(wallMs / dayMs));
		if (offset !== null) return [wallMs - offset * minuteMs];
		return offsetsOfQuarter(Math.floor(wallMs / quarterMs)).map((minutes) => wallMs - minutes * minuteMs);
	};
}
