import { minuteMs } from "../../shared/base/durations";
import { firstInstantAt, type TimeRange, zoneOffsetMinutes } from "../../shared/time/time-zones";

const textOf = (wall: Date) => wall.toISOString().slice(0, "2026-10".length);

/** Such as 2026-10, by the zone's clock. */
export function monthAt(zone: string, at: number): string {
	return textOf(new Date(at + zoneOffsetMinutes(zone, at) * minuteMs));
}

function moved(month: string, months: number): string {
	const wall = new Date(`${month}-01T00:00:00Z`);
	return textOf(new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months)));
}

export function monthAfter(month: string): string {
	return moved(month, 1);
}

export function monthSpan(zone: string, month: string): TimeRange {
	const begin = (of: string) => firstInstantAt(zone, Date.parse(`${of}-01T00:00:00Z`));
	return { from: begin(month), to: begin(moved(month, 1)) };
}

/** Newest first: months that ended by `now`, at most `most`, the oldest the one of `since`. Epoch ms. */
export function endedMonths(zone: string, { now, since, most }: { now: number; since: number; most: number }) {
	const first = monthAt(zone, since);
	const months: string[] = [];
	for (let month = moved(monthAt(zone, now), -1); month >= first && months.length < most; month = moved(month, -1)) {
		months.push(month);
	}
	return months;
}
