import { dayMs } from "../../shared/base/durations";
import { positionFrom } from "../../shared/base/sorted";
import { countReadings, type Readings, readingsBetween } from "./block/readings";
import { dayOf } from "./utc-days";

export function splitByDay(readings: Readings): { day: number; readings: Readings }[] {
	const days: { day: number; readings: Readings }[] = [];
	for (let from = firstAt(readings); from !== null; ) {
		const day = dayOf(from);
		const end = (day + 1) * dayMs;
		days.push({ day, readings: readingsBetween(readings, day * dayMs, end) });
		from = firstAtFrom(readings, end);
	}
	return days;
}

/** Fills pieces in order of time, so that readings before a new one keep their piece. Never splits an instant. */
export function splitByCount(readings: Readings, most: number): Readings[] {
	if (countReadings(readings) <= most) return [readings];
	const pieces: Readings[] = [];
	const end = (lastAt(readings) ?? 0) + 1;
	for (let from = firstAt(readings); from !== null; ) {
		const to = cutAfter(readings, { from, end, most });
		pieces.push(readingsBetween(readings, from, to));
		from = firstAtFrom(readings, to);
	}
	return pieces;
}

export function extent(readings: Readings): { readings: number; firstAt: number; lastAt: number } {
	const [first, last] = [firstAt(readings), lastAt(readings)];
	if (first === null || last === null) throw new Error("A day without readings");
	return { readings: countReadings(readings), firstAt: first, lastAt: last };
}

export function firstAt(readings: Readings): number | null {
	return firstAtFrom(readings, Number.NEGATIVE_INFINITY);
}

export function lastAt({ channels }: Readings): number | null {
	return channels.reduce<number | null>((last, { at }) => largest(last, at.at(-1)), null);
}

export function firstAtFrom({ channels }: Readings, from: number): number | null {
	let first: number | null = null;
	for (const { at } of channels) {
		const time = at[positionFrom(at, from)];
		if (time !== undefined && (first === null || time < first)) first = time;
	}
	return first;
}

export function lastAtBefore({ channels }: Readings, before: number): number | null {
	return channels.reduce<number | null>((last, { at }) => largest(last, at[positionFrom(at, before) - 1]), null);
}

function largest(a: number | null, b: number | undefined): number | null {
	if (b === undefined) return a;
	return a === null ? b : Math.max(a, b);
}

function cutAfter({ channels }: Readings, { from, end, most }: { from: number; end: number; most: number }): number {
	const starts = channels.map(({ at }) => positionFrom(at, from));
	const countTo = (to: number) =>
		channels.reduce((count, { at }, index) => count + positionFrom(at, to) - (starts[index] ?? 0), 0);
	let low = from + 1;
	let high = end;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (countTo(middle) <= most) low = middle;
		else high = middle - 1;
	}
	return low;
}
