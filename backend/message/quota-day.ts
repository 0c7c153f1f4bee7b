import { dayMs } from "../../shared/durations";

/** Accounts of their first week get little, as anybody can make any number of them. */
const newForMs = 7 * dayMs;

/** An instant's day of UTC, by which providers count. Times are epoch ms. */
export function quotaDay(now: number) {
	const dayStart = Math.floor(now / dayMs) * dayMs;
	const day = new Date(dayStart).toISOString().slice(0, 10);
	return { day, dayStart, dayEnd: dayStart + dayMs, settledBefore: dayStart - newForMs };
}
