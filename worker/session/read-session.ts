import type { AuthErrorName } from "../../shared/auth-errors";
import type { AccessClaims, IdClaims } from "../../shared/token-verifier";
import type { Services } from "../services";
import { areDue, verifyTokens } from "./check-tokens";
import {
	adoptCookies,
	clearEverywhere,
	clearSession,
	type FoundCookies,
	findSessionCookies,
	type SessionTokens,
	type StoredSession,
	writeSession,
} from "./session-cookies";
import { clockDrift } from "./unverified-claims";
import type { Visit } from "./visit";

export type SignedIn = {
	status: "signed-in";
	tokens: SessionTokens;
	access: AccessClaims;
	id: IdClaims | null;
	isRefreshed: boolean;
	setCookies: string[];
};

/** `setCookies` belongs into whatever answer is given: a session that ended must not come back. */
export type Session =
	| SignedIn
	| { status: "signed-out"; error: AuthErrorName; setCookies: string[] }
	/** Neither yes nor no: the keys or the user pool could not be asked. */
	| { status: "unchecked"; error: AuthErrorName; setCookies: string[] };

/** The session of a request's cookies, refreshed where it is due. */
export async function readSession(services: Services, visit: Visit): Promise<Session> {
	const { warmSessions } = services;
	const warm = warmSessions.recall(visit.cookieHeader);
	if (warm) return warm;
	const session = await checkSession(services, visit);
	const isSettled = session.status === "signed-in" && session.setCookies.length === 0;
	if (isSettled) warmSessions.remember(visit.cookieHeader, session);
	return session;
}

async function checkSession(services: Services, visit: Visit): Promise<Session> {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	if (found.isAmbiguous) {
		visit.log({ event: "session-ambiguous" });
		return signedOut("UserUnAuthenticatedException", clearEverywhere(found, writerOf(services, visit), visit.url));
	}
	const { stored } = found;
	if (stored === null) return signedOut("UserUnAuthenticatedException", []);
	const context = { services, visit, found, stored };
	const verified = await verifyTokens(services.verifier, stored);
	switch (verified.status) {
		case "valid": {
			if (areDue(verified, services.now())) return refreshStored(context);
			const setCookies = found.isAdopted ? [] : (adoptCookies(found, writerOf(services, visit)) ?? []);
			return { ...signedIn(stored, verified), isRefreshed: false, setCookies };
		}
		case "expired":
			return refreshStored(context);
		case "invalid":
			return refused(context, verified.reason);
		case "unavailable":
			visit.log({ event: "session-unchecked", reason: verified.reason });
			return { status: "unchecked", error: "NetworkError", setCookies: [] };
	}
}

/** Refreshes whatever the clock says: for a token that the backend no longer takes. */
export async function refreshSession(services: Services, visit: Visit): Promise<Session> {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	if (found.stored === null) return signedOut("UserUnAuthenticatedException", []);
	return refreshStored({ services, visit, found, stored: found.stored });
}

/** Ends the session of these cookies, as the backend has said it must. */
export function endSession(services: Services, visit: Visit): string[] {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	visit.log({ event: "session-ended", reason: "ended by the backend" });
	return clearSession(found, writerOf(services, visit));
}

type Stored = { services: Services; visit: Visit; found: FoundCookies; stored: StoredSession };

async function refreshStored({ services, visit, found, stored }: Stored): Promise<Session> {
	if (stored.refreshToken === null) {
		const error = stored.isOAuthSignIn ? "TokenRefreshException" : "UserUnAuthenticatedException";
		visit.log({ event: "session-ended", name: error, reason: "expired without a refresh token" });
		return signedOut(error, clearSession(found, writerOf(services, visit)));
	}
	const request = { refreshToken: stored.refreshToken, deviceKey: stored.deviceKey };
	const outcome = await services.sharedRefresh.refresh(request, visit.keepAlive);
	switch (outcome.status) {
		case "refreshed": {
			const tokens = { ...outcome.tokens, refreshToken: outcome.tokens.refreshToken ?? stored.refreshToken };
			return storeRefreshed({ services, visit, found, stored }, tokens);
		}
		case "ended":
			visit.log({ event: "session-ended", name: outcome.name, reason: "refresh refused" });
			return signedOut("UserUnAuthenticatedException", clearSession(found, writerOf(services, visit)));
		case "unavailable":
			visit.log({ event: "refresh-failed", name: outcome.error, reason: outcome.reason });
			return { status: "unchecked", error: outcome.error, setCookies: [] };
	}
}

async function storeRefreshed(context: Stored, tokens: SessionTokens): Promise<Session> {
	const { services, visit, found, stored } = context;
	const { username, signInDetails } = stored;
	const clockDriftMs = clockDrift(tokens.accessToken, services.now());
	const session = { ...tokens, username, signInDetails, clockDriftMs };
	const setCookies = writeSession(session, found, writerOf(services, visit));
	if (setCookies === null) {
		visit.log({ event: "refresh-failed", name: "SessionTooLarge" });
		return { status: "unchecked", error: "SessionTooLarge", setCookies: [] };
	}
	const verified = await verifyTokens(services.verifier, tokens);
	if (verified.status === "valid") {
		visit.log({ event: "refresh", sub: verified.access.sub });
		return { ...signedIn(tokens, verified), isRefreshed: true, setCookies };
	}
	if (verified.status === "unavailable") {
		visit.log({ event: "session-unchecked", reason: verified.reason });
		// A rotated refresh token is gone for good unless it is stored now.
		return { status: "unchecked", error: "NetworkError", setCookies };
	}
	return refused(context, "refreshed tokens do not verify");
}

function signedIn(tokens: SessionTokens, { access, id }: { access: AccessClaims; id: IdClaims | null }) {
	return { status: "signed-in", tokens, access, id } as const;
}

function refused({ services, visit, found }: Stored, reason: string): Session {
	visit.log({ event: "session-refused", reason });
	return signedOut("UserUnAuthenticatedException", clearSession(found, writerOf(services, visit)));
}

function signedOut(error: AuthErrorName, setCookies: string[]): Session {
	return { status: "signed-out", error, setCookies };
}

function writerOf({ settings }: Services, visit: Visit) {
	return { clientId: settings.clientId, isSecure: visit.isSecure };
}
