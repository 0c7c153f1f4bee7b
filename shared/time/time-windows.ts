import * as z from "zod/mini";
import { minuteMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { setOf } from "../base/input-bounds";
import { Instant } from "../base/instant";
import { smallestOf } from "../base/lists";
import { clockZone, type DeviceClock, type Zone, ZoneName, zoneOffsetMinutes } from "./time-zones";

/** Weekly hours and one-off spans. An instant is inside when the zone's clock reads so, also in a repeated hour. */

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;
/** A window in a skipped hour is missed once, so the next change comes within two weeks. */
const longestWaitMs = 15 * dayMinutes * minuteMs;
/** The epoch was a Thursday. */
const epochWeekMinute = 3 * dayMinutes;

/** 24:00 is only an end. */
const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, errorKey("time.example")));
const StartTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, errorKey("time.example")));

/** `days` count from Monday, 1. A window whose `to` is before its `from` ends on the next day. */
export const WeeklyWindow = z.object({
	days: setOf(z.int().check(z.minimum(1), z.maximum(7)), 7, { none: errorKey("day.choose") }),
	from: StartTime,
	to: ClockTime,
});
export type WeeklyWindow = z.infer<typeof WeeklyWindow>;

/** Epoch ms, `from` inclusive, `to` exclusive. */
export const OneOffSpan = z.object({ from: Instant, to: Instant });
export type OneOffSpan = z.infer<typeof OneOffSpan>;

/** `device`: each device's own clock. */
export const WindowZone = z.union([z.literal("device"), ZoneName], { error: errorKey("zone.unknown") });
export type WindowZone = z.infer<typeof WindowZone>;

export function windowsIn<Zones extends z.ZodMiniType<string>>(zone: Zones) {
	return z
		.object({
			zone,
			weekly: z.array(WeeklyWindow).check(z.maxLength(28, errorKey("windows.tooMany", { most: 28 }))),
			spans: z.array(OneOffSpan).check(z.maxLength(100, errorKey("windows.tooManySpans", { most: 100 }))),
		})
		.check(
			z.check<Pick<TimeWindows, "weekly" | "spans">>((ctx) => {
				for (const { path, message } of faultsOf(ctx.value)) {
					ctx.issues.push({ code: "custom", input: ctx.value, path, message });
				}
			}),
		);
}

export const TimeWindows = windowsIn(WindowZone);
export type TimeWindows = { zone: WindowZone; weekly: WeeklyWindow[]; spans: OneOffSpan[] };

export type ZonedWindows = { zone: Zone; weekly: readonly WeeklyWindow[]; spans: readonly OneOffSpan[] };

export function windowsOnClock(windows: TimeWindows, clock: DeviceClock): ZonedWindows {
	return windows.zone === "device" ? { ...windows, zone: clockZone(clock) } : windows;
}

/** `at` is epoch ms. */
export function isInside({ zone, weekly, spans }: ZonedWindows, at: number): boolean {
	return spans.some((span) => span.from <= at && at < span.to) || isInWeek(hoursOf(weekly), zone, at);
}

/** The first instant after `at` (epoch ms) at which `isInside` changes. Null: never. */
export function nextChangeAt(windows: ZonedWindows, at: number): number | null {
	const { zone, spans } = windows;
	const hours = hoursOf(windows.weekly);
	const isNow = isInside(windows, at);
	for (let from = at; ; ) {
		const open = spans.find((span) => span.from <= from && from < span.to);
		const starts = spans.flatMap((span) => (span.from > from ? span.from : []));
		const weekly = open ? null : nextWeeklyChange(hours, zone, from);
		const next = open ? open.to : Math.min(weekly ?? Number.POSITIVE_INFINITY, smallestOf(starts));
		if (next === Number.POSITIVE_INFINITY) return null;
		if (isInside(windows, next) !== isNow) return next;
		from = next;
	}
}

type Hours = { from: number; to: number }[];

/** Minutes of the week, one entry per day of a window, two where the week ends within it. */
export function weekHours(weekly: readonly WeeklyWindow[]): { from: number; to: number }[] {
	return weekly.flatMap(windowHours);
}

const knownHours = new WeakMap<readonly WeeklyWindow[], Hours>();

function hoursOf(weekly: readonly WeeklyWindow[]): Hours {
	const known = knownHours.get(weekly) ?? weekly.flatMap(windowHours);
	knownHours.set(weekly, known);
	return known;
}

function windowHours({ days, from, to }: WeeklyWindow): Hours {
	const [start, end] = [minuteOfDay(from), minuteOfDay(to)];
	const length = end - start + (end < start ? dayMinutes : 0);
	return days.flatMap((day) => {
		const first = (day - 1) * dayMinutes + start;
		const last = first + length;
		if (last <= weekMinutes) return [{ from: first, to: last }];
		return [
			{ from: first, to: weekMinutes },
			{ from: 0, to: last - weekMinutes },
		];
	});
}

export function minuteOfDay(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function weekMinuteAt(zone: Zone, at: number): number {
	const minute = Math.floor(at / minuteMs) + zoneOffsetMinutes(zone, at) + epochWeekMinute;
	return ((minute % weekMinutes) + weekMinutes) % weekMinutes;
}

function isInWeek(hours: Hours, zone: Zone, at: number): boolean {
	if (hours.length === 0) return false;
	const minute = weekMinuteAt(zone, at);
	return hours.some(({ from, to }) => from <= minute && minute < to);
}

function nextWeeklyChange(hours: Hours, zone: Zone, after: number): number | null {
	if (hours.length === 0) return null;
	const isNow = isInWeek(hours, zone, after);
	let at = Math.floor(after / minuteMs) * minuteMs;
	const until = at + longestWaitMs;
	while (at < until) {
		const minute = weekMinuteAt(zone, at);
		const edges = hours.flatMap(({ from, to }) => [from, to]).map((edge) => minutesUntil(minute, edge));
		// At most a day, so that at most one clock change lies between.
		const next = beforeClockChange(zone, at, at + Math.min(dayMinutes, smallestOf(edges)) * minuteMs);
		if (isInWeek(hours, zone, next) !== isNow) return next;
		at = next;
	}
	return null;
}

function minutesUntil(minute: number, edge: number): number {
	return ((edge - minute + weekMinutes - 1) % weekMinutes) + 1;
}

/** `to`, or an earlier change of the zone's offset. */
function beforeClockChange(zone: Zone, from: number, to: number): number {
	const offset = zoneOffsetMinutes(zone, from);
	if (zoneOffsetMinutes(zone, to) === offset) return to;
	let [same, other] = [from / minuteMs, to / minuteMs];
	while (other - same > 1) {
		const middle = Math.floor((same + other) / 2);
		if (zoneOffsetMinutes(zone, middle * minuteMs) === offset) same = middle;
		else other = middle;
	}
	return other * minuteMs;
}

type Fault = { path: (string | number)[]; message: string };

function faultsOf({ weekly, spans }: Pick<TimeWindows, "weekly" | "spans">): Fault[] {
	return [
		...weekly.flatMap((_, index) => windowFault(weekly, index)),
		...spans.flatMap((_, index) => spanFault(spans, index)),
	];
}

function windowFault(weekly: WeeklyWindow[], index: number): Fault[] {
	const window = weekly[index];
	if (!window) return [];
	if (window.from === window.to) {
		return [{ path: ["weekly", index, "to"], message: errorKey("windows.endIsStart") }];
	}
	const own = windowHours(window);
	for (const other of weekly.slice(0, index)) {
		const shared = windowHours(other).find((hours) => own.some((one) => one.from < hours.to && hours.from < one.to));
		if (!shared) continue;
		const day = String(Math.floor(shared.from / dayMinutes) + 1);
		const message = errorKey("windows.overlap", { from: other.from, to: other.to, day });
		return [{ path: ["weekly", index], message }];
	}
	return [];
}

function spanFault(spans: OneOffSpan[], index: number): Fault[] {
	const span = spans[index];
	if (!span) return [];
	if (span.to <= span.from) return [{ path: ["spans", index, "to"], message: errorKey("windows.endBeforeStart") }];
	const isOverlapping = spans.slice(0, index).some((other) => span.from < other.to && other.from < span.to);
	return isOverlapping ? [{ path: ["spans", index], message: errorKey("windows.spanOverlaps") }] : [];
}
