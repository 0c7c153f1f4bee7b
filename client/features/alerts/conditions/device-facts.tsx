import type { ReactNode } from "react";
import { type TypedDuration, typedNumber, typedSeconds } from "../../../forms/typed-setting";
import { SentenceText, Span, Typed } from "../sentence-parts";
import { type Bound, type ConditionForm, minutes, spanOf } from "./condition-form";

type BatteryValues = { battery: string };

export const battery: ConditionForm<"battery", BatteryValues> = {
	label: "Battery: it is low",
	usual: { battery: "15" },
	valuesOf: ({ below }) => ({ battery: String(below) }),
	conditionOf: (values) => ({ kind: "battery", below: typedNumber(values.battery) }),
	Fields: ({ parts, bind }) => <Below name="Battery" unit="%" where={parts.where} {...bind("battery", "below")} />,
};

type SignalValues = { signal: string };

export const signal: ConditionForm<"signal", SignalValues> = {
	label: "Signal: it is weak",
	usual: { signal: "-105" },
	valuesOf: ({ below }) => ({ signal: String(below) }),
	conditionOf: (values) => ({ kind: "signal", below: typedNumber(values.signal) }),
	Fields: ({ parts, bind }) => <Below name="Signal" unit="dBm" where={parts.where} {...bind("signal", "below")} />,
};

type BelowProps = Bound<string> & { name: string; unit: string; where: ReactNode };

function Below({ name, unit, where, ...bound }: BelowProps) {
	return (
		<>
			<SentenceText>the {name.toLowerCase()}</SentenceText>
			{where}
			<SentenceText>is below</SentenceText>
			<Typed label={`${name} below`} {...bound} />
			<SentenceText>{unit}</SentenceText>
		</>
	);
}

type ClockDriftValues = { over: TypedDuration };

export const clockDrift: ConditionForm<"clockDrift", ClockDriftValues> = {
	label: "Clock: it is wrong",
	usual: { over: minutes(10) },
	valuesOf: ({ overSeconds }) => ({ over: spanOf(overSeconds) }),
	conditionOf: ({ over }) => ({ kind: "clockDrift", overSeconds: typedSeconds(over) }),
	Fields: ({ parts, bind }) => (
		<>
			<SentenceText>the clock</SentenceText>
			{parts.where}
			<SentenceText>is wrong by more than</SentenceText>
			<Span label="Wrong by more than" {...bind("over", "overSeconds")} />
		</>
	),
};
