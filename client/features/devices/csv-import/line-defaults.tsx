import { TextInput } from "@mantine/core";
import { ClockInputs } from "../../../forms/clock-inputs";
import type { TypedClock } from "../../../forms/typed-setting";
import { parseChannels } from "./channel-cell";
import classes from "./device-import.module.css";

export type LineDefaults = { clock: TypedClock; channels: string };

type LineDefaultFieldsProps = { defaults: LineDefaults; onChange: (defaults: LineDefaults) => void };

/** What holds where a line says nothing. */
export function LineDefaultFields({ defaults, onChange }: LineDefaultFieldsProps) {
	const channels = parseChannels(defaults.channels);
	return (
		<fieldset className={classes.group}>
			<legend>Where a line does not say</legend>
			<div className={classes.settings}>
				<ClockInputs
					ruleLabel="Clock rule"
					value={defaults.clock}
					inherited="From the group, or the standard"
					onChange={(clock) => onChange({ ...defaults, clock })}
				/>
				<TextInput
					label="Channels"
					value={defaults.channels}
					error={"error" in channels ? channels.error : undefined}
					onChange={({ currentTarget: { value } }) => onChange({ ...defaults, channels: value })}
				/>
			</div>
			<p className={classes.help}>A device in a group with a clock takes that where its line names none.</p>
		</fieldset>
	);
}
