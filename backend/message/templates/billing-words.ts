import type { MeterName } from "../../../shared/account/billing-meters";
import type { CauseFacts } from "../causes";
import type { Reader } from "./message-parts";

export type BillingWords = { title: string; sentence: string; advice: string; rows: [label: string, value: string][] };

export function gigabytesText(bytes: number, count: Reader["count"]): string {
	return `${count(Number((bytes / 1_000_000_000).toFixed(2)))} GB`;
}

type LimitedMeter = "devices" | "users" | "reportRuns" | "storageBytes";

/** Usage of the other meters is charged instead. */
const limited: readonly MeterName[] = ["devices", "users", "reportRuns", "storageBytes"] satisfies LimitedMeter[];

function isLimited(meter: MeterName): meter is LimitedMeter {
	return limited.includes(meter);
}

export function usageWords(
	{ meter, percent, used, of, isLimit, resetsAt }: CauseFacts["usage"],
	{ say, time, count }: Pick<Reader, "say" | "time" | "count">,
): BillingWords {
	const name = say(`meter.${meter}`);
	const amount = (number: number) => (meter === "storageBytes" ? gigabytesText(number, count) : count(number));
	return {
		title: say(isLimit ? "usage.limit" : "usage.included", { meter: name, percent }),
		sentence: say(sentenceKey()),
		advice: say("usage.advice"),
		rows: [
			[name, say("amountOf", { used: amount(used), quota: amount(of) })],
			...(resetsAt === null ? [] : [[say("usage.resets"), time(resetsAt)] satisfies [string, string]]),
		],
	};

	function sentenceKey() {
		if (percent < 100) return isLimit ? "usage.sentence.beforeLimit" : "usage.sentence.beforeUsedUp";
		if (!isLimit) return "usage.sentence.charged";
		return isLimited(meter) ? (`usage.sentence.${meter}` as const) : "usage.sentence";
	}
}

export function paymentWords(
	{ what, planName, until }: CauseFacts["payment"],
	{ say, time }: Pick<Reader, "say" | "time">,
): BillingWords {
	const state = what === "pastDue" ? "failed" : what;
	const isDated = what === "pastDue" && until !== null;
	return {
		title: say(`payment.${state}`),
		sentence: say(`payment.${state}.sentence`),
		advice: say(`payment.${state}.advice`),
		rows: [
			[say("payment.plan"), planName],
			...(isDated ? [[say("payment.failed.from"), time(until)] satisfies [string, string]] : []),
		],
	};
}
