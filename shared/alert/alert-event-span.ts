import { minuteMs } from "../base/durations";
import type { TimeRange } from "../time/time-zones";
import type { AlertEvent } from "./alert";
import { isSilence } from "./conditions/no-data";

const leastAroundMs = 30 * minuteMs;

type Times = Pick<AlertEvent, "startedAt" | "endedAt" | "firedAt" | "lastAt">;

/** Length of a no-data event in seconds, until `now` (epoch ms) or its end. Null for events of other conditions. */
export function silentSeconds(
	{ condition, startedAt, endedAt, peak }: Pick<AlertEvent, "condition" | "startedAt" | "endedAt" | "peak">,
	now: number,
): number | null {
	if (!isSilence(condition)) return null;
	return Math.max(peak, ((endedAt ?? now) - startedAt) / 1000);
}

/** An event with time before and after it, in whole minutes of UTC. An open event ends now. */
export function spanAround({ startedAt, endedAt, firedAt, lastAt }: Times, now: number): TimeRange {
	const latest = Math.max(endedAt ?? now, firedAt, lastAt);
	const around = Math.max(leastAroundMs, (latest - startedAt) / 2);
	const to = endedAt === null ? latest + minuteMs : latest + around;
	return { from: Math.floor((startedAt - around) / minuteMs) * minuteMs, to: Math.ceil(to / minuteMs) * minuteMs };
}
