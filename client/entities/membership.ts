import type { Membership } from "../../shared/account";

const notes: Record<Exclude<Membership["state"], "open">, string> = {
	disabled: "You are disabled here",
	signedOut: "Has signed you out: sign in again",
	unanswered: "Does not answer just now",
};

export function membershipTitle({ companyName }: Membership): string {
	return companyName ?? "An account";
}

/** The role, or why it cannot be opened. */
export function membershipNote({ state, role }: Membership): string {
	if (state !== "open") return notes[state];
	return role === null ? "" : `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
}
