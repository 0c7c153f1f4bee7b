import type { DeviceAlertState, DeviceClockFault, DeviceLack } from "../shared/device-filter";
import type { DevicePower } from "../shared/device-terms";
import type { ChipTone } from "./ui/status-chip";

/** How facts of a device are named wherever devices are shown. */
export const alertStateWords: Record<DeviceAlertState, { label: string; tone: ChipTone }> = {
	alerting: { label: "Alerting", tone: "bad" },
	acknowledged: { label: "Acknowledged", tone: "warn" },
	pending: { label: "Pending", tone: "warn" },
	muted: { label: "Muted", tone: "off" },
	ok: { label: "No alert", tone: "ok" },
};
export const alertStatesFromWorst: DeviceAlertState[] = ["alerting", "acknowledged", "pending", "muted", "ok"];

export const lackWords: Record<DeviceLack, { label: string; meaning: string }> = {
	rule: { label: "No alert rule", meaning: "No alert rule watches this device" },
	contact: { label: "Nobody to tell", meaning: "Alerts of this device would reach nobody" },
};

export const clockFaultWords: Record<DeviceClockFault, { label: string }> = { ahead: { label: "Ahead" } };

export const powerWords: Record<DevicePower, { label: string }> = {
	battery: { label: "Battery" },
	external: { label: "External" },
	solar: { label: "Solar" },
};
