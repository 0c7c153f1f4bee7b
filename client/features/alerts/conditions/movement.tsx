import { typedNumber, typedSeconds } from "../../../forms/typed-setting";
import { Choice, SentenceText, Span, TypedValue } from "../sentence-parts";
import { type ConditionForm, spanOf } from "./condition-form";

type RateValues = { direction: "rise" | "fall" | "either"; by: string };

const directionOptions = [
	{ value: "rise", label: "rises" },
	{ value: "fall", label: "falls" },
	{ value: "either", label: "changes" },
] as const;

export const rate: ConditionForm<"rate", RateValues> = {
	label: "Fast change: a value rises or falls too fast",
	usual: { direction: "rise", by: "" },
	valuesOf: ({ direction, by, withinSeconds }) => ({ direction, by: String(by), within: spanOf(withinSeconds) }),
	conditionOf: ({ channels, direction, by, within }) => {
		return { kind: "rate", channels, direction, by: typedNumber(by), withinSeconds: typedSeconds(within) };
	},
	inOtherUnit: ({ by }, unit) => ({ by: unit.difference(by) }),
	Fields: ({ values, compared, parts, bind }) => (
		<>
			{parts.subject}
			<Choice label="Direction" options={directionOptions} {...bind("direction")} />
			<SentenceText>by more than</SentenceText>
			<TypedValue label="Change" channels={values.channels} compared={compared} {...bind("by")} />
			<SentenceText>within</SentenceText>
			<Span label="Within" {...bind("within", "withinSeconds")} />
		</>
	),
};

export const stuck: ConditionForm<"stuck"> = {
	label: "Stuck value: it does not change",
	usual: {},
	valuesOf: ({ afterSeconds }) => ({ after: spanOf(afterSeconds) }),
	conditionOf: ({ channels, after }) => ({ kind: "stuck", channels, afterSeconds: typedSeconds(after) }),
	Fields: ({ parts, bind }) => (
		<>
			{parts.subject}
			<SentenceText>has not changed for</SentenceText>
			<Span label="For how long" {...bind("after", "afterSeconds")} />
		</>
	),
};
