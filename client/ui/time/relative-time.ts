import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { t } from "../../words/made/first-screen";

export { useTickingNow } from "./ticking-now";

const parts = (ms: number) => ({
	days: Math.floor(ms / dayMs),
	hours: Math.floor((ms % dayMs) / hourMs),
	minutes: Math.floor((ms % hourMs) / minuteMs),
});

/** The two largest parts: `12 s`, `4 min`, `3 h 12 min`, `2 d 4 h`, `41 d`. */
export function formatSpan(spanMs: number): string {
	const ms = Math.abs(spanMs);
	const { days, hours, minutes } = parts(ms);
	if (ms < minuteMs) return t("span.seconds", { seconds: Math.floor(ms / 1_000) });
	if (ms < hourMs) return t("span.minutes", { minutes });
	if (ms < dayMs) return minutes === 0 ? t("span.hours", { hours }) : t("span.hoursMinutes", { hours, minutes });
	return hours === 0 || days >= 10 ? t("span.days", { days }) : t("span.daysHours", { days, hours });
}

type TimeAhead = { from: number; to: number };

const aheadMs = 5 * minuteMs;

/** `in 1 h 20 to 2 h 10 min at this rate`, in steps of five minutes; null if less than one is left. */
export function formatAhead({ from, to }: TimeAhead, now: number): string | null {
	if (from - now < aheadMs) return null;
	const leastMs = Math.floor((from - now) / aheadMs) * aheadMs;
	const mostMs = Math.ceil((to - now) / aheadMs) * aheadMs;
	const [least, most] = [parts(leastMs), parts(mostMs)];
	if (mostMs < hourMs) return t("ahead.minutes", { least: least.minutes, most: most.minutes });
	if (leastMs >= hourMs && mostMs < dayMs && least.minutes > 0 && most.minutes > 0) {
		const [leastHours, leastMinutes, mostHours, mostMinutes] = [least.hours, least.minutes, most.hours, most.minutes];
		return t("ahead.hours", { leastHours, leastMinutes, mostHours, mostMinutes });
	}
	return t("ahead", { least: formatSpan(leastMs), most: formatSpan(mostMs) });
}

/** `12 s ago`, `just now`, or `in 5 min` for a clock that runs ahead. */
export function formatAge(at: number, now: number): string {
	const ageMs = now - at;
	if (Math.abs(ageMs) < 2_000) return t("justNow");
	return ageMs >= 0 ? t("age", { span: formatSpan(ageMs) }) : t("ageAhead", { span: formatSpan(ageMs) });
}
