import { Select } from "@mantine/core";
import { useState } from "react";
import { deviceOffsetMinutes, formatTimestamp, TimeZoneRule } from "../../shared/time-zones";
import { trpcClient } from "../api/trpc";
import { clockRuleChoices, offsetChoices } from "../clock-choices";
import { Callout } from "../ui/callout";
import { useTickingNow } from "../ui/ticking-now";
import { ActionForm, type ActionProps, changedWords } from "./action-form";
import classes from "./actions.module.css";

/** The clock that devices are read by, beginning with what the first of them has. */
export function ClockForm(action: ActionProps) {
	const [first] = action.devices;
	const now = useTickingNow(1_000);
	const [clock, setClock] = useState({
		timezoneOffset: first?.timezoneOffset ?? 0,
		timeZoneRule: first?.timeZoneRule ?? 2,
	});
	return (
		<ActionForm
			{...action}
			words={changedWords("Clock")}
			complaint={null}
			run={() => trpcClient.device.changeDevices.mutate({ deviceIds: action.devices.map(({ id }) => id), clock })}
		>
			<div className={classes.pair}>
				<Select
					label="Kept as"
					data-autofocus
					openOnFocus={false}
					data={clockRuleChoices}
					allowDeselect={false}
					value={String(clock.timeZoneRule)}
					onChange={(value) => {
						const rule = TimeZoneRule.safeParse(Number(value));
						if (rule.success) setClock({ ...clock, timeZoneRule: rule.data });
					}}
				/>
				<Select
					label="Standard time"
					data={offsetChoices}
					allowDeselect={false}
					searchable
					disabled={clock.timeZoneRule === 0}
					value={String(clock.timezoneOffset)}
					onChange={(value) => setClock({ ...clock, timezoneOffset: Number(value) })}
				/>
			</div>
			<p className={classes.help}>On this clock it is now {formatTimestamp(now, deviceOffsetMinutes(clock, now))}.</p>
			<Callout tone="warn">
				Readings stay where they are in time; only how their times read on the device clock changes.
			</Callout>
		</ActionForm>
	);
}
