import type { Device } from "../../../../shared/device/device";
import {
	type InheritableDuration,
	type InheritableSetting,
	Sends,
	standardSettings,
} from "../../../../shared/device/device-terms";
import type { GroupDefaults, GroupListRow } from "../../../../shared/device/group";
import { type DeviceClock, deviceOffsetMinutes } from "../../../../shared/time/time-zones";
import { RetentionPreviewNote, triedRetention } from "../../../device-actions/retention-preview";
import { formatClock, formatClockRule } from "../../../entities/clock-labels";
import { ClockInputs } from "../../../forms/clock-inputs";
import { SettingField } from "../../../forms/duration-inputs";
import { clockOf, givingGroup, sendsLabels } from "../../../forms/typed-setting";
import { Select } from "../../../ui/form/select";
import layout from "../../../ui/layout/layouts.module.css";
import { useTickingNow } from "../../../ui/time/relative-time";
import { instantText } from "../../../ui/time/time-display";
import { rich, t } from "../../../words/made/device";
import { formatRetention, formatSeconds, measuredSeconds } from "../setting-labels";
import classes from "./settings.module.css";
import { Section } from "./settings-fields";
import { type FieldsProps, inheritedSends, type OwnSetting } from "./settings-values";

type ClockFieldsProps = FieldsProps & { device: Device; groups: GroupListRow[] };

export function ClockFields({ form, device, groups }: ClockFieldsProps) {
	const { timeZoneRule, timezoneOffset } = form.values;
	const clock = clockOf(form.values) ?? inheritedClock(device, groups);
	return (
		<Section title={t("clock")}>
			<ClockInputs
				value={{ timeZoneRule, timezoneOffset }}
				inherited={inheritedLabel(device, "clock", groups)}
				error={form.errors.timeZoneRule ?? form.errors.timezoneOffset}
				onChange={(value) => form.setValues(value)}
			/>
			<p className={`${layout.wrappedNote} ${classes.wide}`}>
				{rich("clock.text", { rule: formatClockRule(clock), time: <ClockNow clock={clock} /> })}
			</p>
		</Section>
	);
}

function inheritedClock(device: Device, groups: GroupListRow[]): DeviceClock {
	const given = givingGroup(groups, device.groupIds, "clock")?.defaults.clock;
	if (given) return given;
	// The clock of an invisible group is known only while it applies.
	return device.inherited.clock == null ? standardSettings.clock : device;
}

function ClockNow({ clock }: { clock: DeviceClock }) {
	const now = useTickingNow(1_000);
	return instantText(now, deviceOffsetMinutes(clock, now));
}

const settings: { setting: InheritableDuration; label: string }[] = [
	{ setting: "loggingIntervalSeconds", label: t("setting.logging") },
	{ setting: "uploadIntervalSeconds", label: t("setting.upload") },
	{ setting: "offlineAfterSeconds", label: t("setting.offline") },
	{ setting: "retentionDays", label: t("setting.retention") },
];

type IntervalFieldsProps = FieldsProps & { device: Device; groups: GroupListRow[] };

export function IntervalFields({ form, device, groups }: IntervalFieldsProps) {
	const tried = form.isDirty("retentionDays") ? triedRetention(form.values.retentionDays) : undefined;
	return (
		<Section title={t("intervals")}>
			{settings.map(({ setting, label }) => (
				<div key={setting} className={classes.wide}>
					<SettingField
						setting={setting}
						label={label}
						sources={sourcesOf(setting, inheritedLabel(device, setting, groups))}
						value={form.values[setting]}
						error={form.errors[`${setting}.amount`]}
						onChange={(value) => {
							form.setFieldValue(setting, value);
							form.clearFieldError(`${setting}.amount`);
						}}
					/>
				</div>
			))}
			<div className={classes.wide}>
				<Select
					label={t("setting.sends")}
					data={[
						{ value: inheritedSends, label: inheritedLabel(device, "sends", groups) },
						...Sends.options.map((value) => ({ value: value as string, label: sendsLabels[value] })),
					]}
					{...form.getInputProps("sends")}
				/>
				<p className={layout.wrappedNote}>{t("setting.sends.text")}</p>
			</div>
			{tried !== undefined && (
				<div className={classes.wide}>
					<RetentionPreviewNote target={{ deviceIds: [device.id] }} choice={tried} />
				</div>
			)}
			<p className={`${layout.wrappedNote} ${classes.wide}`}>{t("intervals.text")}</p>
		</Section>
	);
}

function sourcesOf(setting: InheritableDuration, inherited: string) {
	const sources: { value: OwnSetting["source"]; label: string }[] = [
		{ value: "inherited", label: inherited },
		{ value: "own", label: t("source.own") },
	];
	return setting === "retentionDays"
		? [...sources, { value: "forever" as const, label: t("setting.forever") }]
		: sources;
}

export function inheritedLabel(device: Device, setting: InheritableSetting, groups: GroupListRow[]): string {
	const giving = givingGroup(groups, device.groupIds, setting);
	if (giving) return t("source.inherited", { group: giving.name, value: valueText(setting, giving.defaults) });
	// The user's scope may not include this group.
	const isFromGroup = device.inherited[setting] != null;
	if (isFromGroup) return t("source.inheritedUnseen", { value: valueText(setting, { ...device, clock: device }) });
	// The account's default is known only from a device that uses it.
	if (setting === "retentionDays") {
		const isAccounts = device.inherited.retentionDays === null;
		return isAccounts
			? t("source.defaultValue", { value: formatRetention(device.retentionDays) })
			: t("source.defaultOfAccount");
	}
	if (setting === "offlineAfterSeconds") return t("source.defaultIntervals");
	const measured = measuredSeconds(device, setting);
	return measured === null
		? t("source.defaultValue", { value: valueText(setting, standardSettings) })
		: t("source.measuredValue", { value: formatSeconds(measured) });
}

type Values = Record<InheritableDuration, number | null> & Required<Pick<GroupDefaults, "clock" | "sends">>;

function valueText(setting: InheritableSetting, values: { [Setting in keyof Values]?: Values[Setting] | undefined }) {
	if (setting === "clock") return formatClock(values.clock ?? standardSettings.clock);
	if (setting === "sends") return t(`sends.${values.sends ?? standardSettings.sends}`);
	const value = values[setting] ?? null;
	return setting === "retentionDays" || value === null ? formatRetention(value) : formatSeconds(value);
}
