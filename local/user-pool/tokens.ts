import * as z from "zod/mini";
import { isClientId } from "./app-client";
import { notAuthorized } from "./cognito-error";
import { type Pool, readPoolSettings } from "./pool";
import { issuer, userPoolId } from "./pool-identity";
import { insertRefreshToken, isSignInRevoked, type SignIn } from "./refresh-token-rows";
import { newOpaqueToken } from "./secrets";
import { isSignedBy, signJwt, unverifiedPayload } from "./signing-key";
import { findUser, isEmailSettled, type PoolUser } from "./user-rows";

export type AuthenticationResult = {
	AccessToken: string;
	IdToken: string;
	RefreshToken?: string;
	ExpiresIn: number;
	TokenType: "Bearer";
};

/** `more`: claims of the id token that only a sign-in at the domain adds. */
export async function mintTokens(
	pool: Pool,
	user: PoolUser,
	signIn: SignIn,
	more: Record<string, string> = {},
): Promise<AuthenticationResult> {
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
		scope: user.federation ? `openid email profile ${ownScope}` : ownScope,
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
		...federatedClaims(user),
		...more,
	};
	return {
		AccessToken: await signJwt(pool.signingKey, access),
		IdToken: await signJwt(pool.signingKey, id),
		ExpiresIn: lifetimeSeconds,
		TokenType: "Bearer",
	};
}

const ownScope = "aws.cognito.signin.user.admin";

/** Cognito puts the people of a provider into a group of their own. */
function federatedClaims({ federation }: PoolUser): object {
	if (!federation) return {};
	const { provider, type, userId, createdAt } = federation;
	const identity = {
		dateCreated: String(createdAt),
		userId,
		providerName: provider,
		providerType: type,
		issuer: null,
		primary: "true",
	};
	return { "cognito:groups": [`${userPoolId}_${provider}`], identities: [identity] };
}

export async function signIn(
	pool: Pool,
	user: PoolUser,
	clientId: string,
	more: Record<string, string> = {},
): Promise<AuthenticationResult> {
	const authTime = Math.floor(pool.now / 1000);
	const newSignIn = { originJti: crypto.randomUUID(), sub: user.sub, clientId, authTime };
	const refreshToken = newOpaqueToken();
	await insertRefreshToken(pool, refreshToken, newSignIn);
	return { ...(await mintTokens(pool, user, newSignIn, more)), RefreshToken: refreshToken };
}

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
