import type { SignIn } from "../../shared/auth-requests";
import type { SignInResult } from "../../shared/session";
import { failureReason, parseAuthenticationResult } from "../cognito/cognito-client";
import { createDeviceSecret, type NewDevice, parseNewDevice } from "../cognito/device-verifier";
import type { OwnErrors } from "../cognito/user-pool-errors";
import { challengeExpiry } from "../session/challenge-cookie";
import {
	type ConfirmedDevice,
	clearEverywhere,
	cookieWriterOf,
	findSessionCookies,
	replaceSession,
} from "../session/session-cookies";
import { clockDrift, type SessionTokens, toSessionUser, verifyTokens } from "../session/tokens";
import { askUserPool, clientFields, userParameters } from "./ask-user-pool";
import { type AuthCall, AuthRefusal, assertAttemptAllowed } from "./auth-call";
import { keepChallenge } from "./keep-challenge";

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
	// Amplify names the cookies after what was typed, unless a challenge names the internal one.
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

/** Whose sign-in it is, by the names of `KeptChallenge`. `challengeId`: that of the challenge just answered. */
export type Login = { loginId: string; answerAs: string; storeAs: string; challengeId: string | null };

/** Whatever session the browser had is replaced, never joined, and so is the challenge of an earlier sign-in. */
export async function completeSignIn(
	call: AuthCall,
	login: Login,
	answer: Record<string, unknown>,
): Promise<SignInResult> {
	const challenge = keepChallenge(call, login, answer);
	if (challenge !== null) return { status: "challenge", challenge };
	const tokens = parseAuthenticationResult(answer);
	if (tokens === null) throw new AuthRefusal("InvalidTokens", { reason: "answer without an access token" });
	const { services, context } = call;
	const verified = await verifyTokens(services.verifier, tokens);
	if (verified.status === "unavailable") throw new AuthRefusal("NetworkError", { reason: verified.reason });
	if (verified.status !== "valid") throw new AuthRefusal("InvalidTokens", { reason: "tokens do not verify" });
	const session = {
		...tokens,
		username: login.storeAs,
		device: await confirmDevice(call, tokens, parseNewDevice(answer)),
		signInDetails: JSON.stringify({ loginId: login.loginId, authFlowType: "USER_PASSWORD_AUTH" }),
		clockDriftMs: clockDrift(tokens.accessToken, services.now()),
	};
	const found = findSessionCookies(context.cookieHeader, services.settings.clientId);
	const lines = replaceSession(session, found, cookieWriterOf(services, context));
	if (lines === null) throw new AuthRefusal("SessionTooLarge", { reason: "a cookie is over 4096 bytes" });
	call.cookies.session = lines;
	call.cookies.challenge = challengeExpiry(services, context);
	context.log({ event: "sign-in", sub: verified.access.sub });
	return { status: "signed-in", user: toSessionUser(verified.access, verified.id) };
}

/**
 * A pool that tracks devices refreshes only for one that is confirmed. The sign-in stands all the same where that
 * fails, as in Amplify: it lasts as long as its tokens.
 */
async function confirmDevice(
	{ services, context }: AuthCall,
	{ accessToken }: SessionTokens,
	device: NewDevice | null,
): Promise<ConfirmedDevice | null> {
	if (device === null) return null;
	const { password, config } = await createDeviceSecret(device);
	const answer = await services.userPool("ConfirmDevice", {
		AccessToken: accessToken,
		DeviceKey: device.deviceKey,
		DeviceName: "AQLCloud",
		DeviceSecretVerifierConfig: config,
	});
	if (answer.status === "done") return { ...device, randomPasswordKey: password };
	const reason = failureReason(answer);
	context.log({ event: "device-unconfirmed", reason, cognitoRequestId: answer.cognitoRequestId });
	return null;
}

/** A sign-in beside planted cookies could not be told apart from theirs. Checked before a code or password is spent. */
export function assertUnambiguous({ services, context, cookies }: AuthCall): void {
	const found = findSessionCookies(context.cookieHeader, services.settings.clientId);
	if (!found.isAmbiguous) return;
	cookies.session = clearEverywhere(found, cookieWriterOf(services, context), context.url);
	throw new AuthRefusal("AmbiguousSession");
}
