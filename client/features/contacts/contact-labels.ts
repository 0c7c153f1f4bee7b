import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import type { Contact } from "../../../shared/message/contact";
import { pageLanguage } from "../../base/page-language";
import { denialOf } from "../../entities/labels";
import { t } from "../../words/made/contacts";

const allOf = new Intl.ListFormat(pageLanguage);

/** `2 alerts, 1 report and storage warnings`; null where nothing uses it. */
export function usesText({ alerts, reports, storage }: Contact["useCounts"]): string | null {
	const parts = [
		...(alerts > 0 ? [t("uses.alerts", { count: alerts })] : []),
		...(reports > 0 ? [t("uses.reports", { count: reports })] : []),
		...(storage > 0 ? [t("uses.storage")] : []),
	];
	return parts.length === 0 ? null : allOf.format(parts);
}

export function ruleUsesText(counts: Contact["useCounts"]): string {
	const { roles = 0, ...named } = counts;
	const byRole = roles === 0 ? [] : [t("uses.byRole", { count: roles })];
	const uses = allOf.format([...(usesText(named) === null ? [] : [usesText(named) ?? ""]), ...byRole]);
	if (named.alerts + roles > 0) return uses;
	return uses === "" ? t("notInAnyRule") : t("notInAnyRule.butIn", { uses });
}

export function contactDenial({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "editContacts")) return denialOf("editContacts", "changeContacts");
	if (scope === "all") return null;
	return t("denial.scope");
}
