import { dueMs } from "./check-tokens";
import type { SignedIn } from "./read-session";

/** Together with the verifier's own minute this bounds how long a withdrawn signing key is believed. */
const rememberedMs = 30_000;
const mostRemembered = 500;

export type WarmSessions = ReturnType<typeof createWarmSessions>;

/**
 * Sessions by the whole Cookie header they were read from: taking it apart and looking up both tokens
 * costs as much as all else in a session check. Holds only what is valid, not due, and leaves no cookie to write.
 */
export function createWarmSessions(now: () => number) {
	const sessions = new Map<string, { session: SignedIn; until: number }>();
	return {
		recall(cookieHeader: string): SignedIn | null {
			const known = sessions.get(cookieHeader);
			if (!known) return null;
			if (now() < known.until) return known.session;
			sessions.delete(cookieHeader);
			return null;
		},
		remember(cookieHeader: string, session: SignedIn): void {
			if (sessions.size >= mostRemembered) {
				const [oldest] = sessions.keys();
				if (oldest !== undefined) sessions.delete(oldest);
			}
			const { access, id } = session;
			const dueAt = Math.min(access.exp, id?.exp ?? access.exp) * 1000 - dueMs;
			sessions.set(cookieHeader, { session, until: Math.min(dueAt, now() + rememberedMs) });
		},
	};
}
