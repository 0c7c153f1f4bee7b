import { minuteMs } from "../base/durations";
import { firstInstantAt, zoneOffsetMinutes } from "../time/time-zones";
import type { BillingMonth } from "./billing";

/** Month of an instant (epoch ms) in a time zone. */
export function monthOf(zone: string, at: number): BillingMonth {
	const wall = new Date(at + zoneOffsetMinutes(zone, at) * minuteMs);
	return monthText(wall.getUTCFullYear(), wall.getUTCMonth());
}

export function monthAfter(month: BillingMonth): BillingMonth {
	const { year, index } = partsOf(month);
	return monthText(index === 11 ? year + 1 : year, (index + 1) % 12);
}

/** First instant of the month in a time zone, epoch ms. */
export function startOfMonth(zone: string, month: BillingMonth): number {
	const { year, index } = partsOf(month);
	return firstInstantAt(zone, Date.UTC(year, index, 1));
}

/** First instant of the next month in a time zone, epoch ms. */
export function endOfMonth(zone: string, month: BillingMonth): number {
	return startOfMonth(zone, monthAfter(month));
}

function partsOf(month: BillingMonth): { year: number; index: number } {
	const [year = 0, number = 1] = month.split("-").map(Number);
	return { year, index: number - 1 };
}

function monthText(year: number, index: number): BillingMonth {
	return `${String(year).padStart(4, "0")}-${String(index + 1).padStart(2, "0")}`;
}
