import type { Device } from "../../../../shared/device";
import { type InheritableSetting, standardSettings } from "../../../../shared/device-terms";
import type { GroupListRow } from "../../../../shared/group";
import { SettingField } from "../../../forms/setting-field";
import { retentionWords, secondsWords } from "../setting-words";
import { Section } from "./section";
import classes from "./settings.module.css";
import type { FieldsProps, OwnSetting } from "./settings-values";

const settings: { setting: InheritableSetting; label: string }[] = [
	{ setting: "loggingIntervalSeconds", label: "Reads every" },
	{ setting: "uploadIntervalSeconds", label: "Uploads every" },
	{ setting: "offlineAfterSeconds", label: "Offline after" },
	{ setting: "retentionDays", label: "Readings are kept" },
];

type IntervalFieldsProps = FieldsProps & { device: Device; groups: GroupListRow[] };

/** Settings that a device has of its own or takes from a group. */
export function IntervalFields({ form, device, groups }: IntervalFieldsProps) {
	return (
		<Section title="Intervals and storage">
			{settings.map(({ setting, label }) => (
				<div key={setting} className={classes.wide}>
					<SettingField
						setting={setting}
						label={label}
						sources={sourcesOf(setting, inheritedWords(device, setting, groups))}
						value={form.values[setting]}
						error={form.errors[`${setting}.amount`]}
						onChange={(value) => {
							form.setFieldValue(setting, value);
							form.clearFieldError(`${setting}.amount`);
						}}
					/>
				</div>
			))}
			<p className={`${classes.help} ${classes.wide}`}>
				“Late” is judged by the upload interval, a gap in the chart by the readings themselves. Readings older than what
				is kept are removed.
			</p>
		</Section>
	);
}

function sourcesOf(setting: InheritableSetting, inherited: string) {
	const sources: { value: OwnSetting["source"]; label: string }[] = [
		{ value: "inherited", label: inherited },
		{ value: "own", label: "Own value" },
	];
	return setting === "retentionDays" ? [...sources, { value: "forever" as const, label: "For ever" }] : sources;
}

/** What the setting is without a value of the device's own: `Inherited from Cold rooms (15 min)`. */
function inheritedWords(device: Device, setting: InheritableSetting, groups: GroupListRow[]): string {
	const giving = groups
		.filter(({ id, defaults }) => device.groupIds.includes(id) && defaults[setting] !== undefined)
		// Of several the one made first holds, and ids sort by creation.
		.sort((a, b) => (a.id < b.id ? -1 : 1))[0];
	if (giving) return `Inherited from ${giving.name} (${valueWords(setting, giving.defaults[setting] ?? null)})`;
	// Somebody with a scope of groups need not see the one it comes from.
	if (device.inherited[setting] != null) return `Inherited from a group (${valueWords(setting, device[setting])})`;
	if (setting === "offlineAfterSeconds") return "Standard (three upload intervals, at least 15 min)";
	return `Standard (${valueWords(setting, standardSettings[setting])})`;
}

function valueWords(setting: InheritableSetting, value: number | null): string {
	return setting === "retentionDays" || value === null ? retentionWords(value) : secondsWords(value);
}
