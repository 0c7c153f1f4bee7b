import type { DeviceStatus } from "../shared/device-terms";
import type { ChipTone } from "./ui/status-chip";

type StatusWords = { label: string; tone: ChipTone; meaning: string };

/** How each status is named and toned wherever devices are shown; the order is from worst to best. */
export const deviceStatusWords: Record<DeviceStatus, StatusWords> = {
	offline: { label: "Offline", tone: "bad", meaning: "Nothing received for longer than it may be silent" },
	late: { label: "Late", tone: "warn", meaning: "An upload is overdue" },
	never: { label: "Never reported", tone: "off", meaning: "No reading has ever been received" },
	disabled: { label: "Archived", tone: "off", meaning: "Kept with its readings, and no longer watched" },
	online: { label: "Online", tone: "ok", meaning: "Uploads arrive on time" },
};

const beingDeleted: StatusWords = {
	label: "Being deleted",
	tone: "warn",
	meaning: "Goes for good after seven days, and can be restored until then",
};

/** The words of a device on any shelf; `isBeingDeleted` tells those that go from those that stay archived. */
export function deviceStateWords(status: DeviceStatus, isBeingDeleted: boolean): StatusWords {
	return isBeingDeleted ? beingDeleted : deviceStatusWords[status];
}

export const statusesFromWorst: DeviceStatus[] = ["offline", "late", "never", "disabled", "online"];
export const statusesFromBest: DeviceStatus[] = ["online", "late", "offline", "never", "disabled"];
