import { headerNames } from "../../shared/base/header-names";
import { sessionEndPath } from "../../shared/session/session";
import type { AccessClaims } from "../../shared/session/token-verifier";
import { reasonOf } from "../base/event-log";
import { countCall, countForAddress } from "../base/rate-limit";
import type { SessionTokens } from "../cognito/tokens";
import { failureOf, revokeTokens } from "./revoke-tokens";
import type { RequestContext } from "./session";
import { endSession } from "./session-endings";
import type { SessionPorts } from "./session-ports";

/** Sign-out must not wait for an unreachable backend. */
const backendDeadlineMs = 3_000;

type SignOut = {
	tokens?: SessionTokens;
	isEverywhere?: boolean;
};

/**
 * Ends the session at Cognito and the backend if possible, and in this browser. Never fails.
 * Over the rate limit or with foreign tokens it signs out only this browser.
 */
export async function signOut(ports: SessionPorts, request: RequestContext, requested: SignOut = {}): Promise<void> {
	const tokens = requested.tokens ?? request.cookies.found.stored;
	const access = tokens && (await verifiedOrLogged(ports, request, tokens));
	if (tokens !== null && access !== null) {
		// First, so that every later response sees it.
		ports.signedOut.add(tokens);
		await Promise.all([
			endAtBackend(ports, request, { tokens, access }),
			endAtUserPool(ports, request, { ...requested, tokens }),
		]);
	}
	endSession(request, "signedOut");
	request.cookies.endChallenge();
}

/** Any page can send a sign-out, so unverified tokens must not cause calls. */
async function verifiedOrLogged(
	{ verifier }: SessionPorts,
	{ log }: RequestContext,
	{ accessToken }: SessionTokens,
): Promise<AccessClaims | null> {
	const verified = await verifier.verifyAccessTokenOfAnyAge(accessToken);
	if (verified.status === "valid") return verified.claims;
	const reason = verified.status === "expired" ? verified.status : verified.reason;
	log({ event: "revoke-failed", name: verified.status, reason });
	return null;
}

type AtBackend = { tokens: SessionTokens; access: AccessClaims };

/** Our own backend closes the sign-in's live sockets and rejects its tokens from now on. */
async function endAtBackend({ settings, callLimit }: SessionPorts, request: RequestContext, ended: AtBackend) {
	if (settings.upstream.kind === "url") return;
	const fail = (reason: string) => request.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason });
	if ((await countCall(callLimit, `sub ${ended.access.sub}`)) !== null) return fail("over the limit");
	const headers = new Headers({
		authorization: `Bearer ${ended.tokens.accessToken}`,
		[headerNames.requestId]: request.requestId,
	});
	const signal = AbortSignal.timeout(backendDeadlineMs);
	try {
		const url = new URL(sessionEndPath, request.url).href;
		const response = await settings.upstream.backend.fetch(url, { method: "POST", headers, signal });
		await response.body?.cancel();
		if (!response.ok) fail(`status ${response.status}`);
	} catch (error) {
		fail(reasonOf(error));
	}
}

type AtUserPool = { tokens: SessionTokens; isEverywhere?: boolean };

async function endAtUserPool(
	ports: SessionPorts,
	request: RequestContext,
	{ tokens, isEverywhere }: AtUserPool,
): Promise<void> {
	const { log } = request;
	if ((await countForAddress(ports.addressLimit, request.clientAddress())) !== null) {
		const reason = "refused before the user pool was asked";
		return log({ event: "revoke-failed", name: "TooManyRequestsException", reason });
	}
	if (isEverywhere) {
		const failure = await failureOf(ports.userPool, "GlobalSignOut", { AccessToken: tokens.accessToken });
		if (failure === null) log({ event: "sign-out-everywhere" });
		else log({ event: "sign-out-everywhere-failed", ...failure });
	}
	await revokeTokens(ports, request, tokens);
}
