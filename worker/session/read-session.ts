import type { AuthErrorName } from "../../shared/session/auth-errors";
import { shortestIdleMinutes } from "../../shared/session/session-limits";
import { countForAddress } from "../base/rate-limit";
import { areDue, clockDrift, type SessionTokens, verifyTokens } from "../cognito/tokens";
import { isEnding } from "./ended-sessions";
import { actMinute, type LastActs } from "./last-acts";
import type { NotSignedIn, RequestContext, Session, SignedIn, SignedOutSession } from "./session";
import type { StoredSession } from "./session-cookies";
import { endFromInside, endSession } from "./session-endings";
import type { SessionPorts } from "./session-ports";

export async function readSession(ports: SessionPorts, request: RequestContext): Promise<Session> {
	const { cookies } = request;
	const warm = ports.warmSessions.recall(cookies.steadyHeader);
	const session = warm ?? (await checkSession(ports, request));
	if (session.status !== "signed-in") return session;
	if (ports.signedOut.has(session.tokens)) {
		endSession(request, "signedOutMeanwhile");
		return ended("UserUnAuthenticatedException");
	}
	if (!warm && !cookies.isChanged) ports.warmSessions.remember(cookies.steadyHeader, session);
	return ports.lastActs === null ? session : countAct(ports, request, { lastActs: ports.lastActs, session });
}

type Counted = { lastActs: LastActs; session: SignedIn };

/**
 * Measures how long the person has been idle, and stores an act that the page reports. After a pause that an account may
 * not allow, the backend decides first: an act must not revive a session that was over before it.
 */
async function countAct(
	ports: SessionPorts,
	request: RequestContext,
	{ lastActs, session }: Counted,
): Promise<Session> {
	const { cookies } = request;
	const lastAct = await lastActs.find(cookies.activeValues, session.access);
	if (lastAct === null) return session;
	const measured = { ...session, idleMinutes: lastAct.idleMinutes };
	const minute = actMinute(request.acted(), ports.now());
	if (minute === null || (minute <= lastAct.minute && !lastAct.isAhead)) return measured;
	if (lastAct.idleMinutes > shortestIdleMinutes) {
		const standing = await ports.endedSessions.request(request, measured);
		if (isEnding(standing)) {
			endFromInside(ports, request, { tokens: session.tokens, why: standing });
			return ended("SessionEnded");
		}
		if (standing === "unknown") return measured;
	}
	cookies.keepActive(await lastActs.valueFor(session.access, minute));
	return measured;
}

/**
 * Reads the session and checks with the backend whether it ended, `now` or at most every 30 s.
 * If the backend is unreachable, `now` returns `unchecked`, and `lately` trusts the tokens.
 */
export async function readOngoingSession(
	ports: SessionPorts,
	request: RequestContext,
	when: "now" | "lately",
): Promise<Session> {
	const session = await readSession(ports, request);
	if (session.status !== "signed-in") return session;
	const { request: fetch, recallOrRequest } = ports.endedSessions;
	const standing = await (when === "now" ? fetch : recallOrRequest)(request, session);
	if (isEnding(standing)) {
		endFromInside(ports, request, { tokens: session.tokens, why: standing });
		return ended("SessionEnded");
	}
	return standing === "alive" || when === "lately" ? session : { status: "unchecked", error: "UpstreamUnreachable" };
}

/**
 * Reads the session for responses that may lose cookies. Refreshes nothing, because a rotated refresh token that is not
 * stored is lost.
 * Rejects a due session; the page refreshes it by a session check and retries.
 */
export async function readWithoutRefresh(ports: SessionPorts, request: RequestContext): Promise<Session> {
	const warm = ports.warmSessions.recall(request.cookies.steadyHeader);
	const session = warm ?? (await checkWithoutRefresh(ports, request));
	if (session.status !== "signed-in" || ports.lastActs === null) return session;
	const lastAct = await ports.lastActs.find(request.cookies.activeValues, session.access);
	return { ...session, idleMinutes: lastAct?.idleMinutes ?? null };
}

async function checkWithoutRefresh(ports: SessionPorts, request: RequestContext): Promise<Session> {
	const { stored } = request.cookies.found;
	if (stored === null) return absent();
	const verified = await verifyTokens(ports.verifier, stored);
	if (verified.status === "unavailable") return unchecked(request, verified.reason);
	if (verified.status !== "valid" || areDue(verified, ports.now())) return absent();
	return signedIn(stored, verified);
}

async function checkSession(ports: SessionPorts, request: RequestContext): Promise<Session> {
	const { isAmbiguous, isNamed, stored } = request.cookies.found;
	if (isAmbiguous) {
		endSession(request, "ambiguous");
		return ended("UserUnAuthenticatedException");
	}
	// Amplify's token store does the same: a user is named, but has no access token.
	if (stored === null) return absent(isNamed ? "NoSessionFoundException" : undefined);
	const verified = await verifyTokens(ports.verifier, stored);
	switch (verified.status) {
		case "valid":
			if (areDue(verified, ports.now())) return refreshStored(ports, request, stored);
			request.cookies.adopt();
			return signedIn(stored, verified);
		case "expired":
			return refreshStored(ports, request, stored);
		case "invalid":
			return unverifiable(request, verified.reason);
		case "unavailable":
			return unchecked(request, verified.reason);
	}
}

/** Refreshes even if not due, after the backend rejected the token. */
export async function refreshSession(ports: SessionPorts, request: RequestContext): Promise<Session> {
	const { stored } = request.cookies.found;
	return stored === null ? absent() : refreshStored(ports, request, stored);
}

/** Refreshes for tokens with the claims that were changed at the user pool. */
export async function renewSession(ports: SessionPorts, request: RequestContext, session: SignedIn): Promise<Session> {
	const { stored } = request.cookies.found;
	if (stored === null) return absent();
	// A cached refresh result is older than the change.
	if (session.tokens.refreshToken !== null) ports.sharedRefresh.forget(session.tokens.refreshToken);
	return refreshStored(ports, request, { ...stored, ...session.tokens });
}

async function refreshStored(ports: SessionPorts, request: RequestContext, stored: StoredSession): Promise<Session> {
	if (stored.refreshToken === null) {
		const error = stored.isOAuthSignIn ? "TokenRefreshException" : "UserUnAuthenticatedException";
		endSession(request, "expired", { name: error });
		return ended(error);
	}
	const address = ports.settings.isAddressPropagated ? request.clientAddress() : null;
	const requested = { refreshToken: stored.refreshToken, deviceKey: stored.deviceKey, address };
	const outcome = await ports.sharedRefresh.refresh(requested, {
		keepAlive: request.keepAlive,
		countCall: () => countForAddress(ports.addressLimit, request.clientAddress()),
	});
	switch (outcome.status) {
		case "refreshed": {
			const tokens = { ...outcome.tokens, refreshToken: outcome.tokens.refreshToken ?? stored.refreshToken };
			return storeRefreshed(ports, request, { ...stored, ...tokens });
		}
		case "ended":
			endSession(request, "refreshRefused", { name: outcome.name });
			return ended("UserUnAuthenticatedException");
		case "unavailable":
			request.log({ event: "refresh-failed", name: outcome.error, reason: outcome.reason });
			return { status: "unchecked", error: outcome.error, retryAfterSeconds: outcome.retryAfterSeconds };
	}
}

/** Stores before it verifies: a rotated refresh token is lost unless this response has it. */
async function storeRefreshed(ports: SessionPorts, request: RequestContext, renewed: StoredSession): Promise<Session> {
	const { username, signInDetails, accessToken, idToken, refreshToken } = renewed;
	const tokens: SessionTokens = { accessToken, idToken, refreshToken };
	const clockDriftMs = clockDrift(accessToken, ports.now());
	if (!request.cookies.writeSession({ ...tokens, username, signInDetails, clockDriftMs })) {
		request.log({ event: "refresh-failed", name: "SessionTooLarge" });
		return { status: "unchecked", error: "SessionTooLarge" };
	}
	const verified = await verifyTokens(ports.verifier, tokens);
	if (verified.status === "unavailable") return unchecked(request, verified.reason);
	if (verified.status !== "valid") return unverifiable(request, "refreshed tokens do not verify");
	request.log({ event: "refresh", sub: verified.access.sub });
	return { ...signedIn(tokens, verified), isRefreshed: true };
}

function signedIn(tokens: SessionTokens, { access, id }: Pick<SignedIn, "access" | "id">): SignedIn {
	return { status: "signed-in", tokens, access, id, isRefreshed: false, idleMinutes: null };
}

function unchecked({ log }: RequestContext, reason: string): NotSignedIn {
	log({ event: "session-unchecked", reason });
	return { status: "unchecked", error: "NetworkError" };
}

function unverifiable(request: RequestContext, reason: string): SignedOutSession {
	endSession(request, "unverifiable", { reason });
	return ended("InvalidAuthTokens");
}

function ended(error: AuthErrorName): SignedOutSession {
	return { status: "signed-out", error, hasEnded: true };
}

function absent(error: AuthErrorName = "UserUnAuthenticatedException"): SignedOutSession {
	return { status: "signed-out", error, hasEnded: false };
}
