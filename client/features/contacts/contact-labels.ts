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

export function contactDenial({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "editContacts")) return denialOf("editContacts", "contacts", "change");
	if (scope === "all") return null;
	return "You see some groups only. Contacts get messages of the whole account, so it takes somebody who sees all of it.";
}
