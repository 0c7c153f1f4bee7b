import type { ReactNode } from "react";
import { comparedAs } from "../../../shared/alert-sentence";
import type { DeviceListRow } from "../../../shared/device";
import { asStillShown } from "../../forms/value-input";
import { windowNote } from "./alert-labels";
import type { AlertValues, ConditionKind, TypedLimit } from "./alert-values";
import classes from "./alerts.module.css";
import { ClearSentence } from "./clear-sentence";
import { type ChangeCondition, ConditionParts } from "./condition-parts";
import { severityOptions } from "./levels";
import { Choice, type ErrorAt, SentenceText, Span } from "./sentence-parts";

/** In the order in which people look for them. */
export const kindLabels: Record<ConditionKind, string> = {
	threshold: "Limit: a value is past it",
	range: "Range: a value is outside or inside it",
	levels: "Levels: the severity rises with the value",
	noData: "No data: uploads or readings stop",
	rate: "Fast change: a value rises or falls too fast",
	stuck: "Stuck value: it does not change",
	statistic: "Statistic: a mean, sum or extreme over time",
	repeated: "Repeated: several readings past a limit",
	battery: "Battery: it is low",
	signal: "Signal: it is weak",
	clockDrift: "Clock: it is wrong",
};
export const kindOptions = (Object.keys(kindLabels) as ConditionKind[]) // it has an entry for each and no other
	.map((value) => ({ value, label: kindLabels[value] }));

export type ChangeAlert = (changes: Partial<AlertValues>, path: string) => void;

type RuleSentenceProps = {
	values: AlertValues;
	devices: DeviceListRow[];
	/** The part that says where the condition is looked for. */
	scope: ReactNode;
	errorAt: ErrorAt;
	onChange: ChangeAlert;
};

export function RuleSentence({ values, devices, scope, errorAt, onChange }: RuleSentenceProps) {
	const { condition, forTime, severity } = values;
	const change: ChangeCondition = (changes, path) => {
		const before = changes.channels ? stillShown(values, changes.channels.unit) : { condition };
		onChange({ ...before, condition: { ...before.condition, ...changes } }, path);
	};
	return (
		<fieldset className={classes.sentences}>
			<legend className={classes.hidden}>The rule as a sentence</legend>
			<div className={classes.sentence}>
				<SentenceText>When</SentenceText>
				<ConditionParts condition={condition} devices={devices} scope={scope} errorAt={errorAt} onChange={change} />
				{condition.kind !== "noData" && (
					<>
						<SentenceText>for at least</SentenceText>
						<Span
							label="For at least"
							value={forTime}
							error={errorAt("rule.forSeconds")}
							onChange={(next) => onChange({ forTime: next }, "rule.forSeconds")}
						/>
					</>
				)}
				<SentenceText>then open</SentenceText>
				{condition.kind === "levels" ? (
					<SentenceText>an event of that level.</SentenceText>
				) : (
					<>
						<SentenceText>an event that is</SentenceText>
						<Choice
							label="Severity"
							options={severityOptions}
							value={severity}
							onChange={(next) => onChange({ severity: next }, "severity")}
						/>
					</>
				)}
			</div>
			{windowNote(condition) && <p className={classes.help}>{windowNote(condition)}</p>}
			<ClearSentence
				clear={values.clear}
				condition={condition}
				errorAt={errorAt}
				onChange={(changes, path) => onChange({ clear: { ...values.clear, ...changes } }, path)}
			/>
		</fieldset>
	);
}

/** Its fields go on to show what they do where another channel is chosen, whose unit may be another one. */
function stillShown({ condition, clear }: AlertValues, unit: string): Pick<AlertValues, "condition" | "clear"> {
	const same = (value: string, isDifference = false) =>
		asStillShown(value, condition.channels.unit, unit, isDifference);
	const compared = comparedAs(condition);
	if (compared === null) return { condition, clear };
	const isDifference = compared === "difference";
	const limitAs = (limit: TypedLimit) => ({ ...limit, value: same(limit.value, isDifference) });
	const { limit, low, high, levels, by } = condition;
	return {
		condition: {
			...condition,
			limit: limitAs(limit),
			...{ low: limitAs(low), high: limitAs(high), by: same(by, true) },
			levels: levels.map((level) => ({ ...level, limit: limitAs(level.limit) })),
		},
		clear: {
			...clear,
			limit: limitAs(clear.limit),
			margin: clear.marginKind === "absolute" ? same(clear.margin, true) : clear.margin,
		},
	};
}
