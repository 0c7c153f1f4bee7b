import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import type { Contact } from "../../../shared/message/contact";
import type { MessageClass } from "../../../shared/message/message";
import { denialOf } from "../../entities/labels";

const allOf = new Intl.ListFormat("en");

export const classLabels: Record<MessageClass, string> = {
	alerts: "Alerts",
	reports: "Reports",
	account: "Messages about the account",
};

/** `2 alerts, 1 report and storage warnings`; null where nothing uses it. */
export function usesText({ alerts, reports, storage }: Contact["useCounts"]): string | null {
	const parts = [
		...(alerts > 0 ? [alerts === 1 ? "1 alert" : `${alerts} alerts`] : []),
		...(reports > 0 ? [reports === 1 ? "1 report" : `${reports} reports`] : []),
		...(storage > 0 ? ["storage warnings"] : []),
	];
	return parts.length === 0 ? null : allOf.format(parts);
}

export function ruleUsesText(counts: Contact["useCounts"]): string {
	const { roles = 0, ...named } = counts;
	const byRole = roles === 0 ? [] : [roles === 1 ? "1 alert by role" : `${roles} alerts by role`];
	const uses = allOf.format([...(usesText(named) === null ? [] : [usesText(named) ?? ""]), ...byRole]);
	if (named.alerts + roles > 0) return uses;
	return uses === "" ? "Not used by any rule" : `Not used by any rule, but by ${uses}`;
}

export function contactDenial({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "editContacts")) return denialOf("editContacts", "changeContacts");
	if (scope === "all") return null;
	return "You only see some groups. Contacts get messages of the whole account, so only users who see all of it can change them.";
}
