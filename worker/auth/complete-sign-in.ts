import type { SignInResult } from "../../shared/session";
import { type AuthenticationResult, parseAuthenticationResult } from "../cognito/authentication-result";
import { isRecord } from "../cognito/json-fields";
import { challengeExpiry } from "../session/challenge-cookie";
import { verifyTokens } from "../session/check-tokens";
import { cookieWriterOf } from "../session/cookie-writer";
import { clearEverywhere, findSessionCookies, replaceSession } from "../session/session-cookies";
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
	const isDeviceTracked =
		isRecord(answer.AuthenticationResult) && isRecord(answer.AuthenticationResult.NewDeviceMetadata);
	// Cognito then refuses to refresh: device tracking must be off with this flow.
	if (isDeviceTracked) call.visit.log({ event: "device-tracking-on" });
	return storeTokens(call, login, tokens);
}

async function storeTokens(call: AuthCall, login: Login, tokens: AuthenticationResult): Promise<SignInResult> {
	const { services, visit } = call;
	const verified = await verifyTokens(services.verifier, tokens);
	if (verified.status === "unavailable") throw new AuthRefusal("NetworkError", { reason: verified.reason });
	if (verified.status !== "valid") throw new AuthRefusal("InvalidTokens", { reason: "tokens do not verify" });
	const session = {
		...tokens,
		username: login.storeAs,
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

/** A sign-in beside planted cookies would not be told from theirs. To be asked before anything typed is used up. */
export function assertUnambiguous({ services, visit, cookies }: AuthCall): void {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	if (!found.isAmbiguous) return;
	cookies.session = clearEverywhere(found, cookieWriterOf(services, visit), visit.url);
	throw new AuthRefusal("AmbiguousSession");
}
