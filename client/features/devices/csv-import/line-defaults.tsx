import { Select, TextInput } from "@mantine/core";
import { TimeZoneRule } from "../../../../shared/time-zones";
import { clockRuleChoices, offsetChoices } from "../../../clock-choices";
import { parseChannels } from "./channel-cell";
import classes from "./device-import.module.css";

export type LineDefaults = { timeZoneRule: TimeZoneRule; timezoneOffset: number; channels: string };

type LineDefaultFieldsProps = { defaults: LineDefaults; onChange: (defaults: LineDefaults) => void };

/** What holds where a line says nothing. */
export function LineDefaultFields({ defaults, onChange }: LineDefaultFieldsProps) {
	const channels = parseChannels(defaults.channels);
	return (
		<fieldset className={classes.group}>
			<legend>Where a line does not say</legend>
			<div className={classes.settings}>
				<Select
					label="Clock rule"
					data={clockRuleChoices}
					allowDeselect={false}
					value={String(defaults.timeZoneRule)}
					onChange={(value) => {
						const rule = TimeZoneRule.safeParse(Number(value));
						if (rule.success) onChange({ ...defaults, timeZoneRule: rule.data });
					}}
				/>
				<Select
					label="Standard time"
					data={offsetChoices}
					allowDeselect={false}
					searchable
					value={String(defaults.timezoneOffset)}
					onChange={(value) => onChange({ ...defaults, timezoneOffset: Number(value) })}
				/>
				<TextInput
					label="Channels"
					value={defaults.channels}
					error={"error" in channels ? channels.error : undefined}
					onChange={({ currentTarget: { value } }) => onChange({ ...defaults, channels: value })}
				/>
			</div>
		</fieldset>
	);
}
