import type { Challenge } from "../../../shared/session";

/** What a second step asks for, in a sentence. */
export function wordsForSecondStep(challenge: Challenge): string {
	switch (challenge.name) {
		case "SOFTWARE_TOKEN_MFA":
			return "Enter the code that your authenticator app shows now.";
		case "SMS_MFA":
		case "SMS_OTP":
			return `We sent a code by text message${to(challenge.destination)}. Enter it to sign in.`;
		case "EMAIL_OTP":
			return `We sent a code by e-mail${to(challenge.destination)}. Enter it to sign in.`;
		case "SELECT_MFA_TYPE":
			return "Choose how to prove that it is you.";
		case "MFA_SETUP":
			return "This account needs a second step. Set it up with an authenticator app on your phone.";
		case "NEW_PASSWORD_REQUIRED":
			return "This account must set a password of its own first.";
	}
}

function to(destination: string | null): string {
	return destination === null ? "" : ` to ${destination}`;
}
