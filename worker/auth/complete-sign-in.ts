import type { SignInResult } from "../../shared/session";
import { type AuthenticationResult, parseAuthenticationResult } from "../cognito/authentication-result";
import { createDeviceSecret, type NewDevice, parseNewDevice } from "../cognito/device-verifier";
import { challengeExpiry } from "../session/challenge-cookie";
import { verifyTokens } from "../session/check-tokens";
import { cookieWriterOf } from "../session/cookie-writer";
import { type ConfirmedDevice, clearEverywhere, findSessionCookies, replaceSession } from "../session/session-cookies";
import { toSessionUser } from "../session/session-user";
import { clockDrift } from "../session/unverified-claims";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import { keepChallenge } from "./keep-challenge";

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
	const { services, visit } = call;
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
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	const lines = replaceSession(session, found, cookieWriterOf(services, visit));
	if (lines === null) throw new AuthRefusal("SessionTooLarge", { reason: "a cookie is over 4096 bytes" });
	call.cookies.session = lines;
	call.cookies.challenge = challengeExpiry(services, visit);
	visit.log({ event: "sign-in", sub: verified.access.sub });
	return { status: "signed-in", user: toSessionUser(verified.access, verified.id) };
}

/**
 * A pool that tracks devices refreshes only for one that is confirmed. The sign-in stands all the same where that
 * fails, as in Amplify: it lasts as long as its tokens.
 */
async function confirmDevice(
	{ services, visit }: AuthCall,
	{ accessToken }: AuthenticationResult,
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
	const reason = answer.status === "refused" ? answer.name : answer.reason;
	visit.log({ event: "device-unconfirmed", reason, cognitoRequestId: answer.cognitoRequestId });
	return null;
}

/** A sign-in beside planted cookies would not be told from theirs. To be asked before anything typed is used up. */
export function assertUnambiguous({ services, visit, cookies }: AuthCall): void {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	if (!found.isAmbiguous) return;
	cookies.session = clearEverywhere(found, cookieWriterOf(services, visit), visit.url);
	throw new AuthRefusal("AmbiguousSession");
}
