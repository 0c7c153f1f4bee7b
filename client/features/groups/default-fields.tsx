import { Checkbox, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
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
	const isForEver = value.source === "forever";
	return (
		<OwnDefault setting={setting} value={value} takers={takers} onChange={onChange} className={classes.span}>
			{!isForEver && (
				<DurationInputs
					setting={setting}
					label={settingNames[setting]}
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
		</OwnDefault>
	);
}

type DefaultClockFieldProps = {
	value: DefaultClock;
	error: string | undefined;
	takers: string | null;
	onChange: (value: DefaultClock) => void;
};

function DefaultClockField({ error, ...field }: DefaultClockFieldProps) {
	const { value, onChange } = field;
	return (
		<OwnDefault setting="clock" {...field} className={classes.clock}>
			<ClockInputs value={value} error={error} onChange={(clock) => onChange({ ...value, ...clock })} />
		</OwnDefault>
	);
}

type DefaultSendsFieldProps = {
	value: DefaultSends;
	takers: string | null;
	onChange: (value: DefaultSends) => void;
};

function DefaultSendsField(field: DefaultSendsFieldProps) {
	const { value, onChange } = field;
	return (
		<OwnDefault setting="sends" {...field} className={classes.span}>
			<Select<Sends>
				aria-label={t("groups.defaults.howSent")}
				data={Sends.options.map((option) => ({ value: option, label: sendsLabels[option] }))}
				value={value.sends}
				onChange={(sends) => onChange({ ...value, sends })}
			/>
		</OwnDefault>
	);
}

type OwnDefaultProps<Value> = {
	setting: InheritableSetting;
	value: Value;
	takers: string | null;
	onChange: (value: Value) => void;
	className: string | undefined;
	children: ReactNode;
};

function OwnDefault<Value extends DefaultValue | DefaultClock | DefaultSends>(props: OwnDefaultProps<Value>) {
	const { setting, value, takers, onChange, className, children } = props;
	return (
		<fieldset className={layout.fieldset}>
			<VisuallyHidden component="legend">{settingNames[setting]}</VisuallyHidden>
			<Checkbox
				label={settingNames[setting]}
				checked={value.source !== "none"}
				onChange={(event) => onChange({ ...value, source: event.currentTarget.checked ? "own" : "none" })}
			/>
			{value.source !== "none" && (
				<div className={className}>
					{children}
					<p role="status" className={`${layout.note} ${classes.takers}`}>
						{takers}
					</p>
				</div>
			)}
		</fieldset>
	);
}
