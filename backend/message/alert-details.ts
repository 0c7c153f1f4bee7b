import { minuteMs } from "../../shared/base/durations";
import { formatDuration } from "../../shared/formats/duration-format";
import type { MessagesTranslate } from "../../shared/words/made/messages";
import { wordsIn } from "../../shared/words/made/sentences-in";

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

/** `span` is in a language, such as `3 h`. */
export function trendSpan({ from, to }: AlertTrend, language: string): string {
	return formatDuration(Math.round((to - from) / minuteMs) * minuteMs, wordsIn(language));
}

export function trendText(trend: AlertTrend, say: MessagesTranslate): string {
	const { lowest, highest } = trend;
	const span = trendSpan(trend, say.language);
	return lowest === highest
		? say("trend.steady", { span, value: lowest })
		: say("trend.between", { span, lowest, highest });
}
