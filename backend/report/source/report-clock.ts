import { dayMs, minuteMs } from "../../../shared/base/durations";
import type { ReportDefinition, ReportLayout } from "../../../shared/report/report";
import {
	type DeviceClock,
	deviceOffsetMinutes,
	formatOffset,
	instantTexts,
	type Zone,
	zoneOffsetMinutes,
} from "../../../shared/time/time-zones";
import { wordsIn } from "../../../shared/words/made/report-file-in";

/** Clocks change only at quarters of an hour of UTC. */
const quarterMs = 15 * minuteMs;

/** Returns minutes ahead of UTC at an epoch ms. */
export type Clock = (at: number) => number;

/** Bounds memory: a year of quarters of an hour would take a megabyte. */
const mostQuarters = 3_000;

/** Caches offsets by quarter of an hour, because Intl is slow. */
export function zoneClock(zone: Zone): Clock {
	const known = new Map<number, number>();
	let last = { quarter: Number.NaN, minutes: 0 };
	return (at) => {
		const quarter = Math.floor(at / quarterMs);
		if (quarter === last.quarter) return last.minutes;
		const minutes = known.get(quarter) ?? zoneOffsetMinutes(zone, at);
		if (known.size >= mostQuarters) known.clear();
		known.set(quarter, minutes);
		last = { quarter, minutes };
		return minutes;
	};
}

export function deviceClock(device: DeviceClock): Clock {
	return (at) => deviceOffsetMinutes(device, at);
}

export type TimeLayout = Pick<ReportLayout, "dateOrder" | "hourCycle" | "language">;

export function momentText(at: number, clock: Clock, layout: TimeLayout): string {
	const minutes = clock(at);
	const { dateWithYear, time } = instantTexts(at, minutes, layout);
	return wordsIn(layout.language)("moment", { date: dateWithYear, time, offset: formatOffset(minutes) });
}

type Period = { definition: Pick<ReportDefinition, "zone" | "layout">; from: number; to: number };

/** First and last day of a period of whole days of the report's zone; else null. */
export function wholeDays({ definition: { zone, layout }, from, to }: Period): [first: string, last: string] | null {
	const clock = zoneClock(zone);
	const isDayBegin = (at: number) => clock(at) !== clock(at - 1) || (at + clock(at) * minuteMs) % dayMs === 0;
	if (!isDayBegin(from) || !isDayBegin(to)) return null;
	const dateOf = (at: number) => instantTexts(at, zoneOffsetMinutes(zone, at), layout).dateWithYear;
	return [dateOf(from), dateOf(to - 1)];
}

/** `from 2026-03-01 to 2026-03-07`, `on 2026-03-01`, or with times. Ends where counting ends. */
export function spanText({ definition, from, until }: Omit<Period, "to"> & { until: number }): string {
	const days = wholeDays({ definition, from, to: until });
	const clock = zoneClock(definition.zone);
	const [first, last] = days ?? [
		momentText(from, clock, definition.layout),
		momentText(until, clock, definition.layout),
	];
	const say = wordsIn(definition.layout.language);
	return days && first === last ? say("span.on", { day: first }) : say("span.fromTo", { from: first, to: last });
}

export function deviceClockText(
	{ timezoneOffset, timeZoneRule }: DeviceClock,
	{ language }: Pick<ReportLayout, "language">,
): string {
	if (timeZoneRule === 0) return "UTC";
	const offset = formatOffset(timezoneOffset);
	return timeZoneRule === 1 ? wordsIn(language)("clock.daylight", { offset }) : offset;
}
