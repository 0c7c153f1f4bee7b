import { parseAuthenticationResult } from "../cognito/authentication-result";
import { textField } from "../cognito/json-fields";
import { revokeTokens } from "../session/sign-out";
import { assertAttemptAllowed } from "./assert-allowed";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import type { OwnSession } from "./own-session";
import { askForTokens } from "./sign-in";

/** Challenges that Cognito poses to none but who gave the right password. */
const secondSteps = new Set(["SOFTWARE_TOKEN_MFA", "SMS_MFA", "EMAIL_OTP", "SMS_OTP", "SELECT_MFA_TYPE", "MFA_SETUP"]);

/**
 * Refuses who does not know the password of the session's person: a session left open must not be enough for what
 * can take an account over. Whatever it is asked for, tries count together.
 */
export async function assertPassword(call: AuthCall, session: OwnSession, password: string): Promise<void> {
	await assertAttemptAllowed(call, "own-password", session.sub);
	// By the user name in the token: with one of a cookie's the password of somebody else would do.
	const answer = await askForTokens(call, session.current().access.username, password).catch((error: unknown) => {
		const isWrong = error instanceof AuthRefusal && error.code === "NotAuthorizedException";
		throw isWrong ? new AuthRefusal("WrongCurrentPassword", error.details) : error;
	});
	const tokens = parseAuthenticationResult(answer);
	if (tokens !== null) return revokeTokens(call.services, call.visit, tokens);
	if (secondSteps.has(textField(answer, "ChallengeName") ?? "")) return;
	throw new AuthRefusal("SignInNotConfigured", { reason: "neither tokens nor a second step" });
}
