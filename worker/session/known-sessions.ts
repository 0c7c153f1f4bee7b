import { createExpiringMap } from "../../shared/base/expiring-map";
import { dueMs, type SessionTokens, unverifiedClaims } from "../cognito/tokens";
import type { SignedIn } from "./session";

/** Together with the verifier's cache this bounds how long a withdrawn signing key is trusted. */
const rememberedMs = 30_000;
const mostRemembered = 500;
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

/** Longer than any answer in progress at the sign-out. */
const signedOutMs = 10 * 60_000;
const mostSignedOut = 1_000;

export type SignedOut = ReturnType<typeof createSignedOut>;

/** Recent sign-outs of this isolate, verified ones only: answers in progress must not restore their cookies. */
export function createSignedOut(now: () => number) {
	const ended = createExpiringMap<string, true>({ most: mostSignedOut, now });
	return {
		has: (tokens: SessionTokens): boolean => ended.size > 0 && ended.get(keyOf(tokens)) !== undefined,
		add: (tokens: SessionTokens): void => ended.set(keyOf(tokens), true, now() + signedOutMs),
	};
}

/** Shared by all tokens of a sign-in; without revocation only the refresh token. */
function keyOf({ accessToken, refreshToken }: SessionTokens): string {
	return unverifiedClaims(accessToken).originJti ?? refreshToken ?? accessToken;
}
