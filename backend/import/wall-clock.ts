import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { deviceZone, type Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";

const quarterMs = 15 * minuteMs;

/** Wall time (ms, as if UTC) to UTC ms; null if skipped. Call in order: a repeated hour is the first pass until times go back. */
export function createWallClock(zone: Zone): (wallMs: number) => number | null {
	const instantsOf = createInstants(zone);
	let last: number | null = null;
	let lastStepMs = 0;
	let isSecondPass = false;
	return (wallMs) => {
		const [first, second] = instantsOf(wallMs);
		if (second === undefined) isSecondPass = false;
		// An hourly logger repeats the same time instead of going back.
		else if (last !== null && (wallMs < last || (wallMs === last && lastStepMs >= hourMs))) isSecondPass = true;
		if (last !== null && wallMs !== last) lastStepMs = wallMs - last;
		last = wallMs;
		return (isSecondPass ? second : first) ?? null;
	};
}

export function winterTimeOf(zone: Zone, at: number): Zone {
	const year = new Date(at).getUTCFullYear();
	const offset = Math.min(zoneOffsetMinutes(zone, Date.UTC(year, 0)), zoneOffsetMinutes(zone, Date.UTC(year, 6)));
	return offset === 0 ? "UTC" : deviceZone({ timezoneOffset: offset, timeZoneRule: 2 });
}

function createInstants(zone: Zone): (wallMs: number) => number[] {
	const days = new Map<number, number | null>();
	const quarters = new Map<number, number[]>();
	/** Null if the offset changes around that day. Cached: a file needs half a million offsets. */
	const offsetOfDay = (day: number): number | null => {
		const known = days.get(day);
		if (known !== undefined) return known;
		const [before, after] = [day * dayMs - 15 * hourMs, (day + 1) * dayMs + 15 * hourMs];
		const offset = zoneOffsetMinutes(zone, before);
		const whole = zoneOffsetMinutes(zone, after) === offset ? offset : null;
		days.set(day, whole);
		return whole;
	};
	/** Zones change on quarters of an hour, so each quarter has one set of offsets. */
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
