import type { Membership } from "../../shared/account/account";

const notes: Record<Exclude<Membership["state"], "open">, string> = {
	disabled: "You are disabled here",
	signedOut: "Has signed you out: sign in again",
	unanswered: "Does not answer just now",
};

export function membershipTitle({ companyName }: Membership): string {
	return companyName ?? "An account";
}

const endOfId = 5;

/** The role, or why the account cannot be opened. Memberships that read alike also show the end of the id. */
export function membershipNote(membership: Membership, all: readonly Membership[]): string {
	const { accountId, state, role } = membership;
	const note = state === "open" ? roleText(role) : notes[state];
	const read = readName(membership);
	const hasNamesake = all.some((other) => other.accountId !== accountId && readName(other) === read);
	if (!hasNamesake) return note;
	return [note, `…${accountId.slice(-endOfId)}`].filter((part) => part !== "").join(" · ");
}

function roleText(role: Membership["role"]): string {
	return role === null ? "" : `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
}

function readName(membership: Membership): string {
	return membershipTitle(membership).normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}
