import { isEmailSettled } from "./attributes";
import { newOpaqueToken } from "./opaque-token";
import type { Pool } from "./pool";
import { issuer } from "./pool-identity";
import { readPoolSettings } from "./pool-settings";
import { insertRefreshToken, type SignIn } from "./refresh-token-rows";
import { signJwt } from "./signing-key";
import type { PoolUser } from "./user-rows";

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
	const { accessTokenSeconds: lifetimeSeconds } = readPoolSettings(pool.sql);
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
		client_id: signIn.clientId,
		scope: "aws.cognito.signin.user.admin",
		jti: crypto.randomUUID(),
		username: user.username,
	};
	const id = {
		...claims,
		token_use: "id",
		aud: signIn.clientId,
		jti: crypto.randomUUID(),
		"cognito:username": user.username,
		email: user.email,
		email_verified: isEmailSettled(user),
		...(user.name !== "" && { name: user.name }),
	};
	return {
		AccessToken: await signJwt(pool.signingKey, access),
		IdToken: await signJwt(pool.signingKey, id),
		ExpiresIn: lifetimeSeconds,
		TokenType: "Bearer",
	};
}

/** Tokens of a new sign-in. */
export async function signIn(pool: Pool, user: PoolUser, clientId: string): Promise<AuthenticationResult> {
	const authTime = Math.floor(pool.now / 1000);
	const newSignIn = { originJti: crypto.randomUUID(), sub: user.sub, clientId, authTime };
	const refreshToken = newOpaqueToken();
	await insertRefreshToken(pool, refreshToken, newSignIn);
	return { ...(await mintTokens(pool, user, newSignIn)), RefreshToken: refreshToken };
}
