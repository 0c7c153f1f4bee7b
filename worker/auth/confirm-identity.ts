import { headerNames } from "../../shared/base/header-names";
import type { ConfirmIdentity } from "../../shared/session/auth-requests";
import type { IdentityProofWay } from "../../shared/session/identity-confirmation";
import { confirmedPath, type IdentityConfirmed } from "../../shared/session/session";
import { reasonOf } from "../base/event-log";
import { HttpError, upstreamUnreachable } from "../base/http-error";
import { parseAuthenticationResult, textField } from "../cognito/cognito-client";
import { type SessionTokens, verifyTokens } from "../cognito/tokens";
import { endingIn } from "../session/ended-sessions";
import { revokeTokens } from "../session/revoke-tokens";
import { endFromInside } from "../session/session-endings";
import { type AuthCall, assertAttemptAllowed } from "./auth-call";
import { keepChallenge } from "./keep-challenge";
import { type OwnSession, ownSessionOrThrow, signInWithPassword } from "./own-session";
import { findChallenge, respondToChallenge, responsesTo } from "./respond-to-challenge";

const backendDeadlineMs = 10_000;

/** Authenticates the user again for one action, valid for two minutes. Revokes the new tokens at once. */
export async function confirmIdentity(call: AuthCall, body: ConfirmIdentity): Promise<IdentityConfirmed> {
	const session = await ownSessionOrThrow(call);
	const { response, respondAs, id } = await authenticateAgain(call, session, body);
	// With MFA_SETUP the password was right, but the required second step is not set up.
	if (textField(response, "ChallengeName") !== "MFA_SETUP") {
		const login = { loginId: respondAs, answerAs: respondAs, storeAs: respondAs, confirms: body.purpose };
		const challenge = keepChallenge(call, { ...login, ...(id !== undefined && { id }) }, response);
		if (challenge?.name === "NEW_PASSWORD_REQUIRED") throw notConfigured(call, "a new password is required");
		if (challenge !== null) return { status: "challenge", challenge };
		await assertSamePerson(call, session, parseAuthenticationResult(response));
	}
	call.cookies.endChallenge();
	const by = body.credential === undefined ? "password" : "passkey";
	await notifyBackend(call, session, { purpose: body.purpose, by });
	call.log({ event: "identity-confirm", sub: session.sub });
	return { status: "confirmed" };
}

type ChallengeResult = { response: Record<string, unknown>; respondAs: string; id?: string };

async function authenticateAgain(call: AuthCall, session: OwnSession, body: ConfirmIdentity): Promise<ChallengeResult> {
	const { challengeId, purpose, password = "" } = body;
	if (challengeId === undefined) {
		const response = await signInWithPassword(call, session, password);
		return { response, respondAs: session.current().access.username };
	}
	const challenge = findChallenge(call, challengeId, purpose);
	await assertAttemptAllowed(call, "challenge", challenge.answerAs);
	const result = await respondToChallenge(call, challenge, responsesTo(challenge, body));
	return { response: result, respondAs: challenge.answerAs, id: challenge.id };
}

/** The cookie may contain another user's challenge. */
export async function assertSamePerson(
	call: AuthCall,
	session: OwnSession,
	tokens: SessionTokens | null,
): Promise<void> {
	if (tokens === null) throw notConfigured(call, "neither tokens nor a second step");
	const verified = await verifyTokens(call.services.verifier, tokens);
	await revokeTokens(call.services, call, tokens);
	if (verified.status === "unavailable") throw new HttpError("NetworkError", { reason: verified.reason });
	if (verified.status === "valid" && verified.access.sub === session.sub) return;
	call.cookies.endChallenge();
	throw new HttpError("ChallengeExpired", { reason: "the tokens are of somebody else" });
}

function notConfigured(call: AuthCall, reason: string): HttpError {
	call.cookies.endChallenge();
	return new HttpError("SignInNotConfigured", { reason });
}

type Confirmed = { purpose: string; by: IdentityProofWay };

export async function notifyBackend(call: AuthCall, session: OwnSession, confirmed: Confirmed): Promise<void> {
	const { upstream } = call.services.settings;
	if (upstream.kind === "url") throw new HttpError("NotImplemented");
	const { tokens } = session.current();
	const headers = new Headers({
		authorization: `Bearer ${tokens.accessToken}`,
		"content-type": "application/json",
		[headerNames.requestId]: call.requestId,
	});
	if (call.namedAccount !== null) headers.set(headerNames.account, call.namedAccount);
	const url = new URL(confirmedPath, call.url).href;
	const body = JSON.stringify(confirmed);
	const response = await upstream.backend
		.fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(backendDeadlineMs) })
		.catch((error: unknown) => {
			throw upstreamUnreachable(reasonOf(error));
		});
	await response.body?.cancel();
	if (response.status === 204) return;
	if (response.status === 403) throw new HttpError("NoAccess");
	if (response.status === 409) throw new HttpError("SsoReplaced");
	const why = endingIn(response);
	if (why === null) throw upstreamUnreachable(`status ${response.status}`);
	endFromInside(call.services, call, { tokens, why });
	throw new HttpError("SessionEnded", { reason: "ended from inside" });
}
