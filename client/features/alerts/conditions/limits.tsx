import { Choice, Limit, SentenceText, type TypedLimit } from "../sentence-parts";
import { type ConditionForm, comparedOf, emptyLimit, limitOfTyped, root, typedLimit } from "./condition-form";

export const threshold: ConditionForm<"threshold"> = {
	label: "Limit: a value is past it",
	usual: {},
	valuesOf: () => ({}),
	conditionOf: ({ channels, ...values }) => ({ kind: "threshold", channels, ...comparedOf(values) }),
	Fields: ({ parts }) => (
		<>
			{parts.subject}
			<SentenceText>is</SentenceText>
			{parts.comparedWith}
		</>
	),
};

type RangeValues = { is: "outside" | "inside"; low: TypedLimit; high: TypedLimit };

const insideOptions = [
	{ value: "outside", label: "outside" },
	{ value: "inside", label: "inside" },
] as const;

export const range: ConditionForm<"range", RangeValues> = {
	label: "Range: a value is outside or inside it",
	usual: { is: "outside", low: emptyLimit, high: emptyLimit },
	valuesOf: ({ is, low, high }) => ({ is, low: typedLimit(low), high: typedLimit(high) }),
	conditionOf: ({ channels, is, low, high }) => {
		return { kind: "range", channels, is, low: limitOfTyped(low), high: limitOfTyped(high) };
	},
	inOtherUnit: ({ low, high }, unit) => ({ low: unit.limit(low), high: unit.limit(high) }),
	Fields({ values, compared, parts, bind, errorAt, onChange }) {
		const shared = { channels: values.channels, compared, errorAt };
		return (
			<>
				{parts.subject}
				<SentenceText>is</SentenceText>
				<Choice label="Inside or outside" options={insideOptions} {...bind("is")} />
				<Limit
					label="Lower limit"
					{...shared}
					limit={values.low}
					path={`${root}.low`}
					onChange={(low, path) => onChange({ low }, path)}
				/>
				<SentenceText>to</SentenceText>
				<Limit
					label="Upper limit"
					{...shared}
					limit={values.high}
					path={`${root}.high`}
					onChange={(high, path) => onChange({ high }, path)}
				/>
			</>
		);
	},
};
