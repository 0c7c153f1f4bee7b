import { firstDayOfMonth } from "../store/rows/archived-month-rows";
import { dayMs } from "../store/utc-days";

/** A month stays on hand for as long after its end, so that this month and the last two are read without the archive. */
const hotDays = 62;

/** What comes late seldom comes alone: the archive waits for the rest. */
const gatherMs = 60 * 60 * 1000;

/** When a month (year * 12 + month) whose days have just changed goes to the archive, epoch ms. */
export function archiveDueAt(month: number, now: number): number {
	return Math.max((firstDayOfMonth(month + 1) + hotDays) * dayMs, now + gatherMs);
}
