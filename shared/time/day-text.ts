import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { errorKey } from "../base/error-key";

/** A day of a calendar, as `2026-11-30`. */
export const DayText = z.string().check(
	z.regex(/^20\d\d-\d\d-\d\d$/, errorKey("time.choose")),
	// Date.parse would turn 30 February into 2 March.
	z.refine((day) => !day.endsWith("-00") && new Date(Date.parse(day) || 0).toISOString().startsWith(day), {
		error: errorKey("time.choose"),
	}),
);

/** Whole days from `now` to the beginning of the day in UTC, rounded up. */
export function daysUntil(day: string, now: number): number {
	return Math.ceil((Date.parse(day) - now) / dayMs);
}
