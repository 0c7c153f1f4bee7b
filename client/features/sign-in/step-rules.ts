import type { AuthErrorName } from "../../../shared/session/auth-errors";
import { t } from "../../words/made/session";
import type { LaterNoteName } from "./later-steps";

/** The pattern of `z.email()`, by which the server validates, without loading the library. */
export const emailPattern =
	/^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

const notes = ["session-expired", "confirmed", "password-set", "step-expired", "step-absent"] as const;

/** Stored in the history's state, so that no link can put a text on a screen. */
type StepNoteName = (typeof notes)[number] | LaterNoteName;

export function emailComplaint(email: string): string | false {
	if (email === "") return t("email.missing");
	return !isEmailAddress(email) && t("email.invalid");
}

export function isEmailAddress(text: string): boolean {
	return emailPattern.test(text);
}

type EmailInLink = { state: "absent" } | { state: "invalid" } | { state: "valid"; email: string };

export function readEmailInLink(email: string | undefined): EmailInLink {
	if (email === undefined || email === "") return { state: "absent" };
	return isEmailAddress(email) ? { state: "valid", email } : { state: "invalid" };
}

type Step = { to: "/confirm" | "/new-password" | "/forgot-password"; email?: string; note?: StepNoteName };

export function stepAfterDenial(name: AuthErrorName, typed: string): Step | null {
	// A pool may know users by other names; the next screens then request the address.
	const known = isEmailAddress(typed) ? { email: typed } : {};
	if (name === "UserNotConfirmedException") return { to: "/confirm", note: "confirm-first", ...known };
	if (name === "PasswordResetRequiredException") {
		return known.email === undefined
			? { to: "/forgot-password" }
			: { to: "/new-password", note: "reset-required", ...known };
	}
	return null;
}

declare module "@tanstack/react-router" {
	interface HistoryState {
		note?: StepNoteName;
		/** Why the session ended, in the page's language; in place of the note. */
		reason?: string | undefined;
	}
}

export function noteSentence(name: unknown): string | null {
	const note = notes.find((known) => known === name);
	return note === undefined ? null : t(`note.${note}`);
}
