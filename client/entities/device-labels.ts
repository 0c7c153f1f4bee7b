import type { DeviceAlertState, DeviceClockFault, DeviceLack } from "../../shared/device/device-filter";
import type { DevicePower, DeviceStatus } from "../../shared/device/device-terms";
import type { ChipTone } from "../ui/feedback/status-chip";

export const alertStateLabels: Record<DeviceAlertState, { label: string; tone: ChipTone }> = {
	alerting: { label: "Alerting", tone: "bad" },
	acknowledged: { label: "Acknowledged", tone: "warn" },
	pending: { label: "Pending", tone: "warn" },
	muted: { label: "Muted", tone: "off" },
	ok: { label: "No alert", tone: "ok" },
};
export const alertStatesFromWorst: DeviceAlertState[] = ["alerting", "acknowledged", "pending", "muted", "ok"];

export const lackLabels: Record<DeviceLack, { label: string; meaning: string }> = {
	rule: { label: "No alert rule", meaning: "No alert rule watches this device" },
	contact: { label: "No recipients", meaning: "Alerts from this device would reach no one" },
};

export const clockFaultLabels: Record<DeviceClockFault, { label: string }> = {
	ahead: { label: "Ahead" },
	behind: { label: "Behind" },
};

export const powerLabels: Record<DevicePower, { label: string }> = {
	battery: { label: "Battery" },
	external: { label: "External" },
	solar: { label: "Solar" },
};

type StatusLabel = { label: string; tone: ChipTone; meaning: string };

export const deviceStatusLabels: Record<DeviceStatus, StatusLabel> = {
	offline: { label: "Offline", tone: "bad", meaning: "Nothing received for longer than it may be silent" },
	late: { label: "Late", tone: "warn", meaning: "An upload is overdue" },
	never: { label: "Never reported", tone: "off", meaning: "No reading has ever been received" },
	imported: { label: "Imported", tone: "off", meaning: "Its readings came in imported files; it has never uploaded" },
	disabled: { label: "Archived", tone: "off", meaning: "Kept with its readings, and no longer watched" },
	online: { label: "Online", tone: "ok", meaning: "Uploads arrive on time" },
};

const beingDeleted: StatusLabel = {
	label: "Scheduled for deletion",
	tone: "warn",
	meaning: "Permanently deleted after seven days; can be restored until then",
};

export function deviceStateLabel({ status }: { status: DeviceStatus }, isBeingDeleted: boolean): StatusLabel {
	return isBeingDeleted ? beingDeleted : deviceStatusLabels[status];
}

export const statusesFromWorst: DeviceStatus[] = ["offline", "late", "never", "disabled", "imported", "online"];
export const statusesFromBest: DeviceStatus[] = ["online", "late", "offline", "never", "imported", "disabled"];
