import type { DeviceClock, TimeZoneRule } from "../../shared/time-zones";

/** What stands in the place of a rule where the clock is a group's or the standard one. */
export const inheritedRule = "inherited";

/** A clock as a form holds it. What was chosen as its offset stays while it is inherited. */
export type TypedClock = { timeZoneRule: string; timezoneOffset: string };

export function typedClockOf({ timeZoneRule, timezoneOffset }: DeviceClock): TypedClock {
	return { timeZoneRule: String(timeZoneRule), timezoneOffset: String(timezoneOffset) };
}

/** Null: it is inherited. */
export function clockOf({ timeZoneRule, timezoneOffset }: TypedClock): DeviceClock | null {
	if (timeZoneRule === inheritedRule) return null;
	// The field offers no other rule.
	return { timezoneOffset: Number(timezoneOffset), timeZoneRule: Number(timeZoneRule) as TimeZoneRule };
}
