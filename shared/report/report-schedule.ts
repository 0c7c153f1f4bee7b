import * as z from "zod/mini";
import { oneOf } from "../alert/conditions/terms";
import { errorKey } from "../base/error-key";
import { setOf } from "../base/input-bounds";
import { Instant } from "../base/instant";

const StartTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, errorKey("time.example")));
const dayMessage = errorKey("day.ofMonth");
const dayOfMonth = z.int(dayMessage).check(z.minimum(1, dayMessage), z.maximum(31, dayMessage));

const Weekday = z.int().check(z.minimum(1), z.maximum(7));

/**
 * When a report runs, by its zone's clock. A time in a skipped hour runs at the first instant after it;
 * in a repeated hour, once in the first pass. Weekdays count from Monday, 1.
 */
export const Recurrence = oneOf("kind", {
	once: z.object({ kind: z.literal("once"), at: Instant }),
	hourly: z.object({ kind: z.literal("hourly"), everyHours: z.literal([1, 2, 3, 4, 6, 8, 12]) }),
	daily: z.object({ kind: z.literal("daily"), time: StartTime }),
	weekly: z.object({
		kind: z.literal("weekly"),
		days: setOf(Weekday, 7, { none: errorKey("day.choose") }),
		time: StartTime,
	}),
	monthly: z.object({
		kind: z.literal("monthly"),
		/** `day` 29 to 31: the last day of a shorter month. `weekday`: the nth, or the last one. */
		on: oneOf("by", {
			day: z.object({ by: z.literal("day"), day: dayOfMonth }),
			lastDay: z.object({ by: z.literal("lastDay") }),
			weekday: z.object({ by: z.literal("weekday"), nth: z.literal([1, 2, 3, 4, "last"]), weekday: Weekday }),
		}),
		time: StartTime,
	}),
});
export type Recurrence = z.infer<typeof Recurrence>;

/** `delayMinutes`: wait for late readings. The period ends without the delay. */
export const ReportSchedule = z.object({
	recurrence: Recurrence,
	delayMinutes: z
		.int(errorKey("minutes.whole"))
		.check(z.minimum(0), z.maximum(10_080, errorKey("minutes.atMost", { most: 10_080 }))),
	startsAt: z.nullable(Instant),
	endsAt: z.nullable(Instant),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;
