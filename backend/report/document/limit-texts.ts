import { type Bounds, isAnyJudged } from "../../../shared/log/limit-spans";
import type { ReportDefinition } from "../../../shared/report/report";
import { limitsText, numberText, shownChannel } from "../figures/report-channel";
import { type Clock, momentText } from "../source/report-clock";
import { limitSpansOf, type ReportChannel } from "../source/report-source";

export const notJudged = "Not judged";

type Layout = ReportDefinition["layout"];

export function boundsText(channel: ReportChannel, bounds: Bounds | null, layout: Layout): string {
	if (bounds === null) return notJudged;
	const { min = null, max = null, isMinOut = false, isMaxOut = false } = bounds;
	const shown = shownChannel({ ...channel, min, max }, layout);
	if (!isMinOut && !isMaxOut) return limitsText(shown);
	const ends = [
		{ value: shown.limits.min, word: isMinOut ? "Above" : "At least" },
		{ value: shown.limits.max, word: isMaxOut ? "Below" : "At most" },
	];
	const texts = ends.flatMap(({ value, word }) => {
		return value === null ? [] : `${word} ${numberText(value, shown.decimalSign)} ${shown.unit}`.trim();
	});
	return texts.map((text, index) => (index === 0 ? text : text[0]?.toLowerCase() + text.slice(1))).join(" and ");
}

type Shown = { layout: Layout; clock: Clock };

export function limitsOverTime(channel: ReportChannel, { layout, clock }: Shown): string {
	const texts = limitSpansOf(channel).map(({ from, bounds }, index) => {
		const text = boundsText(channel, bounds, layout);
		return index === 0 ? text : `from ${momentText(from, clock, layout)} on ${text[0]?.toLowerCase()}${text.slice(1)}`;
	});
	return texts.join("; ");
}

export function isJudged(channel: ReportChannel): boolean {
	return isAnyJudged(limitSpansOf(channel));
}
