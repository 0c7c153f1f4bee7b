import { type MeterName, meterTitles } from "../../../shared/account/billing-meters";
import type { CauseFacts } from "../causes";
import type { Reader } from "./message-parts";

export type BillingWords = { title: string; sentence: string; advice: string; rows: [label: string, value: string][] };

export function gigabytesText(bytes: number, count: Reader["count"]): string {
	return `${count(Number((bytes / 1_000_000_000).toFixed(2)))} GB`;
}

/** Effects of a limit; usage beyond an included amount is charged instead. */
const atLimit: Partial<Record<MeterName, string>> = {
	devices: "No device can be added until one is archived, or the plan is larger. All devices go on.",
	users: "Nobody can be invited until a user is removed, or the plan is larger.",
	reportRuns: "Reports can be made again next month, or with a larger plan.",
	storageBytes: "The page Storage says what happens now.",
};

export function usageWords(facts: CauseFacts["usage"], { time, count }: Pick<Reader, "time" | "count">): BillingWords {
	const { meter, percent, used, of, isLimit, resetsAt } = facts;
	const name = meterTitles[meter];
	const what = isLimit ? "of the plan's limit" : "of what the plan includes";
	const end = isLimit ? (atLimit[meter] ?? "") : "More is possible, and may be charged by your plan.";
	const amount = (number: number) => (meter === "storageBytes" ? gigabytesText(number, count) : count(number));
	const before = isLimit ? "Nothing ends before the limit." : "Nothing ends where it is used up.";
	return {
		title: `${name}: ${percent} % ${what}`,
		sentence: `Readings are taken and alerts are sent as before. ${percent < 100 ? before : end}`.trim(),
		advice: "Owners and billing users see all of it, and can choose a larger plan.",
		rows: [
			[name, `${amount(used)} of ${amount(of)}`],
			...(resetsAt === null ? [] : [["Begins anew", time(resetsAt)] satisfies [string, string]]),
		],
	};
}

export function paymentWords(
	{ what, planName, until }: CauseFacts["payment"],
	time: (at: number) => string,
): BillingWords {
	const rows: BillingWords["rows"] = [["Plan", planName]];
	if (what === "second") {
		return {
			title: "A second subscription was canceled",
			sentence: "Your account had two subscriptions. The later one was canceled, and what was paid for it is credited.",
			advice: "There is nothing to do. Your next invoice shows the credit.",
			rows,
		};
	}
	if (what === "ended") {
		return {
			title: "Your subscription has ended",
			sentence:
				"Readings are taken and alerts are sent as before. What is beyond the present plan stays, and nothing can be added to it.",
			advice: "Choose a plan to go on as before.",
			rows,
		};
	}
	const from = until === null ? [] : ([["Nothing can be added from", time(until)]] satisfies [string, string][]);
	return {
		title: "A payment has failed",
		sentence:
			"Readings are taken and alerts are sent as before. If nothing is paid until the date below, no devices or users can be added.",
		advice: "Change the way to pay, or pay the open invoice.",
		rows: [...rows, ...from],
	};
}
