import type { ChangedDevices, MuteDevices } from "../../shared/device-inputs";
import type { Verb } from "../context";
import { InputError } from "../errors";
import { applyDeviceChanges } from "./change/apply-device-changes";
import { rowChange } from "./change/device-change";
import { currentDevicesOrThrow } from "./devices-or-throw";

/** Keeps the alerts of devices from telling anybody until an instant, or lets them again. */
export function muteDevices({ ctx, input }: Verb<MuteDevices>): ChangedDevices {
	const { until } = input;
	if (until !== null && until <= ctx.now) throw new InputError({ until: "Choose a time to come." });
	const mute =
		until === null
			? { mutedUntil: null, muteReason: "" }
			: { mutedUntil: new Date(until), muteReason: input.reason ?? "" };
	return ctx.db.transaction(() => {
		const devices = currentDevicesOrThrow(ctx, input.deviceIds);
		return applyDeviceChanges(
			ctx,
			"mutes",
			devices.map((device) => rowChange(device, mute)),
		);
	});
}
