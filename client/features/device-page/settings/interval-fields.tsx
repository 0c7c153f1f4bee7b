import type { Device } from "../../../../shared/device";
import type { InheritableDuration } from "../../../../shared/device-terms";
import type { GroupListRow } from "../../../../shared/group";
import { SettingField } from "../../../forms/duration-inputs";
import { inheritedWords } from "./inherited-words";
import { Section } from "./section";
import classes from "./settings.module.css";
import type { FieldsProps, OwnSetting } from "./settings-values";

const settings: { setting: InheritableDuration; label: string }[] = [
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

function sourcesOf(setting: InheritableDuration, inherited: string) {
	const sources: { value: OwnSetting["source"]; label: string }[] = [
		{ value: "inherited", label: inherited },
		{ value: "own", label: "Own value" },
	];
	return setting === "retentionDays" ? [...sources, { value: "forever" as const, label: "For ever" }] : sources;
}
