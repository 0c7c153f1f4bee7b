import { minuteMs } from "../base/durations";
import { t } from "../words/made/sentences";

/** `90 seconds`, `45 minutes`, `1 h 15 min`, `3 days 4 h`. */
export function formatDuration(spanMs: number, say = t): string {
	const seconds = Math.round(spanMs / 1000);
	if (seconds < 120) return say("duration.seconds", { count: seconds });
	const allMinutes = Math.round(spanMs / minuteMs);
	if (allMinutes < 60) return say("duration.minutes", { count: allMinutes });
	const [allHours, minutes] = [Math.floor(allMinutes / 60), allMinutes % 60];
	if (allHours < 48) {
		return minutes === 0
			? say("duration.hours", { hours: allHours })
			: say("duration.hoursMinutes", { hours: allHours, minutes });
	}
	const [days, hours] = [Math.floor(allHours / 24), allHours % 24];
	return hours === 0 ? say("duration.days", { days }) : say("duration.daysHours", { days, hours });
}
