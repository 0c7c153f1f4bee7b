import type { ReactNode } from "react";
import { type TypedDuration, typedNumber, typedSeconds } from "../../../forms/typed-setting";
import { rich, t } from "../../../words/made/alerts";
import { Span, Typed, words } from "../sentence-parts";
import { type Bound, type ConditionForm, minutes, spanOf } from "./condition-form";

type BatteryValues = { battery: string };

export const battery: ConditionForm<"battery", BatteryValues> = {
	label: t("kind.battery"),
	usual: { battery: "15" },
	valuesOf: ({ below }) => ({ battery: String(below) }),
	conditionOf: (values) => ({ kind: "battery", below: typedNumber(values.battery) }),
	Fields: ({ parts, bind }) => <Below name="battery" unit="%" where={parts.where} {...bind("battery", "below")} />,
};

type SignalValues = { signal: string };

export const signal: ConditionForm<"signal", SignalValues> = {
	label: t("kind.signal"),
	usual: { signal: "-105" },
	valuesOf: ({ below }) => ({ signal: String(below) }),
	conditionOf: (values) => ({ kind: "signal", below: typedNumber(values.signal) }),
	Fields: ({ parts, bind }) => <Below name="signal" unit="dBm" where={parts.where} {...bind("signal", "below")} />,
};

type BelowProps = Bound<string> & { name: "battery" | "signal"; unit: string; where: ReactNode };

function Below({ name, unit, where, ...bound }: BelowProps) {
	const limit = <Typed label={t(`below.${name}.label`)} {...bound} />;
	return rich(`form.${name}`, { words, where, limit, unit });
}

type ClockDriftValues = { over: TypedDuration };

export const clockDrift: ConditionForm<"clockDrift", ClockDriftValues> = {
	label: t("kind.clockDrift"),
	usual: { over: minutes(10) },
	valuesOf: ({ overSeconds }) => ({ over: spanOf(overSeconds) }),
	conditionOf: ({ over }) => ({ kind: "clockDrift", overSeconds: typedSeconds(over) }),
	Fields: ({ parts, bind }) =>
		rich("form.clockDrift", {
			words,
			where: parts.where,
			span: <Span label={t("sentence.wrongBy.label")} {...bind("over", "overSeconds")} />,
		}),
};
