import { createExpiringMap } from "../../shared/base/expiring-map";
import { dueMs, type SessionTokens, unverifiedClaims } from "../cognito/tokens";
import type { SignedIn } from "./session";

/** With the verifier's cache, this bounds how long a withdrawn signing key is trusted. */
const rememberedMs = 30_000;
const mostRemembered = 500;
/** Tokens take about 4 kB, plus other cookies. Larger headers are not cached. */
const longestRemembered = 16_000;

export type WarmSessions = ReturnType<typeof createWarmSessions>;

/**
 * Caches sessions by the whole Cookie header without `aql.active`, because parsing it is half of a session check.
 * Only sessions that are valid, not due, and set no cookies.
 */
export function createWarmSessions(now: () => number) {
	const sessions = createExpiringMap<string, { header: string; session: SignedIn }>({ most: mostRemembered, now });
	return {
		recall(cookieHeader: string): SignedIn | undefined {
			const known = sessions.get(sampleOf(cookieHeader));
			return known?.header === cookieHeader ? known.session : undefined;
		},
		remember(cookieHeader: string, session: SignedIn): void {
			if (cookieHeader.length > longestRemembered) return;
			const { access, id } = session;
			const dueAt = Math.min(access.exp, id?.exp ?? access.exp) * 1000 - dueMs;
			const until = Math.min(dueAt, now() + rememberedMs);
			sessions.set(sampleOf(cookieHeader), { header: cookieHeader, session }, until);
		},
	};
}

/** Hashing 4 kB costs more than comparing them. Most samples are in the tokens, so sessions rarely share them. */
function sampleOf(header: string): string {
	const part = Math.floor(header.length / 5);
	const at = (position: number) => header.slice(position, position + 16);
	return at(part) + at(2 * part) + at(3 * part) + at(4 * part);
}

/** Longer than any response in progress at the sign-out. */
const signedOutMs = 10 * 60_000;
const mostSignedOut = 1_000;

export type SignedOut = ReturnType<typeof createSignedOut>;

/** Recent verified sign-outs of this isolate: responses in progress must not restore their cookies. */
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
