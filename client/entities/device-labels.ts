import type { DeviceAlertState, DeviceClockFault, DeviceLack } from "../../shared/device/device-filter";
import type { DevicePower, DeviceStatus } from "../../shared/device/device-terms";
import type { ChipTone } from "../ui/feedback/status-chip";
import { t } from "../words/made/first-screen";

export const alertStateLabels: Record<DeviceAlertState, { label: string; tone: ChipTone }> = {
	alerting: { label: t("alertState.alerting"), tone: "bad" },
	acknowledged: { label: t("alertState.acknowledged"), tone: "warn" },
	pending: { label: t("alertState.pending"), tone: "warn" },
	muted: { label: t("alertState.muted"), tone: "off" },
	ok: { label: t("alertState.none"), tone: "ok" },
};
export const alertStatesFromWorst: DeviceAlertState[] = ["alerting", "acknowledged", "pending", "muted", "ok"];

export const lackLabels: Record<DeviceLack, { label: string; meaning: string }> = {
	rule: { label: t("lacks.rule"), meaning: t("lacks.rule.meaning") },
	contact: { label: t("lacks.recipients"), meaning: t("lacks.recipients.meaning") },
};

export const clockFaultLabels: Record<DeviceClockFault, { label: string }> = {
	ahead: { label: t("clockState.ahead") },
	behind: { label: t("clockState.behind") },
};

export const powerLabels: Record<DevicePower, { label: string }> = {
	battery: { label: t("power.battery") },
	external: { label: t("power.external") },
	solar: { label: t("power.solar") },
};

type StatusLabel = { label: string; tone: ChipTone; meaning: string };

export const deviceStatusLabels: Record<DeviceStatus, StatusLabel> = {
	offline: { label: t("status.offline"), tone: "bad", meaning: t("status.offline.meaning") },
	late: { label: t("status.late"), tone: "warn", meaning: t("status.late.meaning") },
	never: { label: t("status.never"), tone: "off", meaning: t("status.never.meaning") },
	imported: { label: t("status.imported"), tone: "off", meaning: t("status.imported.meaning") },
	disabled: { label: t("status.archived"), tone: "off", meaning: t("status.archived.meaning") },
	online: { label: t("status.online"), tone: "ok", meaning: t("status.online.meaning") },
};

const beingDeleted: StatusLabel = {
	label: t("status.deleting"),
	tone: "warn",
	meaning: t("status.deleting.meaning"),
};

export function deviceStateLabel({ status }: { status: DeviceStatus }, isBeingDeleted: boolean): StatusLabel {
	return isBeingDeleted ? beingDeleted : deviceStatusLabels[status];
}

export const statusesFromWorst: DeviceStatus[] = ["offline", "late", "never", "disabled", "imported", "online"];
export const statusesFromBest: DeviceStatus[] = ["online", "late", "offline", "never", "imported", "disabled"];
