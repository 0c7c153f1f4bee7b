import * as z from "zod/mini";
import { isClientId } from "./app-client";
import { notAuthorized } from "./cognito-error";
import type { Pool } from "./pool";
import { issuer } from "./pool-identity";
import { isSignInRevoked } from "./refresh-token-rows";
import { isSignedBy } from "./signing-key";
import { unverifiedPayload } from "./unverified-payload";
import { findUser, type PoolUser } from "./user-rows";

const AccessClaims = z.object({
	sub: z.string(),
	iss: z.literal(issuer),
	client_id: z.string().check(z.refine(isClientId)),
	token_use: z.literal("access"),
	origin_jti: z.string(),
	exp: z.number(),
});
type AccessClaims = z.infer<typeof AccessClaims>;

function parseClaims(jwt: string): AccessClaims {
	const claims = AccessClaims.safeParse(unverifiedPayload(jwt));
	if (!claims.success) throw notAuthorized("Invalid Access Token");
	return claims.data;
}

/** Whose access token it is. Checked as Cognito checks it at its own API: revocation ends a token before `exp` does. */
export async function userOfAccessTokenOrThrow(pool: Pool, jwt: string): Promise<PoolUser> {
	const claims = parseClaims(jwt);
	if (!(await isSignedBy(pool.signingKey, jwt))) throw notAuthorized("Could not verify signature for Access Token");
	if (pool.now >= claims.exp * 1000) throw notAuthorized("Access Token has expired");
	if (isSignInRevoked(pool, claims.origin_jti)) throw notAuthorized("Access Token has been revoked");
	const user = findUser(pool.sql, claims.sub);
	if (!user) throw notAuthorized("Invalid Access Token");
	if (!user.isEnabled) throw notAuthorized("User is disabled.");
	return user;
}
