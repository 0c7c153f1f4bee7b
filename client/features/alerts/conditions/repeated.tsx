import { typedNumber, typedSeconds } from "../../../forms/typed-setting";
import { rich, t } from "../../../words/made/alerts";
import { Choice, Span, Typed, words } from "../sentence-parts";
import { type ConditionForm, comparedOf, root, spanOf } from "./condition-form";

type RepeatedValues = { count: string; isInRow: boolean };

const repeatOptions = [
	{ value: "row", label: t("repeated.inRow") },
	{ value: "within", label: t("repeated.within") },
] as const;

export const repeated: ConditionForm<"repeated", RepeatedValues> = {
	label: t("kind.repeated"),
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
	Fields: ({ values, parts, bind, onChange }) =>
		rich("form.repeated", {
			words,
			subject: parts.subject,
			compared: parts.comparedWith,
			count: <Typed label={t("repeated.count")} {...bind("count")} />,
			within: (
				<>
					<Choice
						label={t("repeated.label")}
						options={repeatOptions}
						value={values.isInRow ? "row" : "within"}
						onChange={(chosen) => onChange({ isInRow: chosen === "row" }, `${root}.withinSeconds`)}
					/>
					{!values.isInRow && <Span label={t("within.label")} {...bind("within", "withinSeconds")} />}
				</>
			),
		}),
};
