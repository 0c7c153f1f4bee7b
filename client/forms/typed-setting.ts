import { asciiDigits } from "../../shared/base/ascii-digits";
import type { InheritableDuration, InheritableSetting, Sends } from "../../shared/device/device-terms";
import type { GroupListRow } from "../../shared/device/group";
import type { DeviceClock, TimeZoneRule } from "../../shared/time/time-zones";
import { displayFormats } from "../ui/display-formats";
import { t } from "../words/made/forms";

const unitSeconds: Record<DurationUnit, number> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

const largestFirst: DurationUnit[] = ["days", "hours", "minutes", "seconds"];

export const inheritedRule = "inherited";

export const sendsLabels: Record<Sends, string> = { regular: t("interval.regularly"), changes: t("interval.changes") };

export type TypedDuration = { amount: string; unit: DurationUnit };

export type DurationUnit = "seconds" | "minutes" | "hours" | "days";

export type TypedSetting<Source extends string> = TypedDuration & { source: Source | "own" };

export function inLargestUnit(seconds: number): TypedDuration {
	const unit = largestFirst.find((each) => seconds >= unitSeconds[each] && seconds % unitSeconds[each] === 0);
	return { amount: String(seconds / unitSeconds[unit ?? "seconds"]), unit: unit ?? "seconds" };
}

export function durationOf(setting: InheritableDuration, value: number): TypedDuration {
	return setting === "retentionDays" ? { amount: String(value), unit: "days" } : inLargestUnit(value);
}

export function typedValue(setting: InheritableDuration, duration: TypedDuration): number {
	return setting === "retentionDays" ? typedNumber(duration.amount) : typedSeconds(duration);
}

export function typedSeconds({ amount, unit }: TypedDuration): number {
	return typedNumber(amount) * unitSeconds[unit];
}

/** A comma that may group thousands, for users who write a decimal point. */
const mayBeThousands = /^[+-]?[1-9]\d{0,2},\d{3}$/;

const numberForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Accepts every script's digits and decimal sign. NaN if it is no number or ambiguous, which every schema rejects. */
export function typedNumber(text: string): number {
	const signed = asciiDigits(text).trim().replace(/[−–]/, "-").replace("٫", ".");
	if (displayFormats().decimalSign === "point" && mayBeThousands.test(signed)) return Number.NaN;
	const plain = signed.replace(",", ".");
	return numberForm.test(plain) ? Number(plain) : Number.NaN;
}

export type TypedClock = { timeZoneRule: string; timezoneOffset: string };

export function typedClockOf({ timeZoneRule, timezoneOffset }: DeviceClock): TypedClock {
	return { timeZoneRule: String(timeZoneRule), timezoneOffset: String(timezoneOffset) };
}

export function clockOf({ timeZoneRule, timezoneOffset }: TypedClock): DeviceClock | null {
	if (timeZoneRule === inheritedRule) return null;
	// The field offers no other rule.
	return { timezoneOffset: Number(timezoneOffset), timeZoneRule: Number(timeZoneRule) as TimeZoneRule };
}

/** The oldest of the device's groups with the setting: ids sort by creation. */
export function givingGroup(
	groups: readonly GroupListRow[],
	groupIds: readonly string[],
	setting: InheritableSetting,
): GroupListRow | undefined {
	return groups
		.filter(({ id, defaults }) => groupIds.includes(id) && defaults[setting] !== undefined)
		.sort((a, b) => (a.id < b.id ? -1 : 1))[0];
}
