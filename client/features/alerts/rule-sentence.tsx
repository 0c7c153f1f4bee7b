import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { ownSeverities } from "../../../shared/alert/alert-rule";
import { comparedAs } from "../../../shared/alert/alert-sentence";
import { isSilence } from "../../../shared/alert/conditions/no-data";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import type { DeviceListRow } from "../../../shared/device/device";
import { asStillShown } from "../../forms/value-input";
import layout from "../../ui/layout/layouts.module.css";
import { rich, t } from "../../words/made/alerts";
import { conditionNote } from "./alert-labels";
import type { AlertValues } from "./alert-values";
import classes from "./alerts.module.css";
import { ClearSentence } from "./clear-sentence";
import { emptyLimit, type FieldsProps, root } from "./conditions/condition-form";
import { type ConditionValues, conditionFormOf, conditionOf, inOtherUnit } from "./conditions/registry";
import {
	Channels,
	Choice,
	ComparedWith,
	type ErrorAt,
	raisedOptions,
	Sentence,
	Span,
	type TypedLimit,
	words,
} from "./sentence-parts";

const sumNote = t("sumNote");

export type ChangeAlert = (changes: Partial<AlertValues>, path: string) => void;

type RuleSentenceProps = {
	values: AlertValues;
	devices: DeviceListRow[];
	scope: ReactNode;
	errorAt: ErrorAt;
	onChange: ChangeAlert;
};

export function RuleSentence({ values, devices, scope, errorAt, onChange }: RuleSentenceProps) {
	const { forTime, severity } = values;
	const condition = conditionOf(values.condition);
	const isSum = condition.kind === "statistic" && condition.statistic === "sum";
	const notes = [conditionNote(condition), isSum ? sumNote : undefined].filter((note) => note !== undefined);
	const change: ChangeCondition = (changes, path) => {
		const before = changes.channels ? stillShown(values, changes.channels) : { condition: values.condition };
		onChange({ ...before, condition: { ...before.condition, ...changes } }, path);
	};
	const parts = (
		<ConditionParts
			values={values.condition}
			condition={condition}
			devices={devices}
			scope={scope}
			errorAt={errorAt}
			onChange={change}
		/>
	);
	const span = (
		<Span
			label={t("sentence.forAtLeast.label")}
			value={forTime}
			error={errorAt("rule.forSeconds")}
			onChange={(next) => onChange({ forTime: next }, "rule.forSeconds")}
		/>
	);
	const raised = (
		<Choice
			label={t("severity")}
			options={raisedOptions}
			value={severity}
			onChange={(next) => onChange({ severity: next }, "severity")}
		/>
	);
	return (
		<fieldset className={`${layout.fieldset} ${classes.sentences}`}>
			<VisuallyHidden component="legend">{t("sentence.legend")}</VisuallyHidden>
			<Sentence>
				{isSilence(condition)
					? rich("form.ruleOfSilence", { words, condition: parts, severity: raised })
					: ownSeverities(condition)
						? rich("form.ruleOfLevels", { words, condition: parts, span })
						: rich("form.rule", { words, condition: parts, span, severity: raised })}
			</Sentence>
			{notes.length > 0 && <p className={layout.note}>{notes.join(" ")}</p>}
			<ClearSentence
				clear={values.clear}
				condition={condition}
				typedChannels={values.condition.channels}
				errorAt={errorAt}
				onChange={(changes, path) => onChange({ clear: { ...values.clear, ...changes } }, path)}
			/>
		</fieldset>
	);
}

type ChangeCondition = (changes: Partial<ConditionValues>, path: string) => void;

type ConditionPartsProps = Pick<RuleSentenceProps, "devices" | "scope" | "errorAt"> & {
	values: ConditionValues;
	condition: AlertCondition;
	onChange: ChangeCondition;
};

function ConditionParts({ values, condition, devices, scope, errorAt, onChange }: ConditionPartsProps) {
	const { channels, comparison, limit } = values;
	const compared = comparedAs(condition);
	const chosen = (
		<Channels
			channels={channels}
			devices={devices}
			path={`${root}.channels`}
			errorAt={errorAt}
			onChange={(next) => {
				const isNewDoor = next.quantity === "door" && channels.quantity !== "door";
				const open = { comparison: "=" as const, limit: { ...emptyLimit, value: "1" } };
				onChange({ channels: next, ...(isNewDoor && open) }, `${root}.channels`);
			}}
		/>
	);
	const where = rich("form.where", { words, scope });
	const parts = {
		channels: chosen,
		where,
		subject: rich("form.subject", { channels: chosen, where }),
		comparedWith: (
			<ComparedWith
				label={t("limit.label")}
				path={root}
				comparison={comparison}
				limit={limit}
				channels={channels}
				compared={compared}
				errorAt={errorAt}
				onChange={onChange}
			/>
		),
	};
	const bind: FieldsProps<ConditionValues>["bind"] = (field, name = field) => {
		const path = `${root}.${name}`;
		return {
			value: values[field],
			error: errorAt(path),
			// A value of the field that the control is bound to.
			onChange: (value) => onChange({ [field]: value } as Partial<ConditionValues>, path),
		};
	};
	const { Fields } = conditionFormOf(values.kind);
	return <Fields values={values} compared={compared} parts={parts} bind={bind} errorAt={errorAt} onChange={onChange} />;
}

/** Fields keep the numbers they show when a chosen channel changes the unit. */
function stillShown({ condition, clear }: AlertValues, to: ChannelChoice): Pick<AlertValues, "condition" | "clear"> {
	const same = (value: string, isDifference = false) =>
		asStillShown(value, { from: condition.channels, to }, isDifference);
	const compared = comparedAs(conditionOf(condition));
	if (compared === null) return { condition, clear };
	const limit = (typedLimit: TypedLimit) => ({
		...typedLimit,
		value: same(typedLimit.value, compared === "difference"),
	});
	return {
		condition: inOtherUnit(condition, { limit, difference: (typed) => same(typed, true) }),
		clear: {
			...clear,
			limit: limit(clear.limit),
			margin: clear.marginKind === "absolute" ? same(clear.margin, true) : clear.margin,
		},
	};
}
