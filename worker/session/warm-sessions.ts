import { createExpiringMap } from "../../shared/expiring-map";
import { dueMs } from "../cognito/tokens";
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
