import type { AppClient } from "./app-client";
import { CognitoError, notAuthorized } from "./cognito-error";
import { newOpaqueToken } from "./opaque-token";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";
import {
	findRefreshToken,
	insertSuccessor,
	markRotated,
	type RefreshToken,
	revokeSignIn,
	rotatedAt,
} from "./refresh-token-rows";
import { type AuthenticationResult, mintTokens } from "./tokens";
import { findUser } from "./user-rows";

/** New tokens of the same sign-in; with rotation also a refresh token, in whose favour the one given is spent. */
export async function refreshTokensOrThrow(
	pool: Pool,
	client: AppClient,
	refreshToken: string,
): Promise<AuthenticationResult> {
	const known = await findRefreshToken(pool, refreshToken);
	const user = known && findUser(pool.sql, known.sub);
	if (!known || !user || known.clientId !== client.id) throw notAuthorized("Invalid Refresh Token.");
	if (known.isRevoked) throw notAuthorized("Refresh Token has been revoked");
	if (pool.now >= known.expiresAt) throw notAuthorized("Refresh Token has expired");
	if (!user.isEnabled) throw notAuthorized("User is disabled.");
	const { rotation, graceSeconds } = readPoolSettings(pool.sql);
	assertNotReused(pool, known, graceSeconds);
	if (!rotation) return mintTokens(pool, user, known);
	markRotated(pool, known);
	const RefreshToken = newOpaqueToken();
	await insertSuccessor(pool, RefreshToken, known);
	return { ...(await mintTokens(pool, user, known)), RefreshToken };
}

/** A token used twice may have been stolen: whoever used it first, the whole sign-in ends. */
function assertNotReused(pool: Pool, token: RefreshToken, graceSeconds: number): void {
	const firstUse = rotatedAt(pool, token);
	if (firstUse === null || pool.now < firstUse + graceSeconds * 1000) return;
	revokeSignIn(pool, token.originJti);
	throw new CognitoError("RefreshTokenReuseException", "Refresh token has been already used");
}
