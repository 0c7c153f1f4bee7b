import { deviceZone } from "../../shared/time/time-zones";
import { trpcClient } from "../api/trpc";
import { formatClock } from "../entities/clock-labels";
import { AlreadyPlanned } from "../forms/already-planned";
import { MuteTonight, type UntilClock, useMute, viewerUntilClock } from "../forms/mute";
import { countOf } from "../ui/format";
import { ActionForm, type ActionProps } from "./action-form";
import classes from "./actions.module.css";
import type { ActedDevice } from "./device-changes";

export function MuteForm(action: ActionProps) {
	const { devices } = action;
	const [first] = devices;
	const values = useMute(clockOf(devices));
	return (
		<ActionForm
			{...action}
			verb="Mute"
			messages={{ one: (name) => `${name} is muted.`, many: (count) => `${count} muted` }}
			complaint={values.complaint}
			onComplaint={values.complain}
			onRejected={values.reject}
			run={() =>
				trpcClient.device.muteDevices.mutate({
					deviceIds: devices.map(({ id }) => id),
					until: values.until(),
					...values.reason,
				})
			}
		>
			<p className={classes.help}>
				{devices.length === 1 ? "This device won't" : "These devices won't"} send notifications while muted. Readings
				and events are recorded as usual. Contacts of alerts that are still open at the end get one message then.
			</p>
			<MuteTonight
				name={first && devices.length === 1 ? first.name : countOf(devices.length, "device")}
				targets={{ deviceIds: devices.map(({ id }) => id) }}
				reason={values.reason}
				onDone={action.onClose}
			/>
			{values.fields}
			<AlreadyPlanned targetIds={devices.flatMap(({ id, groupIds }) => [id, ...groupIds])} />
		</ActionForm>
	);
}

/** Devices may have different clocks; then the viewer's clock applies. */
function clockOf([first, ...others]: ActedDevice[]): UntilClock {
	if (first && others.length === 0)
		return { zone: deviceZone(first), label: `By the device clock, ${formatClock(first)}.` };
	return viewerUntilClock;
}
