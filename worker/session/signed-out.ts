import type { MiddlewareHandler } from "hono";
import { withCookies } from "../answers";
import type { Console } from "../console";
import { findSessionCookies, type SessionTokens } from "./session-cookies";
import { unverifiedClaims } from "./unverified-claims";

/** Longer than an answer that was under way at the sign-out may take. */
const rememberedMs = 10 * 60_000;
const mostRemembered = 1_000;

export type SignedOut = ReturnType<typeof createSignedOut>;

/**
 * The sign-ins that have just signed out in this isolate: what was under way meanwhile must not write their cookies
 * again. Only those whose token was verified may get in here.
 */
export function createSignedOut(now: () => number) {
	const until = new Map<string, number>();
	const has = (tokens: SessionTokens): boolean => until.size > 0 && (until.get(keyOf(tokens)) ?? 0) > now();
	return {
		has,
		add(tokens: SessionTokens): void {
			for (const [key, end] of until) {
				if (end > now() && until.size < mostRemembered) break;
				until.delete(key);
			}
			until.set(keyOf(tokens), now() + rememberedMs);
		},
		/** What is left of an answer's Set-Cookie lines: expiries alone, where the others would bring such a sign-in back. */
		withoutLate(lines: string[], clientId: string): string[] {
			const expiries = lines.filter((line) => line.includes("; Max-Age=0;"));
			const written = lines.filter((line) => !expiries.includes(line)).map((line) => line.split(";", 1)[0]);
			const { stored } = findSessionCookies(written.join("; "), clientId);
			return stored !== null && has(stored) ? expiries : lines;
		},
		isEmpty: () => until.size === 0,
	};
}

/** An answer that was under way while its session signed out must not sign the browser in again. */
export const withoutLateCookies: MiddlewareHandler<Console> = async (c, next) => {
	await next();
	const { services } = c.get("deployment");
	if (!services.isReady || services.value.signedOut.isEmpty()) return;
	const { settings, signedOut } = services.value;
	const lines = c.res.headers.getSetCookie();
	const kept = signedOut.withoutLate(lines, settings.clientId);
	if (kept.length === lines.length) return;
	c.res.headers.delete("set-cookie");
	withCookies(c.res, kept);
};

/** What all tokens of one sign-in share; without revocation at the pool that is the refresh token alone. */
function keyOf({ accessToken, refreshToken }: SessionTokens): string {
	return unverifiedClaims(accessToken).originJti ?? refreshToken ?? accessToken;
}
