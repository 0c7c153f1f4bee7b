import { notAuthorized } from "./cognito-error";
import type { Pool } from "./pool";
import { findRefreshToken } from "./refresh-token-rows";
import { type AuthenticationResult, mintTokens } from "./tokens";
import { findUser } from "./user-rows";

/** New access and id tokens of the same sign-in. The refresh token stays as it is: this client does not rotate. */
export async function refreshTokensOrThrow(pool: Pool, refreshToken: string): Promise<AuthenticationResult> {
	const known = await findRefreshToken(pool, refreshToken);
	const user = known && findUser(pool.sql, known.sub);
	if (!known || !user) throw notAuthorized("Invalid Refresh Token.");
	if (known.isRevoked) throw notAuthorized("Refresh Token has been revoked");
	if (pool.now >= known.expiresAt) throw notAuthorized("Refresh Token has expired");
	return mintTokens(pool, user, known);
}
