import type { SignIn } from "../context";

/**
 * What every token of one sign-in shares, also after a refresh; null where the token tells nothing of it.
 * Cognito leaves `origin_jti` out for app clients without token revocation; then the second of the sign-in stands
 * for it, and two sign-ins of one second are one session.
 */
export function signInKey({ originJti, authTime }: SignIn): string | null {
	if (originJti !== null) return originJti;
	return authTime === null ? null : `auth_time:${authTime}`;
}
