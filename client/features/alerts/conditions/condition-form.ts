import type { ReactNode } from "react";
import type { ConditionKind, ConditionOf } from "../../../../shared/alert/conditions/registry";
import type { AlertLimit, ChannelChoice, Comparison } from "../../../../shared/alert/conditions/terms";
import { inLargestUnit, type TypedDuration, typedNumber } from "../../../forms/typed-setting";
import { digitsText } from "../../../ui/value-display";
import type { ErrorAt, Measured, TypedLimit } from "../sentence-parts";

export type CommonValues = {
	channels: ChannelChoice;
	comparison: Comparison;
	limit: TypedLimit;
	within: TypedDuration;
	after: TypedDuration;
};

/** The form of one kind of condition. `Own`: values of this kind only, numbers as typed. */
export type ConditionForm<Kind extends ConditionKind, Own = object> = {
	label: string;
	usual: Own;
	valuesOf(condition: ConditionOf<Kind>): Partial<CommonValues & Own>;
	conditionOf(values: CommonValues & Own): ConditionOf<Kind>;
	Fields(props: FieldsProps<CommonValues & Own>): ReactNode;
	inOtherUnit?(values: Own, unit: InOtherUnit): Partial<Own>;
};

export type InOtherUnit = { limit(limit: TypedLimit): TypedLimit; difference(typed: string): string };

export type FieldsProps<Values> = {
	values: Values;
	compared: Measured["compared"];
	parts: { channels: ReactNode; where: ReactNode; subject: ReactNode; comparedWith: ReactNode };
	bind<Field extends keyof Values>(field: Field, path?: string): Bound<Values[Field]>;
	errorAt: ErrorAt;
	onChange(changes: Partial<Values>, path: string): void;
};

export type Bound<Value> = { value: Value; error: string | undefined; onChange(value: Value): void };

export const root = "rule.condition";

export const emptyLimit: TypedLimit = { from: "value", value: "", field: "" };

export function typedLimit(limit: AlertLimit): TypedLimit {
	if (limit.from === "value") return { ...emptyLimit, value: digitsText(String(limit.value)) };
	if (limit.from === "field") return { ...emptyLimit, from: "field", field: limit.field };
	return { ...emptyLimit, from: limit.end };
}

export function limitOfTyped({ from, value, field }: TypedLimit): AlertLimit {
	if (from === "value") return { from, value: typedNumber(value) };
	return from === "field" ? { from, field } : { from: "range", end: from };
}

export function comparedOf({ comparison, limit }: Pick<CommonValues, "comparison" | "limit">) {
	return { comparison, limit: limitOfTyped(limit) };
}

export const minutes = (amount: number): TypedDuration => ({ amount: String(amount), unit: "minutes" });

export const spanOf = (seconds: number): TypedDuration => (seconds === 0 ? minutes(0) : inLargestUnit(seconds));
