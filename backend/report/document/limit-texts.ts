import { type Bounds, isAnyJudged } from "../../../shared/log/limit-spans";
import type { ReportDefinition } from "../../../shared/report/report";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { numberText, type ShownChannel, shownChannel } from "../figures/report-channel";
import { type Clock, momentText } from "../source/report-clock";
import { limitSpansOf, type ReportChannel } from "../source/report-source";

type Layout = ReportDefinition["layout"];

type Limited = Pick<ShownChannel, "limits" | "unit" | "decimalSign"> & Pick<Bounds, "isMinOut" | "isMaxOut">;

function limitsIn({ limits: { min, max }, unit, decimalSign, isMinOut = false, isMaxOut = false }: Limited) {
	const text = (value: number | null) => (value === null ? "" : `${numberText(value, decimalSign)} ${unit}`.trim());
	const values = { min: text(min), max: text(max) };
	if (min === null && max === null) return { key: "limits.none", values } as const;
	if (max === null) return { key: isMinOut ? "limits.above" : "limits.atLeast", values } as const;
	if (min === null) return { key: isMaxOut ? "limits.below" : "limits.atMost", values } as const;
	if (isMinOut) return { key: isMaxOut ? "limits.aboveAndBelow" : "limits.aboveAndAtMost", values } as const;
	if (isMaxOut) return { key: "limits.atLeastAndBelow", values } as const;
	return { key: "limits.between", values: { ...values, min: numberText(min, decimalSign) } } as const;
}

export function limitsText(limited: Limited, { language }: Pick<Layout, "language">): string {
	const { key, values } = limitsIn(limited);
	const say = wordsIn(language);
	switch (key) {
		case "limits.none":
			return say(key);
		case "limits.above":
		case "limits.atLeast":
			return say(key, { min: values.min });
		case "limits.below":
		case "limits.atMost":
			return say(key, { max: values.max });
		default:
			return say(key, values);
	}
}

function limitedBy(channel: ReportChannel, { min = null, max = null, ...ends }: Bounds, layout: Layout): Limited {
	return { ...shownChannel({ ...channel, min, max }, layout), ...ends };
}

export function boundsText(channel: ReportChannel, bounds: Bounds | null, layout: Layout): string {
	if (bounds === null) return wordsIn(layout.language)("limits.notJudged");
	return limitsText(limitedBy(channel, bounds, layout), layout);
}

type Shown = { layout: Layout; clock: Clock };

export function limitsOverTime(channel: ReportChannel, { layout, clock }: Shown): string {
	const say = wordsIn(layout.language);
	const texts = limitSpansOf(channel).map(({ from: at, bounds }, index) => {
		if (index === 0) return boundsText(channel, bounds, layout);
		const from = momentText(at, clock, layout);
		if (bounds === null) return say("limits.notJudged.from", { from });
		const { key, values } = limitsIn(limitedBy(channel, bounds, layout));
		return say(`${key}.from`, { ...values, from });
	});
	return texts.join("; ");
}

export function isJudged(channel: ReportChannel): boolean {
	return isAnyJudged(limitSpansOf(channel));
}
