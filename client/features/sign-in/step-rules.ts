import type { AuthErrorName } from "../../../shared/session/auth-errors";
import { checkPassword, longestPassword } from "../../../shared/session/password-policy";
import type { PasswordPolicy } from "../../../shared/session/password-setting";

/** The pattern of `z.email()`, by which the server validates, without loading the library. */
export const emailPattern =
	/^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Stored in the history's state, so that no link can put a text on a screen. */
const notes = {
	"session-expired": "Your session has expired, or you signed out in another tab. Sign in to continue.",
	"session-ended":
		"This session was ended from another device, by a new password, or by an administrator. Sign in to continue.",
	confirmed: "Your e-mail is confirmed. Sign in to continue.",
	"password-set": "Your new password is set. Sign in with it.",
	"step-expired": "This sign-in took too long. Start again.",
	"step-absent": "No sign-in is under way in this tab. Start again here.",
	"signed-up": "Check your inbox. No mail? Sign in or reset your password.",
	"confirm-first": "Confirm your e-mail to continue. We sent you a code.",
	"confirm-unsent": "Confirm your e-mail to continue. We could not send a code just now: ask for one below.",
	"reset-asked": "If this address has an account, we sent a code to it.",
	"reset-required":
		"A new password must be set for this account. Enter the code you were sent, or ask for a new one below.",
} as const;

type StepNoteName = keyof typeof notes;

export function emailComplaint(email: string): string | false {
	if (email === "") return "Enter your e-mail address.";
	return !isEmailAddress(email) && "Enter a valid e-mail address.";
}

export function codeComplaint(code: string): string | false {
	return code === "" && "Enter the code.";
}

/** If the policy is unknown, only the sign-in service validates. */
export function newPasswordComplaint(policy: PasswordPolicy | null, password: string): string | false {
	if (password === "") return "Choose a password.";
	if (password.length > longestPassword) return `At most ${longestPassword} characters.`;
	if (policy === null || checkPassword(policy, password).every(({ isMet }) => isMet)) return false;
	return "This password does not meet the rules.";
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
	}
}

export function noteSentence(name: unknown): string | null {
	return typeof name === "string" && Object.hasOwn(notes, name) ? notes[name as StepNoteName] : null; // just looked up
}
