/** What the step before has to say. It travels in the history's state, so that no link can put words on a screen. */
const notes = {
	confirmed: "Your e-mail is confirmed. Sign in to go on.",
	"password-set": "Your new password is set. Sign in with it.",
	"step-expired": "This sign-in took too long. Start again.",
	"step-absent": "No sign-in is under way in this tab. Start again here.",
	"signed-up":
		"If this address can be registered we sent a code. If you have an account already, no code comes: sign in, or ask for a new password.",
	"confirm-first": "Confirm your e-mail to continue. We sent you a code.",
	"confirm-unsent": "Confirm your e-mail to continue. We could not send a code just now: ask for one below.",
	"reset-asked": "If this address has an account, we sent a code to it.",
	"reset-required":
		"A new password must be set for this account. Enter the code you were sent, or ask for a new one below.",
} as const;

export type StepNoteName = keyof typeof notes;

declare module "@tanstack/react-router" {
	interface HistoryState {
		note?: StepNoteName;
	}
}

export function wordsForNote(name: unknown): string | null {
	return typeof name === "string" && Object.hasOwn(notes, name) ? notes[name as StepNoteName] : null; // just looked up
}
