import type { DeviceStatus } from "../shared/device";
import type { ChipTone } from "./ui/status-chip";

type StatusWords = { label: string; tone: ChipTone; meaning: string };

/** How each status is named and toned wherever devices are shown; the order is from worst to best. */
export const deviceStatusWords: Record<DeviceStatus, StatusWords> = {
	offline: { label: "Offline", tone: "bad", meaning: "Nothing received for longer than it may be silent" },
	late: { label: "Late", tone: "warn", meaning: "An upload is overdue" },
	never: { label: "Never reported", tone: "off", meaning: "No reading has ever been received" },
	disabled: { label: "Disabled", tone: "off", meaning: "Switched off in this console" },
	online: { label: "Online", tone: "ok", meaning: "Uploads arrive on time" },
};

export const statusesFromWorst: DeviceStatus[] = ["offline", "late", "never", "disabled", "online"];
export const statusesFromBest: DeviceStatus[] = ["online", "late", "offline", "never", "disabled"];
