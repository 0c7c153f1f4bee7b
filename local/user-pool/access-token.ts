import * as z from "zod/mini";
import { fromBase64Url } from "./base64url";
import { notAuthorized } from "./cognito-error";
import type { Pool } from "./pool";
import { clientId, issuer } from "./pool-identity";
import { isSignInRevoked } from "./refresh-token-rows";
import { isSignedBy } from "./signing-key";
import { findUser, type PoolUser } from "./user-rows";

const AccessClaims = z.object({
	sub: z.string(),
	iss: z.literal(issuer),
	client_id: z.literal(clientId),
	token_use: z.literal("access"),
	origin_jti: z.string(),
	exp: z.number(),
});
type AccessClaims = z.infer<typeof AccessClaims>;

const Header = z.object({ alg: z.literal("RS256"), kid: z.string() });

function parsePart(part: string | undefined): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(fromBase64Url(part ?? "")));
	} catch (error) {
		// Neither base64url nor JSON: no token, as the schema will find.
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}

function parseClaims(jwt: string): AccessClaims {
	const [header, payload, signature, ...rest] = jwt.split(".");
	const claims = AccessClaims.safeParse(parsePart(payload));
	const isJwt = Header.safeParse(parsePart(header)).success && signature !== undefined && rest.length === 0;
	if (!isJwt || !claims.success) throw notAuthorized("Invalid Access Token");
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
	return user;
}
