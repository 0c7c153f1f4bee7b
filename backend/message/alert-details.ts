import { minuteMs } from "../../shared/base/durations";
import { formatDuration } from "../../shared/formats/duration-format";

/** What is known of an alert when its message goes out, beside the facts it was queued with. Times are epoch ms. */
export type AlertDetails = {
	/** As `limit −18 °C`; null: the sentence says it all. */
	limit: string | null;
	/** Where the device stands, or empty. */
	site: string;
	groups: string[];
	/** Null: it is of the device as a whole, or of a channel that is gone. */
	channel: string | null;
	/** The worst value so far; null: there is no such value. */
	peak: { text: string; at: number } | null;
	/** Names of whom else it was sent to, or waits to be sent to. */
	others: string[];
	/** Null: its channel has no readings to draw. */
	course: AlertTrend | null;
};

/** A channel's readings around an alert, as columns by time: the lowest and highest of each step. */
export type AlertTrend = {
	from: number;
	to: number;
	startedAt: number;
	endedAt: number | null;
	at: number[];
	low: number[];
	high: number[];
	/** In the unit of the values. */
	limits: number[];
	/** The whole trend in words. */
	lowest: string;
	highest: string;
};

/** `24 h: between 3.9 °C and 9.5 °C`, `24 h: steady at 9.5 °C`. */
export function trendText({ from, to, lowest, highest }: AlertTrend): string {
	const span = formatDuration(Math.round((to - from) / minuteMs) * minuteMs);
	return `${span}: ${lowest === highest ? `steady at ${lowest}` : `between ${lowest} and ${highest}`}`;
}
