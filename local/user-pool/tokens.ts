import { newOpaqueToken } from "./opaque-token";
import type { Pool } from "./pool";
import { clientId, issuer } from "./pool-identity";
import { insertRefreshToken, type SignIn } from "./refresh-token-rows";
import { signJwt } from "./signing-key";
import type { PoolUser } from "./user-rows";

const lifetimeSeconds = 60 * 60;

export type AuthenticationResult = {
	AccessToken: string;
	IdToken: string;
	RefreshToken?: string;
	ExpiresIn: number;
	TokenType: "Bearer";
};

/** Access and id token of a sign-in, with the claims Cognito gives. */
export async function mintTokens(pool: Pool, user: PoolUser, signIn: SignIn): Promise<AuthenticationResult> {
	const iat = Math.floor(pool.now / 1000);
	const claims = {
		sub: user.sub,
		iss: issuer,
		origin_jti: signIn.originJti,
		event_id: crypto.randomUUID(),
		auth_time: signIn.authTime,
		iat,
		exp: iat + lifetimeSeconds,
	};
	const access = {
		...claims,
		token_use: "access",
		client_id: clientId,
		scope: "aws.cognito.signin.user.admin",
		jti: crypto.randomUUID(),
		username: user.sub,
	};
	const id = {
		...claims,
		token_use: "id",
		aud: clientId,
		jti: crypto.randomUUID(),
		"cognito:username": user.sub,
		email: user.email,
		email_verified: true,
		name: user.name,
	};
	return {
		AccessToken: await signJwt(pool.signingKey, access),
		IdToken: await signJwt(pool.signingKey, id),
		ExpiresIn: lifetimeSeconds,
		TokenType: "Bearer",
	};
}

/** The end of every way to sign in. */
export async function signIn(pool: Pool, user: PoolUser): Promise<AuthenticationResult> {
	const newSignIn = { originJti: crypto.randomUUID(), sub: user.sub, authTime: Math.floor(pool.now / 1000) };
	const refreshToken = newOpaqueToken();
	await insertRefreshToken(pool, refreshToken, newSignIn);
	return { ...(await mintTokens(pool, user, newSignIn)), RefreshToken: refreshToken };
}
