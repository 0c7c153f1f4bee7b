import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import type { AlertListRow, AlertReach } from "../../../shared/alert/alert";
import type { AlertHours } from "../../../shared/alert/alert-rule";
import type { EventCondition } from "../../../shared/alert/conditions/registry";
import { weekHoursText } from "../../entities/clock-labels";
import { denialOf } from "../../entities/labels";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { t } from "../../words/made/alerts";

export function alertDenial(
	{ role }: Pick<CurrentAccount["me"], "role">,
	alert?: Pick<AlertListRow, "isEditable">,
): string | null {
	if (!can(role, "editAlerts")) return denialOf("editAlerts", "changeAlertRules");
	if (alert === undefined || alert.isEditable) return null;
	return t("denial.scope");
}

export const reachProblems: Record<Exclude<AlertReach, "reached">, { label: string; tone: ChipTone }> = {
	nobody: { label: t("reach.nobody"), tone: "bad" },
	unverified: { label: t("reach.unverified"), tone: "warn" },
	quiet: { label: t("reach.quiet"), tone: "warn" },
};

export function conditionNote({ kind }: Pick<EventCondition, "kind">): string | undefined {
	return kind === "statistic" ? t("statistic.note") : undefined;
}

export const zoneLabels: Record<"device" | "account" | "contact", string> = {
	device: t("clock.device"),
	account: t("clock.account"),
	contact: t("clock.contact"),
};

export function hoursText({ zone, weekly, spans }: AlertHours): string {
	const clock = zone === "device" || zone === "account" || zone === "contact" ? zoneLabels[zone] : zone;
	const single = spans.length > 0 ? [t("windows.spans", { count: spans.length })] : [];
	const windows = [weekHoursText(weekly), ...single].filter(Boolean).join("; ") || t("windows.never");
	return t("windows.byClock", { windows, clock });
}
