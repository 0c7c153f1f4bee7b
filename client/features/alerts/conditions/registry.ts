import { type AlertCondition, type ConditionKind, ofKind } from "../../../../shared/alert/conditions/registry";
import { quantities } from "../../../../shared/formats/units";
import {
	type CommonValues,
	type ConditionForm,
	emptyLimit,
	type InOtherUnit,
	minutes,
	typedLimit,
} from "./condition-form";
import { battery, clockDrift, signal } from "./device-facts";
import { levels } from "./levels";
import { range, threshold } from "./limits";
import { rate, stuck } from "./movement";
import { noData } from "./no-data";
import { repeated } from "./repeated";
import { statistic } from "./statistic";

const conditionForms = {
	threshold,
	range,
	levels,
	noData,
	rate,
	stuck,
	statistic,
	repeated,
	battery,
	signal,
	clockDrift,
} satisfies { [Kind in ConditionKind]: ConditionForm<Kind> };

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
	? All
	: never;

type OwnValues = AllOf<(typeof conditionForms)[ConditionKind]["usual"]>;

/** Input of every kind, so that trying another kind loses nothing. */
export type ConditionValues = { kind: ConditionKind } & CommonValues & OwnValues;

export const kindOptions = (Object.keys(conditionForms) as ConditionKind[]) // it has an entry for each and no other
	.map((value) => ({ value, label: conditionForms[value].label }));

export const usualCondition: ConditionValues = {
	kind: "threshold",
	comparison: ">",
	limit: emptyLimit,
	within: minutes(30),
	after: minutes(60),
	channels: { quantity: "temperature", unit: quantities.temperature.unit, name: null },
	// Together, the forms have an entry for each own value.
	...(Object.fromEntries(Object.values(conditionForms).flatMap(({ usual }) => Object.entries(usual))) as OwnValues),
};

type AnyForm = Omit<ConditionForm<ConditionKind, OwnValues>, "usual">;

export function conditionFormOf(kind: ConditionKind): AnyForm {
	return ofKind<ConditionKind, AnyForm>(conditionForms, kind);
}

export function conditionOf(values: ConditionValues): AlertCondition {
	return conditionFormOf(values.kind).conditionOf(values);
}

export function conditionValuesOf(condition: AlertCondition): ConditionValues {
	const { kind } = condition;
	const channels = "channels" in condition && condition.channels ? { channels: condition.channels } : {};
	const compared =
		"comparison" in condition && "limit" in condition
			? { comparison: condition.comparison, limit: typedLimit(condition.limit) }
			: {};
	return { ...usualCondition, kind, ...channels, ...compared, ...conditionFormOf(kind).valuesOf(condition) };
}

export function inOtherUnit(values: ConditionValues, unit: InOtherUnit): ConditionValues {
	const converted = { ...values, limit: unit.limit(values.limit) };
	for (const form of Object.values<AnyForm>(conditionForms)) Object.assign(converted, form.inOtherUnit?.(values, unit));
	return converted;
}
