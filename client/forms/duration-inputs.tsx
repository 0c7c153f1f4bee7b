import { Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { InheritableDuration } from "../../shared/device-terms";
import classes from "./duration-inputs.module.css";
import { typedNumber } from "./typed-number";
import type { DurationUnit, TypedDuration } from "./typed-setting";

const units: { value: DurationUnit; label: string }[] = [
	{ value: "seconds", label: "Seconds" },
	{ value: "minutes", label: "Minutes" },
	{ value: "hours", label: "Hours" },
	{ value: "days", label: "Days" },
];

type DurationInputsProps = {
	setting: InheritableDuration;
	/** The setting's own label, of which both fields are named. */
	label: string;
	value: TypedDuration;
	/** What a schema says of it. */
	error?: ReactNode;
	/** The fields stand in a line of text, so their labels are only heard. */
	isInline?: boolean;
	onChange: (value: TypedDuration) => void;
};

/** A length of time and its unit. For how long readings are kept is always in days. */
export function DurationInputs({ setting, label, value, error, isInline = false, onChange }: DurationInputsProps) {
	const isNumber = !Number.isNaN(typedNumber(value.amount));
	return (
		<>
			<TextInput
				className={isInline ? classes.amount : undefined}
				label={isInline ? undefined : "Length"}
				aria-label={`${label}, length`}
				inputMode="decimal"
				value={value.amount}
				error={error && !isNumber ? "Enter a number." : error}
				onChange={({ currentTarget: { value: amount } }) => onChange({ ...value, amount })}
			/>
			{setting === "retentionDays" ? (
				<FixedUnit isInline={isInline} />
			) : (
				<Select
					className={isInline ? classes.unit : undefined}
					label={isInline ? undefined : "Unit"}
					aria-label={`${label}, unit`}
					data={units}
					allowDeselect={false}
					value={value.unit}
					onChange={(chosen) => {
						const unit = units.find((each) => each.value === chosen)?.value;
						if (unit) onChange({ ...value, unit });
					}}
				/>
			)}
		</>
	);
}

function FixedUnit({ isInline }: { isInline: boolean }) {
	return isInline ? <span>days</span> : <TextInput label="Unit" value="Days" readOnly tabIndex={-1} />;
}
