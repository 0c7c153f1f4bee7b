import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import type { AlertListRow, AlertReach } from "../../../shared/alert/alert";
import type { AlertHours } from "../../../shared/alert/alert-rule";
import { weekHoursText } from "../../entities/clock-labels";
import { denialOf } from "../../entities/labels";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";

export function alertDenial(
	{ role }: Pick<CurrentAccount["me"], "role">,
	alert?: Pick<AlertListRow, "isEditable">,
): string | null {
	if (!can(role, "editAlerts")) return denialOf("editAlerts", "changeAlertRules");
	if (alert === undefined || alert.isEditable) return null;
	return "This rule also watches devices outside your groups. Ask someone who sees all of them to change it.";
}

export const reachProblems: Record<Exclude<AlertReach, "reached">, { label: string; tone: ChipTone }> = {
	nobody: { label: "Reaches nobody", tone: "bad" },
	unverified: { label: "Not verified", tone: "warn" },
	quiet: { label: "All in quiet hours", tone: "warn" },
};

export const notEvaluatedText = "An error stops them: they watch nothing, and their open events stay open.";

export const zoneLabels: Record<"device" | "account" | "contact", string> = {
	device: "Device clock",
	account: "Account time zone",
	contact: "Time zone of each contact",
};

export function hoursText({ zone, weekly, spans }: AlertHours): string {
	const clock = zone === "device" || zone === "account" || zone === "contact" ? zoneLabels[zone] : zone;
	const single = spans.length > 0 ? [countOf(spans.length, "single span")] : [];
	return `${[weekHoursText(weekly), ...single].filter(Boolean).join("; ") || "Never"} (${clock})`;
}
