import { groupedBy } from "../base/lists";
import { minuteOfDay, type WeeklyWindow, weekHours } from "./time-windows";

/** Hours of a week in minutes from Monday 00:00. `to` is exclusive. Spans are apart and in order. */
export type WeekSpan = { from: number; to: number };

export const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** Null: a time is incomplete while the user types. */
export function spansOf(windows: readonly WeeklyWindow[]): WeekSpan[] | null {
	const isClock = (time: string) => /^\d\d:\d\d$/.test(time) && minuteOfDay(time) <= dayMinutes;
	if (!windows.every(({ from, to }) => isClock(from) && isClock(to))) return null;
	return joined(weekHours(windows));
}

export function painted(spans: readonly WeekSpan[], { from, to }: WeekSpan, isOn: boolean): WeekSpan[] {
	if (isOn) return joined([...spans, { from, to }]);
	return spans
		.flatMap((span) => [
			{ from: span.from, to: Math.min(span.to, from) },
			{ from: Math.max(span.from, to), to: span.to },
		])
		.filter((span) => span.from < span.to);
}

export function outsideOf(spans: readonly WeekSpan[]): WeekSpan[] {
	return spans.reduce<WeekSpan[]>((left, span) => painted(left, span, false), [{ from: 0, to: weekMinutes }]);
}

/** Painted share of a span, 0 to 1. */
export function shareOf(spans: readonly WeekSpan[], { from, to }: WeekSpan): number {
	const covered = spans.map((span) => Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)));
	return covered.reduce((sum, minutes) => sum + minutes, 0) / (to - from);
}

/** The fewest equivalent windows: joins hours over midnight, and days with the same hours. */
export function windowsOf(spans: readonly WeekSpan[]): WeeklyWindow[] {
	const pieces = overMidnight(spans.flatMap(byDay));
	const days = groupedBy(pieces, ({ start, length }) => `${clock(start)} ${clock(endOf(start, length))}`);
	return [...days].map(([times, same]) => {
		const [from = "", to = ""] = times.split(" ");
		return { days: same.map(({ day }) => day).sort((one, other) => one - other), from, to };
	});
}

type Piece = { day: number; start: number; length: number };

function byDay({ from, to }: WeekSpan): Piece[] {
	const pieces: Piece[] = [];
	for (let start = from; start < to; ) {
		const day = Math.floor(start / dayMinutes);
		const end = Math.min(to, (day + 1) * dayMinutes);
		pieces.push({ day: day + 1, start: start - day * dayMinutes, length: end - start });
		start = end;
	}
	return pieces;
}

/** Joins a piece that ends at midnight with the next day's first, if both together are less than a day. */
function overMidnight(pieces: readonly Piece[]): Piece[] {
	const isEvening = ({ start, length }: Piece) => start > 0 && start + length === dayMinutes;
	const taken = new Set<Piece>();
	const long = pieces.map((piece) => {
		const next = pieces.find(({ day, start }) => day === (piece.day % 7) + 1 && start === 0);
		if (!isEvening(piece) || !next || next.length >= piece.start) return piece;
		taken.add(next);
		return { ...piece, length: piece.length + next.length };
	});
	return long.filter((_, index) => !taken.has(pieces[index] ?? { day: 0, start: 0, length: 0 }));
}

function endOf(start: number, length: number): number {
	const end = start + length;
	return end > dayMinutes ? end - dayMinutes : end;
}

function clock(minute: number): string {
	const two = (part: number) => String(part).padStart(2, "0");
	return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function joined(spans: readonly WeekSpan[]): WeekSpan[] {
	const known: WeekSpan[] = [];
	for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
		const last = known.at(-1);
		if (from >= to) continue;
		if (last && from <= last.to) last.to = Math.max(last.to, to);
		else known.push({ from, to });
	}
	return known;
}
