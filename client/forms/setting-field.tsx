import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { InheritableDuration } from "../../shared/device-terms";
import { DurationInputs } from "./duration-inputs";
import classes from "./setting-field.module.css";
import type { TypedSetting } from "./typed-setting";

type SettingFieldProps<Source extends string> = {
	setting: InheritableDuration;
	label: string;
	/** What it may be beside a value of its own, in words. */
	sources: { value: Source | "own"; label: string }[];
	value: TypedSetting<Source>;
	error?: ReactNode;
	onChange: (value: TypedSetting<Source>) => void;
};

/** A setting that devices have of their own or take from elsewhere. */
export function SettingField<Source extends string>(props: SettingFieldProps<Source>) {
	const { setting, label, sources, value, error, onChange } = props;
	const isOwn = value.source === "own";
	return (
		<div className={classes.setting} data-own={isOwn || undefined}>
			<Select
				label={label}
				data={sources}
				allowDeselect={false}
				value={value.source}
				error={isOwn ? undefined : error}
				onChange={(chosen) => {
					const source = sources.find((each) => each.value === chosen)?.value;
					if (source !== undefined) onChange({ ...value, source });
				}}
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
