import { minuteMs } from "../../shared/base/durations";
import { formatDuration } from "../../shared/formats/duration-format";

/** Details of an alert as of the claim. Times are epoch ms. */
export type AlertDetails = {
	limit: string | null;
	site: string;
	groups: string[];
	channel: string | null;
	/** The worst value so far; null if the rule has no value. */
	peak: { text: string; at: number } | null;
	others: string[];
	course: AlertTrend | null;
};

/** A channel's readings around an alert: the lowest and highest of each step, by time. */
export type AlertTrend = {
	from: number;
	to: number;
	startedAt: number;
	endedAt: number | null;
	at: number[];
	low: number[];
	high: number[];
	limits: number[];
	lowest: string;
	highest: string;
};

export function trendText({ from, to, lowest, highest }: AlertTrend): string {
	const span = formatDuration(Math.round((to - from) / minuteMs) * minuteMs);
	return `${span}: ${lowest === highest ? `steady at ${lowest}` : `between ${lowest} and ${highest}`}`;
}
