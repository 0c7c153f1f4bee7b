import type { AuthErrorName } from "../../shared/auth-errors";
import { createExpiringMap } from "../../shared/expiring-map";
import type { AccessClaims, IdClaims } from "../../shared/token-verifier";
import { countForAddress } from "../middleware/rate-limit";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { endFromInside, endSession } from "./ended-sessions";
import {
	adoptCookies,
	clearEverywhere,
	clearSession,
	cookieWriterOf,
	expireLeftOver,
	type FoundCookies,
	findSessionCookies,
	type StoredSession,
	writeSession,
} from "./session-cookies";
import { areDue, clockDrift, dueMs, type SessionTokens, verifyTokens } from "./tokens";

/** Together with the verifier's cache this bounds how long a withdrawn signing key is trusted. */
const rememberedMs = 30_000;
const mostRemembered = 500;

export type SignedIn = {
	status: "signed-in";
	tokens: SessionTokens;
	access: AccessClaims;
	id: IdClaims | null;
	isRefreshed: boolean;
	setCookies: string[];
};

/** `setCookies` belong into every answer, so that an ended session stays ended. */
export type Session =
	| SignedIn
	| { status: "signed-out"; error: AuthErrorName; setCookies: string[] }
	/** Unknown: the keys or the user pool could not be reached. */
	| { status: "unchecked"; error: AuthErrorName; setCookies: string[]; retryAfterSeconds?: number };

export async function readSession(services: Services, context: RequestContext): Promise<Session> {
	const { warmSessions } = services;
	const warm = warmSessions.recall(context.cookieHeader);
	const session = warm ?? (await checkSession(services, context));
	if (session.status !== "signed-in") return session;
	if (services.signedOut.has(session.tokens)) {
		return signedOut("UserUnAuthenticatedException", endSession(services, context, "signed out meanwhile"));
	}
	if (!warm && session.setCookies.length === 0) warmSessions.remember(context.cookieHeader, session);
	return session;
}

/**
 * For requests that do not reach the backend: asks it whether it ended the session, `now` or at most every 30 s. If
 * it cannot be asked, `now` gives `unchecked`, and `lately` trusts the tokens.
 */
export async function readOngoingSession(
	services: Services,
	context: RequestContext,
	when: "now" | "lately",
): Promise<Session> {
	const session = await readSession(services, context);
	if (session.status !== "signed-in") return session;
	const { ask, recallOrAsk } = services.endedSessions;
	const standing = await (when === "now" ? ask : recallOrAsk)(context, session);
	if (standing === "ended") return signedOut("SessionEnded", endFromInside(services, context, session.tokens));
	if (standing === "alive" || when === "lately") return session;
	return { status: "unchecked", error: "UpstreamUnreachable", setCookies: session.setCookies };
}

type UnrefreshedSession =
	| { status: "signed-in"; tokens: SessionTokens; access: AccessClaims }
	| { status: "refused"; error: AuthErrorName };

/**
 * For answers that may lose their cookies: refreshes nothing, because a rotated refresh token that is not stored is
 * lost. A due session is refused; the page refreshes it by a session check and retries.
 */
export async function readWithoutRefresh(services: Services, context: RequestContext): Promise<UnrefreshedSession> {
	const warm = services.warmSessions.recall(context.cookieHeader);
	if (warm) return warm;
	const { stored } = findSessionCookies(context.cookieHeader, services.settings.clientId);
	if (stored === null) return notUsable;
	const verified = await verifyTokens(services.verifier, stored);
	if (verified.status === "unavailable") {
		context.log({ event: "session-unchecked", reason: verified.reason });
		return { status: "refused", error: "NetworkError" };
	}
	if (verified.status !== "valid" || areDue(verified, services.now())) return notUsable;
	return { status: "signed-in", tokens: stored, access: verified.access };
}

const notUsable: UnrefreshedSession = { status: "refused", error: "UserUnAuthenticatedException" };

async function checkSession(services: Services, context: RequestContext): Promise<Session> {
	const found = findSessionCookies(context.cookieHeader, services.settings.clientId);
	if (found.isAmbiguous) {
		context.log({ event: "session-ambiguous" });
		return signedOut(
			"UserUnAuthenticatedException",
			clearEverywhere(found, cookieWriterOf(services, context), context.url),
		);
	}
	const { stored } = found;
	// As in Amplify's token store: a user is named, but has no access token.
	if (stored === null) return signedOut(found.isNamed ? "NoSessionFoundException" : "UserUnAuthenticatedException", []);
	const reading = { services, context, found, stored };
	const verified = await verifyTokens(services.verifier, stored);
	switch (verified.status) {
		case "valid": {
			if (areDue(verified, services.now())) return refreshStored(reading);
			const writer = cookieWriterOf(services, context);
			const setCookies = found.isAdopted ? expireLeftOver(found, writer) : (adoptCookies(found, writer) ?? []);
			return { ...signedIn(stored, verified), isRefreshed: false, setCookies };
		}
		case "expired":
			return refreshStored(reading);
		case "invalid":
			return refused(reading, verified.reason);
		case "unavailable":
			context.log({ event: "session-unchecked", reason: verified.reason });
			return { status: "unchecked", error: "NetworkError", setCookies: [] };
	}
}

/** Refreshes even if not due, after the backend refused the token. */
export async function refreshSession(services: Services, context: RequestContext): Promise<Session> {
	const found = findSessionCookies(context.cookieHeader, services.settings.clientId);
	if (found.stored === null) return signedOut("UserUnAuthenticatedException", []);
	return refreshStored({ services, context, found, stored: found.stored });
}

export async function renewSession(services: Services, context: RequestContext, session: SignedIn): Promise<Session> {
	const found = findSessionCookies(context.cookieHeader, services.settings.clientId);
	if (found.stored === null) return signedOut("UserUnAuthenticatedException", []);
	// A cached refresh result is older than the change.
	if (session.tokens.refreshToken !== null) services.sharedRefresh.forget(session.tokens.refreshToken);
	return refreshStored({ services, context, found, stored: { ...found.stored, ...session.tokens } });
}

type Reading = { services: Services; context: RequestContext; found: FoundCookies; stored: StoredSession };

async function refreshStored({ services, context, found, stored }: Reading): Promise<Session> {
	if (stored.refreshToken === null) {
		const error = stored.isOAuthSignIn ? "TokenRefreshException" : "UserUnAuthenticatedException";
		context.log({ event: "session-ended", name: error, reason: "expired without a refresh token" });
		return signedOut(error, clearSession(found, cookieWriterOf(services, context)));
	}
	const address = services.settings.isAddressPropagated ? context.clientAddress() : null;
	const request = { refreshToken: stored.refreshToken, deviceKey: stored.deviceKey, address };
	const outcome = await services.sharedRefresh.refresh(request, {
		keepAlive: context.keepAlive,
		countCall: () => countForAddress(services.addressLimit, context.clientAddress()),
	});
	switch (outcome.status) {
		case "refreshed": {
			const tokens = { ...outcome.tokens, refreshToken: outcome.tokens.refreshToken ?? stored.refreshToken };
			return storeRefreshed({ services, context, found, stored }, tokens);
		}
		case "ended":
			context.log({ event: "session-ended", name: outcome.name, reason: "refresh refused" });
			return signedOut("UserUnAuthenticatedException", clearSession(found, cookieWriterOf(services, context)));
		case "unavailable":
			context.log({ event: "refresh-failed", name: outcome.error, reason: outcome.reason });
			return {
				status: "unchecked",
				error: outcome.error,
				setCookies: [],
				retryAfterSeconds: outcome.retryAfterSeconds,
			};
	}
}

async function storeRefreshed(reading: Reading, tokens: SessionTokens): Promise<Session> {
	const { services, context, found, stored } = reading;
	const { username, signInDetails } = stored;
	const clockDriftMs = clockDrift(tokens.accessToken, services.now());
	const session = { ...tokens, username, signInDetails, clockDriftMs };
	const setCookies = writeSession(session, found, cookieWriterOf(services, context));
	if (setCookies === null) {
		context.log({ event: "refresh-failed", name: "SessionTooLarge" });
		return { status: "unchecked", error: "SessionTooLarge", setCookies: [] };
	}
	const verified = await verifyTokens(services.verifier, tokens);
	if (verified.status === "valid") {
		context.log({ event: "refresh", sub: verified.access.sub });
		return { ...signedIn(tokens, verified), isRefreshed: true, setCookies };
	}
	if (verified.status === "unavailable") {
		context.log({ event: "session-unchecked", reason: verified.reason });
		// A rotated refresh token is lost unless it is stored now.
		return { status: "unchecked", error: "NetworkError", setCookies };
	}
	return refused(reading, "refreshed tokens do not verify");
}

function signedIn(tokens: SessionTokens, { access, id }: { access: AccessClaims; id: IdClaims | null }) {
	return { status: "signed-in", tokens, access, id } as const;
}

function refused({ services, context, found }: Reading, reason: string): Session {
	context.log({ event: "session-refused", reason });
	return signedOut("InvalidAuthTokens", clearSession(found, cookieWriterOf(services, context)));
}

function signedOut(error: AuthErrorName, setCookies: string[]): Session {
	return { status: "signed-out", error, setCookies };
}

/** Tokens take some 4 kB, and a browser sends other cookies along: of larger headers nothing is kept. */
const longestRemembered = 16_000;

export type WarmSessions = ReturnType<typeof createWarmSessions>;

/**
 * By the whole Cookie header, as parsing it and looking up both tokens is half of a session check. Only sessions that
 * are valid, not due, and set no cookies.
 */
export function createWarmSessions(now: () => number) {
	const sessions = createExpiringMap<string, SignedIn>({ most: mostRemembered, now });
	return {
		recall: sessions.get,
		remember(cookieHeader: string, session: SignedIn): void {
			if (cookieHeader.length > longestRemembered) return;
			const { access, id } = session;
			const dueAt = Math.min(access.exp, id?.exp ?? access.exp) * 1000 - dueMs;
			sessions.set(cookieHeader, session, Math.min(dueAt, now() + rememberedMs));
		},
	};
}
