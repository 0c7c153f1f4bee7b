import { dayMs, minuteMs } from "../../shared/base/durations";
import type { LogDevice } from "../../shared/log/log";
import {
	deviceZone,
	type TimeDisplayMode,
	type TimeRange,
	type Zone,
	zoneOffsetMinutes,
} from "../../shared/time/time-zones";
import { instantParts } from "../ui/time/time-display";
import { t } from "../words/made/charts";

const longestMs = 800 * dayMs;

type AxisRequest = {
	page: { zone: Zone };
	devices: LogDevice[];
	mode: TimeDisplayMode;
	viewerZone: Zone;
};

/** The viewer's zone, else the one that all devices share, else the page's. */
export function axisZone({ page, devices, mode, viewerZone }: AxisRequest): Zone {
	if (mode === "current") return viewerZone;
	const [first = page.zone, ...others] = new Set(devices.map(deviceZone));
	return others.length === 0 ? first : page.zone;
}

/** `at` is UTC ms; `before` and `after` are minutes ahead of UTC. */
export type OffsetChange = { at: number; before: number; after: number };

/** Oldest first. Two changes within one day that cancel out are not found. */
export function offsetChanges(zone: Zone, { from, to }: TimeRange): OffsetChange[] {
	if (to - from > longestMs) return [];
	const changes: OffsetChange[] = [];
	let before = zoneOffsetMinutes(zone, from);
	for (let start = from; start < to; start += dayMs) {
		const end = Math.min(start + dayMs, to);
		const after = zoneOffsetMinutes(zone, end);
		if (after !== before) changes.push({ at: changeBetween(zone, start, end), before, after });
		before = after;
	}
	return changes.filter(({ at }) => at < to);
}

function changeBetween(zone: Zone, start: number, end: number): number {
	const later = zoneOffsetMinutes(zone, end);
	let low = start;
	let high = end;
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (zoneOffsetMinutes(zone, middle) === later) high = middle;
		else low = middle;
	}
	return high;
}

export function changeLabel({ at, before, after }: OffsetChange): string {
	const [first, second] = [Math.min(before, after), Math.max(before, after)];
	const hours = hoursBetween(clockAt(at, first), clockAt(at, second));
	return t(after < before ? "clock.back" : "clock.forward", { hours });
}

function clockAt(at: number, offsetMinutes: number): string {
	const { minutes } = instantParts(at, offsetMinutes);
	return minutes.endsWith("M") ? minutes.replace(/^0/, "") : minutes;
}

function hoursBetween(start: string, end: string): string {
	const isSameHalf = end.endsWith("M") && start.slice(-2) === end.slice(-2);
	return t("span", { start: isSameHalf ? start.slice(0, -3) : start, end });
}

export function isRepeated(at: number, changes: OffsetChange[]): boolean {
	return changes.some((change) => Math.abs(at - change.at + 0.5) < (change.before - change.after) * minuteMs);
}

export function changesAround(zone: Zone, { from, to }: TimeRange): OffsetChange[] {
	return offsetChanges(zone, { from: from - dayMs, to: to + dayMs });
}

export function axisTime(at: number, stepMs: number, zone: Zone): string {
	const offset = zoneOffsetMinutes(zone, at);
	const { date, dateWithYear, time, minutes } = instantParts(at, offset);
	const isMidnight = Math.floor((at + offset * minuteMs) / 1000) % (dayMs / 1000) === 0;
	// With its year, a date is wider than the end of the axis.
	if (stepMs >= dayMs || isMidnight) return date === dateWithYear ? date.slice(-5) : date;
	return stepMs < minuteMs ? time : minutes;
}

/** A Date whose local fields read as the zone's clock: the chart places its ticks by them. */
export function tickDate(at: number, zone: Zone): Date {
	const wall = at + zoneOffsetMinutes(zone, at) * minuteMs;
	return new Date(wall + new Date(wall).getTimezoneOffset() * minuteMs);
}
