import type { SignIn } from "../../shared/auth-requests";
import type { SignInResult } from "../../shared/session";
import type { OwnErrors } from "../cognito/user-pool-errors";
import { askUserPool, clientFields, userParameters } from "./ask-user-pool";
import { assertAttemptAllowed } from "./assert-allowed";
import type { AuthCall } from "./auth-call";
import { assertUnambiguous, completeSignIn } from "./complete-sign-in";

/** Here they speak of passwords tried, which the catalogue says in other words than of codes asked for. */
const signInErrors: OwnErrors = {
	LimitExceededException: "TooManyAttempts",
	TooManyFailedAttemptsException: "TooManyAttempts",
};

/** Signs in with a password, or begins to where the pool asks for more. */
export async function signIn(call: AuthCall, { email, password }: SignIn): Promise<SignInResult> {
	await assertAttemptAllowed(call, "sign-in", email);
	assertUnambiguous(call);
	const answer = await askForTokens(call, email, password);
	// Amplify names the cookies after what was typed, unless a challenge tells the internal name.
	return completeSignIn(call, { loginId: email, answerAs: email, storeAs: email, challengeId: null }, answer);
}

/** Cognito's answer to a user name and a password: tokens, or a challenge. */
export async function askForTokens(
	call: AuthCall,
	username: string,
	password: string,
): Promise<Record<string, unknown>> {
	const parameters = await userParameters(call, username);
	const body = {
		...clientFields(call),
		AuthFlow: "USER_PASSWORD_AUTH",
		AuthParameters: { ...parameters, PASSWORD: password },
	};
	return askUserPool(call, { operation: "InitiateAuth", body, own: signInErrors });
}
