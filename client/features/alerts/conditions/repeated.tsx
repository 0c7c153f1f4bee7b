import { typedNumber, typedSeconds } from "../../../forms/typed-setting";
import { Choice, SentenceText, Span, Typed } from "../sentence-parts";
import { type ConditionForm, comparedOf, root, spanOf } from "./condition-form";

type RepeatedValues = { count: string; isInRow: boolean };

const repeatOptions = [
	{ value: "row", label: "in a row" },
	{ value: "within", label: "within" },
] as const;

export const repeated: ConditionForm<"repeated", RepeatedValues> = {
	label: "Repeated: several readings past a limit",
	usual: { count: "3", isInRow: true },
	valuesOf: ({ count, withinSeconds }) => ({
		count: String(count),
		isInRow: withinSeconds === null,
		...(withinSeconds !== null && { within: spanOf(withinSeconds) }),
	}),
	conditionOf: ({ channels, count, isInRow, within, ...values }) => ({
		kind: "repeated",
		channels,
		...comparedOf(values),
		count: typedNumber(count),
		withinSeconds: isInRow ? null : typedSeconds(within),
	}),
	Fields: ({ values, parts, bind, onChange }) => (
		<>
			{parts.subject}
			<SentenceText>is</SentenceText>
			{parts.comparedWith}
			<Typed label="How many times" {...bind("count")} />
			<SentenceText>times</SentenceText>
			<Choice
				label="In a row or within a time"
				options={repeatOptions}
				value={values.isInRow ? "row" : "within"}
				onChange={(chosen) => onChange({ isInRow: chosen === "row" }, `${root}.withinSeconds`)}
			/>
			{!values.isInRow && <Span label="Within" {...bind("within", "withinSeconds")} />}
		</>
	),
};
