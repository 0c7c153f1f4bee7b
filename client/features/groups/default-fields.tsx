import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { minuteMs } from "../../../shared/base/durations";
import type { DeviceListRow } from "../../../shared/device/device";
import { InheritableDuration, InheritableSetting, Sends } from "../../../shared/device/device-terms";
import type { GroupListRow } from "../../../shared/device/group";
import { sentenceFor } from "../../api/api-error";
import { deviceFacts } from "../../api/queries";
import { ClockInputs } from "../../forms/clock-inputs";
import { DurationInputs } from "../../forms/duration-inputs";
import { sendsLabels } from "../../forms/typed-setting";
import { Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/devices";
import {
	type DefaultClock,
	type DefaultSends,
	type DefaultValue,
	type DefaultValues,
	takersOf,
	takersText,
} from "./default-values";
import { settingNames } from "./group-labels";
import classes from "./groups.module.css";

const factsStaleMs = minuteMs;

type DefaultFieldsProps = {
	values: DefaultValues;
	errorOf: (setting: InheritableSetting) => string | undefined;
	members: DeviceListRow[];
	groups: GroupListRow[];
	groupId: string | null;
	onChange: (setting: InheritableSetting, value: DefaultValue | DefaultClock | DefaultSends) => void;
};

export function DefaultFields({ values, errorOf, members, groups, groupId, onChange }: DefaultFieldsProps) {
	const isRequested = InheritableSetting.options.some((setting) => values[setting].source !== "none");
	const facts = useQuery({ ...deviceFacts(), enabled: isRequested, staleTime: factsStaleMs });
	const wordsOf = (setting: InheritableSetting) => {
		if (facts.error) return t("groups.takers.unknown", { reason: sentenceFor(facts.error) });
		if (!facts.data) return t("groups.takers.counting");
		return takersText(takersOf({ setting, members, facts: facts.data, groups, groupId }));
	};
	return (
		<div className={layout.padded}>
			<p className={layout.note}>{t("groups.defaults.text")}</p>
			{InheritableDuration.options.map((setting) => (
				<DefaultField
					key={setting}
					setting={setting}
					value={values[setting]}
					error={errorOf(setting)}
					takers={values[setting].source !== "none" ? wordsOf(setting) : null}
					onChange={(value) => onChange(setting, value)}
				/>
			))}
			<DefaultClockField
				value={values.clock}
				error={errorOf("clock")}
				takers={values.clock.source !== "none" ? wordsOf("clock") : null}
				onChange={(clock) => onChange("clock", clock)}
			/>
			<DefaultSendsField
				value={values.sends}
				takers={values.sends.source !== "none" ? wordsOf("sends") : null}
				onChange={(sends) => onChange("sends", sends)}
			/>
		</div>
	);
}

type DefaultFieldProps = {
	setting: InheritableDuration;
	value: DefaultValue;
	error: string | undefined;
	takers: string | null;
	onChange: (value: DefaultValue) => void;
};

function DefaultField({ setting, value, error, takers, onChange }: DefaultFieldProps) {
	const label = settingNames[setting];
	const isForEver = value.source === "forever";
	return (
		<fieldset className={layout.fieldset}>
			<legend className={layout.hidden}>{label}</legend>
			<Checkbox
				label={label}
				checked={value.source !== "none"}
				onChange={(event) => onChange({ ...value, source: event.currentTarget.checked ? "own" : "none" })}
			/>
			{value.source !== "none" && (
				<div className={classes.span}>
					{!isForEver && (
						<DurationInputs
							setting={setting}
							label={label}
							value={value}
							error={error}
							isInline
							onChange={(duration) => onChange({ ...value, ...duration })}
						/>
					)}
					{setting === "retentionDays" && (
						<Checkbox
							label={t("groups.defaults.forever")}
							checked={isForEver}
							onChange={(event) => onChange({ ...value, source: event.currentTarget.checked ? "forever" : "own" })}
						/>
					)}
					<p role="status" className={classes.takers}>
						{takers}
					</p>
				</div>
			)}
		</fieldset>
	);
}

type DefaultClockFieldProps = {
	value: DefaultClock;
	error: string | undefined;
	takers: string | null;
	onChange: (value: DefaultClock) => void;
};

function DefaultClockField({ value, error, takers, onChange }: DefaultClockFieldProps) {
	return (
		<fieldset className={layout.fieldset}>
			<legend className={layout.hidden}>{settingNames.clock}</legend>
			<Checkbox
				label={settingNames.clock}
				checked={value.source !== "none"}
				onChange={(event) => onChange({ ...value, source: event.currentTarget.checked ? "own" : "none" })}
			/>
			{value.source !== "none" && (
				<div className={classes.clock}>
					<ClockInputs value={value} error={error} onChange={(clock) => onChange({ ...value, ...clock })} />
					<p role="status" className={classes.takers}>
						{takers}
					</p>
				</div>
			)}
		</fieldset>
	);
}

type DefaultSendsFieldProps = {
	value: DefaultSends;
	takers: string | null;
	onChange: (value: DefaultSends) => void;
};

function DefaultSendsField({ value, takers, onChange }: DefaultSendsFieldProps) {
	return (
		<fieldset className={layout.fieldset}>
			<legend className={layout.hidden}>{settingNames.sends}</legend>
			<Checkbox
				label={settingNames.sends}
				checked={value.source !== "none"}
				onChange={(event) => onChange({ ...value, source: event.currentTarget.checked ? "own" : "none" })}
			/>
			{value.source !== "none" && (
				<div className={classes.span}>
					<Select<Sends>
						aria-label={t("groups.defaults.howSent")}
						data={Sends.options.map((option) => ({ value: option, label: sendsLabels[option] }))}
						value={value.sends}
						onChange={(sends) => onChange({ ...value, sends })}
					/>
					<p role="status" className={classes.takers}>
						{takers}
					</p>
				</div>
			)}
		</fieldset>
	);
}
