import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { InheritableDuration } from "../../shared/device/device-terms";
import { Select } from "../ui/form/select";
import { t } from "../words/made/forms";
import classes from "./duration-inputs.module.css";
import { type DurationUnit, type TypedDuration, type TypedSetting, typedNumber } from "./typed-setting";

export const durationUnits: { value: DurationUnit; label: string }[] = [
	{ value: "seconds", label: t("duration.seconds") },
	{ value: "minutes", label: t("duration.minutes") },
	{ value: "hours", label: t("duration.hours") },
	{ value: "days", label: t("duration.days.choice") },
];

type DurationInputsProps = {
	setting: InheritableDuration;
	label: string;
	value: TypedDuration;
	error?: ReactNode;
	isInline?: boolean;
	onChange: (value: TypedDuration) => void;
};

export function DurationInputs({ setting, label, value, error, isInline = false, onChange }: DurationInputsProps) {
	const isNumber = !Number.isNaN(typedNumber(value.amount));
	return (
		<>
			<TextInput
				className={isInline ? classes.amount : undefined}
				label={isInline ? undefined : t("duration.length")}
				aria-label={t("duration.lengthOf", { label })}
				inputMode="decimal"
				value={value.amount}
				error={error && !isNumber ? t("duration.missing") : error}
				onChange={({ currentTarget: { value: amount } }) => onChange({ ...value, amount })}
			/>
			{setting === "retentionDays" ? (
				<FixedUnit isInline={isInline} />
			) : (
				<Select
					className={isInline ? classes.unit : undefined}
					label={isInline ? undefined : t("duration.unit")}
					aria-label={t("duration.unitOf", { label })}
					data={durationUnits}
					value={value.unit}
					onChange={(unit) => onChange({ ...value, unit })}
				/>
			)}
		</>
	);
}

function FixedUnit({ isInline }: { isInline: boolean }) {
	return isInline ? (
		<span>{t("duration.days")}</span>
	) : (
		<TextInput label={t("duration.unit")} value={t("duration.days.choice")} readOnly tabIndex={-1} />
	);
}

type SettingFieldProps<Source extends string> = {
	setting: InheritableDuration;
	label: string;
	sources: { value: Source | "own"; label: string }[];
	value: TypedSetting<Source>;
	error?: ReactNode;
	isFirst?: boolean;
	onChange: (value: TypedSetting<Source>) => void;
};

export function SettingField<Source extends string>(props: SettingFieldProps<Source>) {
	const { setting, label, sources, value, error, isFirst = false, onChange } = props;
	const isOwn = value.source === "own";
	return (
		<div className={classes.setting} data-own={isOwn || undefined}>
			<Select
				label={label}
				data={sources}
				data-autofocus={isFirst || undefined}
				value={value.source}
				error={isOwn ? undefined : error}
				onChange={(source) => onChange({ ...value, source })}
			/>
			{isOwn && (
				<DurationInputs
					setting={setting}
					label={label}
					value={value}
					error={error}
					onChange={(duration) => onChange({ ...value, ...duration })}
				/>
			)}
		</div>
	);
}
