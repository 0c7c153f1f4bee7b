import type { StorageDetails } from "../../shared/account/billing";
import { type Capability, can, Role } from "../../shared/account/permissions";
import type { AlertSeverity } from "../../shared/alert/conditions/terms";
import type { ReportFormat } from "../../shared/report/report";
import type { EntitiesWords } from "../../shared/words/made/entities";
import { pageLanguage } from "../base/page-language";
import type { ChipTone } from "../ui/feedback/status-chip";
import { formatBytes } from "../ui/format";
import { formatDate } from "../ui/time/time-display";
import { t } from "../words/made/entities";

export const severityLabels: Record<AlertSeverity, { label: string; tone: ChipTone }> = {
	critical: { label: t("severity.critical"), tone: "bad" },
	warning: { label: t("severity.warning"), tone: "warn" },
	info: { label: t("severity.info"), tone: "info" },
};
export const severitiesFromWorst: AlertSeverity[] = ["critical", "warning", "info"];

const all = new Intl.ListFormat(pageLanguage, { type: "conjunction" });

export type Act = keyof EntitiesWords extends infer Key ? (Key extends `only.${infer Name}` ? Name : never) : never;

/** `Only owners, admins, and billing users can see billing.` */
export function denialOf(capability: Capability, act: Act): string {
	const roles = Role.options.filter((role) => can(role, capability));
	return t(`only.${act}`, { roles: all.format(roles.map((role) => t(`roles.${role}`))) });
}

export function historyDenial(role: Role): string | null {
	return can(role, "viewAudit") ? null : denialOf("viewAudit", "seeAuditLog");
}

export function storageForecast({
	fullAt,
	growthBytesPerDay,
}: Pick<StorageDetails, "fullAt" | "growthBytesPerDay">): string {
	if (fullAt) return t("storage.fullAt", { growth: formatBytes(growthBytesPerDay), date: formatDate(fullAt) });
	return growthBytesPerDay > 0 ? t("storage.grows", { growth: formatBytes(growthBytesPerDay) }) : t("storage.isSteady");
}

export const reportFormats: Record<ReportFormat, string> = { csv: "CSV", xlsx: "Excel", pdf: "PDF", json: "JSON" };
