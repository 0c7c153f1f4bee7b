import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { readUnit } from "../../shared/formats/units";
import { digitsText, shownNumber, storedNumber, useTemperatureUnit } from "../ui/value-display";
import { typedNumber } from "./typed-setting";

type Typed = { text: string; stored: string; unit: string; shown: string };

type TypedValue = {
	value?: string;
	unit: string;
	isDifference?: boolean;
	onChange: (value: string) => void;
};

/** A number typed in the user's unit and held in the stored one. An untouched value stays exact. */
export function useTypedValue({ value = "", unit, isDifference = false, onChange }: TypedValue) {
	const shown = readUnit(unit, useTemperatureUnit());
	const [typed, setTyped] = useState<Typed | null>(null);
	const isOwn = typed !== null && typed.stored === value && typed.unit === unit && typed.shown === shown;
	const change = (text: string) => {
		const stored = converted(text, (number) => storedNumber(number, unit, isDifference));
		setTyped({ text, stored, unit, shown });
		onChange(stored);
	};
	const text = converted(value, (number) => shownNumber(number, unit, isDifference));
	return { text: isOwn ? typed.text : text, unit: shown, change };
}

function converted(text: string, convert: (value: number) => number): string {
	const value = typedNumber(text);
	if (!Number.isFinite(value)) return text;
	const result = convert(value);
	return result === value ? text : digitsText(String(result));
}

type ValueInputProps = Omit<TextInputProps, "value" | "onChange" | "label"> & TypedValue & { label: string };

export function ValueInput({
	value = "",
	unit: stored,
	isDifference = false,
	onChange,
	label,
	...input
}: ValueInputProps) {
	const { text, unit, change } = useTypedValue({ value, unit: stored, isDifference, onChange });
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
export function asStillShown(value: string, from: string, to: string, isDifference = false): string {
	const shown = converted(value, (number) => shownNumber(number, from, isDifference));
	return from === to ? value : converted(shown, (number) => storedNumber(number, to, isDifference));
}
