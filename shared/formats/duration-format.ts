import { minuteMs } from "../base/durations";

/** `90 seconds`, `45 minutes`, `1 h 15 min`, `3 days 4 h`. */
export function formatDuration(spanMs: number): string {
	const seconds = Math.round(spanMs / 1000);
	if (seconds < 120) return counted(seconds, "second");
	const minutes = Math.round(spanMs / minuteMs);
	if (minutes < 60) return counted(minutes, "minute");
	const hours = Math.floor(minutes / 60);
	if (hours < 48) return withRest(`${hours} h`, minutes % 60, "min");
	return withRest(`${Math.floor(hours / 24)} days`, hours % 24, "h");
}

function counted(count: number, unit: string): string {
	return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function withRest(whole: string, rest: number, unit: string): string {
	return rest === 0 ? whole : `${whole} ${rest} ${unit}`;
}
