import { useState } from "react";
import { type DeviceClock, deviceOffsetMinutes, formatTimestamp } from "../../shared/time-zones";
import { trpcClient } from "../api/trpc";
import { ClockInputs } from "../forms/clock-inputs";
import { clockOf, typedClockOf } from "../forms/typed-clock";
import { Callout } from "../ui/feedback/notes";
import { useTickingNow } from "../ui/time/relative-time";
import { ActionForm, type ActionProps, changedWords } from "./action-form";
import classes from "./actions.module.css";

/** The clock that devices are read by, beginning with what the first of them has. */
export function ClockForm(action: ActionProps) {
	const [first] = action.devices;
	const [typed, setTyped] = useState(() => typedClockOf(first ?? { timezoneOffset: 0, timeZoneRule: 2 }));
	const clock = clockOf(typed);
	const change = clock ? { clock } : { inherit: ["clock" as const] };
	return (
		<ActionForm
			{...action}
			words={changedWords("Clock")}
			complaint={null}
			run={() => trpcClient.device.changeDevices.mutate({ deviceIds: action.devices.map(({ id }) => id), ...change })}
		>
			<div className={classes.pair}>
				<ClockInputs value={typed} inherited="From the group, or the standard" isFirst onChange={setTyped} />
			</div>
			<p className={classes.help}>
				{clock ? (
					<ClockNow clock={clock} />
				) : (
					"Each device takes the clock of its group, and UTC where none of its groups names one."
				)}
			</p>
			<Callout tone="warn">
				Readings stay where they are in time; only how their times read on the device clock changes.
			</Callout>
		</ActionForm>
	);
}

function ClockNow({ clock }: { clock: DeviceClock }) {
	const now = useTickingNow(1_000);
	return `On this clock it is now ${formatTimestamp(now, deviceOffsetMinutes(clock, now))}.`;
}
