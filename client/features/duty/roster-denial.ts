import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import type { Contact } from "../../../shared/message/contact";
import { denialOf } from "../../entities/labels";
import { t } from "../../words/made/duty";

type Me = CurrentAccount["me"];

export function rosterDenial({ role, scope }: Pick<Me, "role" | "scope">): string | null {
	if (!can(role, "editRosters")) return denialOf("editRosters", "changeRosters");
	return scope === "all" ? null : t("scope");
}

export function ownContactIds(contacts: readonly Contact[], { id }: Pick<Me, "id">): ReadonlySet<string> {
	return new Set(contacts.flatMap((contact) => (contact.linkedUserId === id ? contact.id : [])));
}
