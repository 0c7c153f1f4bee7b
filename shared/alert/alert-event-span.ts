import { minuteMs } from "../base/durations";
import type { TimeRange } from "../time/time-zones";
import type { AlertEvent } from "./alert";
import { isSilence } from "./conditions/no-data";

const leastAroundMs = 30 * minuteMs;

type Times = Pick<AlertEvent, "startedAt" | "endedAt" | "firedAt" | "lastAt">;

/**
 * The value of an event about missing data, seconds until an instant (epoch ms) or its end: it grows without a reading.
 * Null: an event of another kind, whose value is known.
 */
export function silentSeconds(
	{ condition, startedAt, endedAt, peak }: Pick<AlertEvent, "condition" | "startedAt" | "endedAt" | "peak">,
	now: number,
): number | null {
	if (!isSilence(condition)) return null;
	return Math.max(peak, ((endedAt ?? now) - startedAt) / 1000);
}

/** An event with some time before and after it, in whole minutes of UTC; one that is open until now. */
export function spanAround({ startedAt, endedAt, firedAt, lastAt }: Times, now: number): TimeRange {
	const latest = Math.max(endedAt ?? now, firedAt, lastAt);
	const around = Math.max(leastAroundMs, (latest - startedAt) / 2);
	const to = endedAt === null ? latest + minuteMs : latest + around;
	return { from: Math.floor((startedAt - around) / minuteMs) * minuteMs, to: Math.ceil(to / minuteMs) * minuteMs };
}
