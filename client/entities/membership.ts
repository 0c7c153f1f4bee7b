import type { Membership } from "../../shared/account/account";
import { t } from "../words/made/entities";

export function membershipTitle({ companyName }: Membership): string {
	return companyName ?? t("membership.unnamed");
}

const endOfId = 5;

/** The role, or why the account cannot be opened. Memberships that read alike also show the end of the id. */
export function membershipNote(membership: Membership, all: readonly Membership[]): string {
	const { accountId, state, role } = membership;
	const note = state === "open" ? roleText(role) : t(`membership.${state}`);
	const read = readName(membership);
	const hasNamesake = all.some((other) => other.accountId !== accountId && readName(other) === read);
	if (!hasNamesake) return note;
	return [note, `…${accountId.slice(-endOfId)}`].filter((part) => part !== "").join(" · ");
}

export function roleText(role: Membership["role"]): string {
	return role === null ? "" : t(`role.${role}`);
}

function readName(membership: Membership): string {
	return membershipTitle(membership).normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}
