import type { AlertSeverity } from "../shared/alert";
import type { ChipTone } from "./ui/status-chip";

/** How each severity is named and toned wherever alerts are shown, from worst to least. */
export const severityWords: Record<AlertSeverity, { label: string; tone: ChipTone }> = {
	critical: { label: "Critical", tone: "bad" },
	warning: { label: "Warning", tone: "warn" },
	info: { label: "Info", tone: "brand" },
};
export const severitiesFromWorst: AlertSeverity[] = ["critical", "warning", "info"];
