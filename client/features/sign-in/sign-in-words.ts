import { authErrors } from "../../../shared/auth-errors";
import type { SignInResult } from "../../../shared/session";
import type { AuthAnswer } from "../../api/auth-api";

/** What stands above the button after an attempt; null when the person is in. */
export function wordsAfterSignIn(answer: AuthAnswer<SignInResult>): string | null {
	if (answer.ok) return answer.value.status === "signed-in" ? null : wordsForChallenge(answer.value.challenge);
	if (answer.failure.isOutage) {
		return "The sign-in service is unavailable. What you typed is kept: try again in a moment.";
	}
	return authErrors[answer.failure.name].message;
}

function wordsForChallenge(challenge: string): string {
	if (challenge === "NEW_PASSWORD_REQUIRED") {
		return "This account must set a new password first, and this console cannot do that yet. Ask whoever invited you.";
	}
	if (challenge.includes("MFA")) {
		return "This account uses two-step sign-in, which is not available in this console yet.";
	}
	return "This account needs a kind of sign-in that is not available in this console yet.";
}
