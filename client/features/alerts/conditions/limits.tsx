import { rich, t } from "../../../words/made/alerts";
import { Choice, Limit, type TypedLimit, words } from "../sentence-parts";
import { type ConditionForm, comparedOf, emptyLimit, limitOfTyped, root, typedLimit } from "./condition-form";

export const threshold: ConditionForm<"threshold"> = {
	label: t("kind.threshold"),
	usual: {},
	valuesOf: () => ({}),
	conditionOf: ({ channels, ...values }) => ({ kind: "threshold", channels, ...comparedOf(values) }),
	Fields: ({ parts }) => rich("form.threshold", { subject: parts.subject, compared: parts.comparedWith, words }),
};

type RangeValues = { is: "outside" | "inside"; low: TypedLimit; high: TypedLimit };

const insideOptions = [
	{ value: "outside", label: t("range.outside") },
	{ value: "inside", label: t("range.inside") },
] as const;

export const range: ConditionForm<"range", RangeValues> = {
	label: t("kind.range"),
	usual: { is: "outside", low: emptyLimit, high: emptyLimit },
	valuesOf: ({ is, low, high }) => ({ is, low: typedLimit(low), high: typedLimit(high) }),
	conditionOf: ({ channels, is, low, high }) => {
		return { kind: "range", channels, is, low: limitOfTyped(low), high: limitOfTyped(high) };
	},
	inOtherUnit: ({ low, high }, unit) => ({ low: unit.limit(low), high: unit.limit(high) }),
	Fields({ values, compared, parts, bind, errorAt, onChange }) {
		const shared = { channels: values.channels, compared, errorAt };
		return rich("form.range", {
			words,
			subject: parts.subject,
			inside: <Choice label={t("range.label")} options={insideOptions} {...bind("is")} />,
			low: (
				<Limit
					label={t("range.low")}
					{...shared}
					limit={values.low}
					path={`${root}.low`}
					onChange={(low, path) => onChange({ low }, path)}
				/>
			),
			high: (
				<Limit
					label={t("range.high")}
					{...shared}
					limit={values.high}
					path={`${root}.high`}
					onChange={(high, path) => onChange({ high }, path)}
				/>
			),
		});
	},
};
