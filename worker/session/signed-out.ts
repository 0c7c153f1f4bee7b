import { createExpiringMap } from "../../shared/expiring-map";
import { type SessionTokens, unverifiedClaims } from "../cognito/tokens";

/** Longer than any answer in progress at the sign-out. */
const rememberedMs = 10 * 60_000;
const mostRemembered = 1_000;

export type SignedOut = ReturnType<typeof createSignedOut>;

/** Recent sign-outs of this isolate, verified ones only: answers in progress must not restore their cookies. */
export function createSignedOut(now: () => number) {
	const ended = createExpiringMap<string, true>({ most: mostRemembered, now });
	return {
		has: (tokens: SessionTokens): boolean => ended.size > 0 && ended.get(keyOf(tokens)) !== undefined,
		add: (tokens: SessionTokens): void => ended.set(keyOf(tokens), true, now() + rememberedMs),
	};
}

/** Shared by all tokens of a sign-in; without revocation only the refresh token. */
function keyOf({ accessToken, refreshToken }: SessionTokens): string {
	return unverifiedClaims(accessToken).originJti ?? refreshToken ?? accessToken;
}
