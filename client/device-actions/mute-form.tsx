import { deviceZone } from "../../shared/time/time-zones";
import { trpcClient } from "../api/trpc";
import { formatClock } from "../entities/clock-labels";
import { AlreadyPlanned } from "../forms/already-planned";
import { MuteTonight, type UntilClock, useMute, viewerUntilClock } from "../forms/mute";
import { t } from "../words/made/device";
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
			verb="mute"
			messages={{ one: (device) => t("muted", { device }), many: (count) => t("muted.many", { count }) }}
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
			<p className={classes.help}>{t("mute.effect", { count: devices.length })}</p>
			<MuteTonight
				name={first && devices.length === 1 ? first.name : t("count.devices", { count: devices.length })}
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
		return { zone: deviceZone(first), label: t("mute.clock", { clock: formatClock(first) }) };
	return viewerUntilClock;
}
