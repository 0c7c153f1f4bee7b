import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { shownNumber, storedNumber } from "../../shared/formats/shown-numbers";
import { type Measure, readIn } from "../../shared/formats/units";
import { digitsText, useValueStyle, valueStyle } from "../ui/value-display";
import { typedNumber } from "./typed-setting";

type Typed = { text: string; stored: string; unit: string; shown: string };

type TypedValue = {
	value?: string;
	measure: Measure;
	isDifference?: boolean;
	onChange: (value: string) => void;
};

/** A number typed in the user's unit and held in the stored one. An untouched value stays exact. */
export function useTypedValue({ value = "", measure, isDifference = false, onChange }: TypedValue) {
	const { unit } = measure;
	const reader = readIn(measure, useValueStyle());
	const { unit: shown } = reader;
	const [typed, setTyped] = useState<Typed | null>(null);
	const isOwn = typed !== null && typed.stored === value && typed.unit === unit && typed.shown === shown;
	const change = (text: string) => {
		const stored = converted(text, (number) => storedNumber(number, reader, isDifference));
		setTyped({ text, stored, unit, shown });
		onChange(stored);
	};
	const text = converted(value, (number) => shownNumber(number, reader, isDifference));
	return { text: isOwn ? typed.text : text, unit: shown, change };
}

function converted(text: string, convert: (value: number) => number): string {
	const value = typedNumber(text);
	if (!Number.isFinite(value)) return text;
	const result = convert(value);
	return result === value ? text : digitsText(String(result));
}

type ValueInputProps = Omit<TextInputProps, "value" | "onChange" | "label"> & TypedValue & { label: string };

export function ValueInput({ value = "", measure, isDifference = false, onChange, label, ...input }: ValueInputProps) {
	const { text, unit, change } = useTypedValue({ value, measure, isDifference, onChange });
	return (
		<TextInput
			{...input}
			label={unit === "" ? label : `${label} (${unit})`}
			inputMode="decimal"
			value={text}
			onChange={({ currentTarget }) => change(currentTarget.value)}
		/>
	);
}

/** Keeps the shown number when the stored unit changes. */
export function asStillShown(
	value: string,
	{ from, to }: { from: Measure; to: Measure },
	isDifference = false,
): string {
	if (from.unit === to.unit && from.quantity === to.quantity) return value;
	const style = valueStyle();
	const shown = converted(value, (number) => shownNumber(number, readIn(from, style), isDifference));
	return converted(shown, (number) => storedNumber(number, readIn(to, style), isDifference));
}
