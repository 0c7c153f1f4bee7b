import type { CurrentAccount } from "../../../shared/account";
import { can } from "../../../shared/permissions";
import { refusalOf } from "../../entities/labels";

/** Why somebody may not make, change or remove groups, in words; null where they may. */
export function groupRefusal({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "editGroups")) return refusalOf("editGroups", "groups", "change");
	if (scope === "all") return null;
	return "You see some groups only. Groups decide who sees which devices, so it takes somebody who sees all of them.";
}
