import type { InheritableDuration } from "../../shared/device-terms";
import { typedNumber } from "./typed-number";

/** A length of time as a form holds it: what was typed, and its unit. */
export type TypedDuration = { amount: string; unit: DurationUnit };
export type DurationUnit = "seconds" | "minutes" | "hours" | "days";

/** A setting as a form holds it: a value of its own, or what else it may be. What was typed stays while it is not. */
export type TypedSetting<Source extends string> = TypedDuration & { source: Source | "own" };

const unitSeconds: Record<DurationUnit, number> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };
const largestFirst: DurationUnit[] = ["days", "hours", "minutes", "seconds"];

/** In the largest unit that says it in whole numbers. */
export function inLargestUnit(seconds: number): TypedDuration {
	const unit = largestFirst.find((each) => seconds >= unitSeconds[each] && seconds % unitSeconds[each] === 0);
	return { amount: String(seconds / unitSeconds[unit ?? "seconds"]), unit: unit ?? "seconds" };
}

/** For how long readings are kept is counted in days, everything else in seconds. */
export function durationOf(setting: InheritableDuration, value: number): TypedDuration {
	return setting === "retentionDays" ? { amount: String(value), unit: "days" } : inLargestUnit(value);
}

/** The value that was typed, in days or in seconds; NaN for what is no number. */
export function typedValue(setting: InheritableDuration, { amount, unit }: TypedDuration): number {
	return typedNumber(amount) * (setting === "retentionDays" ? 1 : unitSeconds[unit]);
}
