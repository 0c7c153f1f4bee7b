import type { StorageDetails } from "../../shared/account/billing";
import { type Capability, can, Role } from "../../shared/account/permissions";
import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import type { ReportFormat } from "../../shared/report/report";
import type { ChipTone } from "../ui/feedback/status-chip";
import { formatBytes } from "../ui/format";
import { formatDate } from "../ui/time/time-display";

export const severityLabels: Record<AlertSeverity, { label: string; tone: ChipTone }> = {
	critical: { label: "Critical", tone: "bad" },
	warning: { label: "Warning", tone: "warn" },
	info: { label: "Info", tone: "info" },
};
export const severitiesFromWorst: AlertSeverity[] = ["critical", "warning", "info"];

const all = new Intl.ListFormat("en", { type: "conjunction" });
const plurals: Record<Role, string> = {
	owner: "owners",
	admin: "admins",
	operator: "operators",
	viewer: "viewers",
	billing: "billing users",
};

/** `Only owners, admins, and billing users can see billing.` */
export function denialOf(capability: Capability, things: string, does = "see"): string {
	const roles = Role.options.filter((role) => can(role, capability));
	return `Only ${all.format(roles.map((role) => plurals[role]))} can ${does} ${things}.`;
}

export function historyDenial(role: Role): string | null {
	return can(role, "viewAudit") ? null : denialOf("viewAudit", "the audit log");
}

export function storageForecast({
	fullAt,
	growthBytesPerDay,
}: Pick<StorageDetails, "fullAt" | "growthBytesPerDay">): string {
	if (fullAt)
		return `At today's growth of ${formatBytes(growthBytesPerDay)} a day it is full on ${formatDate(fullAt)}.`;
	return growthBytesPerDay > 0 ? `Grows by ${formatBytes(growthBytesPerDay)} a day.` : "Not growing at the moment.";
}

export const reportFormats: Record<ReportFormat, string> = { csv: "CSV", xlsx: "Excel", pdf: "PDF", json: "JSON" };
