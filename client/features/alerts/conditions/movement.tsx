import { typedNumber, typedSeconds } from "../../../forms/typed-setting";
import { rich, t } from "../../../words/made/alerts";
import { Choice, Span, TypedValue, words } from "../sentence-parts";
import { type ConditionForm, spanOf } from "./condition-form";

type RateValues = { direction: "rise" | "fall" | "either"; by: string };

const directionOptions = [
	{ value: "rise", label: t("rate.rises") },
	{ value: "fall", label: t("rate.falls") },
	{ value: "either", label: t("rate.changes") },
] as const;

export const rate: ConditionForm<"rate", RateValues> = {
	label: t("kind.rate"),
	usual: { direction: "rise", by: "" },
	valuesOf: ({ direction, by, withinSeconds }) => ({ direction, by: String(by), within: spanOf(withinSeconds) }),
	conditionOf: ({ channels, direction, by, within }) => {
		return { kind: "rate", channels, direction, by: typedNumber(by), withinSeconds: typedSeconds(within) };
	},
	inOtherUnit: ({ by }, unit) => ({ by: unit.difference(by) }),
	Fields: ({ values, compared, parts, bind }) =>
		rich("form.rate", {
			words,
			subject: parts.subject,
			direction: <Choice label={t("rate.direction")} options={directionOptions} {...bind("direction")} />,
			change: <TypedValue label={t("rate.change")} channels={values.channels} compared={compared} {...bind("by")} />,
			span: <Span label={t("within.label")} {...bind("within", "withinSeconds")} />,
		}),
};

export const stuck: ConditionForm<"stuck"> = {
	label: t("kind.stuck"),
	usual: {},
	valuesOf: ({ afterSeconds }) => ({ after: spanOf(afterSeconds) }),
	conditionOf: ({ channels, after }) => ({ kind: "stuck", channels, afterSeconds: typedSeconds(after) }),
	Fields: ({ parts, bind }) =>
		rich("form.stuck", {
			words,
			subject: parts.subject,
			span: <Span label={t("howLong.label")} {...bind("after", "afterSeconds")} />,
		}),
};
