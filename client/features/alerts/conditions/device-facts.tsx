import { type TypedDuration, typedNumber, typedSeconds } from "../../../forms/typed-setting";
import { SentenceText, Span, Typed } from "../sentence-parts";
import { type ConditionForm, type FieldsProps, minutes, root, spanOf } from "./condition-form";

type BatteryValues = { battery: string };

export const battery: ConditionForm<"battery", BatteryValues> = {
	label: "Battery: it is low",
	usual: { battery: "15" },
	valuesOf: ({ below }) => ({ battery: String(below) }),
	conditionOf: (values) => ({ kind: "battery", below: typedNumber(values.battery) }),
	Fields: ({ values, onChange, ...props }) => (
		<Below
			{...{ ...props, name: "Battery", unit: "%", value: values.battery }}
			onChange={(below, path) => onChange({ battery: below }, path)}
		/>
	),
};

type SignalValues = { signal: string };

export const signal: ConditionForm<"signal", SignalValues> = {
	label: "Signal: it is weak",
	usual: { signal: "-105" },
	valuesOf: ({ below }) => ({ signal: String(below) }),
	conditionOf: (values) => ({ kind: "signal", below: typedNumber(values.signal) }),
	Fields: ({ values, onChange, ...props }) => (
		<Below
			{...{ ...props, name: "Signal", unit: "dBm", value: values.signal }}
			onChange={(below, path) => onChange({ signal: below }, path)}
		/>
	),
};

type BelowProps = Pick<FieldsProps<object>, "parts" | "errorAt"> & {
	name: string;
	unit: string;
	value: string;
	onChange: (below: string, path: string) => void;
};

function Below({ name, unit, value, parts, errorAt, onChange }: BelowProps) {
	const path = `${root}.below`;
	return (
		<>
			<SentenceText>the {name.toLowerCase()}</SentenceText>
			{parts.where}
			<SentenceText>is below</SentenceText>
			<Typed label={`${name} below`} value={value} error={errorAt(path)} onChange={(below) => onChange(below, path)} />
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
	Fields: ({ values, parts, errorAt, onChange }) => (
		<>
			<SentenceText>the clock</SentenceText>
			{parts.where}
			<SentenceText>is wrong by more than</SentenceText>
			<Span
				label="Wrong by more than"
				value={values.over}
				error={errorAt(`${root}.overSeconds`)}
				onChange={(over) => onChange({ over }, `${root}.overSeconds`)}
			/>
		</>
	),
};
