import * as z from "zod/mini";
import { type AppClient, clientOrThrow, isClientSecret } from "./app-client";
import { CognitoError, notAuthorized, parseInput } from "./cognito-error";
import { type Pool, readPoolSettings } from "./pool";
import {
	findRefreshToken,
	insertSuccessor,
	markRotated,
	type RefreshToken,
	revokeSignIn,
	revokeSignInsOf,
	rotatedAt,
} from "./refresh-token-rows";
import { newOpaqueToken } from "./secrets";
import { type AuthenticationResult, mintTokens, userOfAccessTokenOrThrow } from "./tokens";
import { findUser } from "./user-rows";

const GetTokensFromRefreshToken = z.object({
	ClientId: z.string(),
	RefreshToken: z.string(),
	ClientSecret: z.optional(z.string()),
});

export async function getTokensFromRefreshToken(pool: Pool, body: unknown): Promise<object> {
	const { ClientId, RefreshToken, ClientSecret } = parseInput(GetTokensFromRefreshToken, body);
	const client = clientOrThrow(ClientId);
	if (!isClientSecret(client, ClientSecret)) {
		throw notAuthorized(`Unable to verify client secret for client ${ClientId}`);
	}
	return { AuthenticationResult: await refreshTokensOrThrow(pool, client, RefreshToken) };
}

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

/** A token used twice may be stolen, so the whole sign-in ends. */
function assertNotReused(pool: Pool, token: RefreshToken, graceSeconds: number): void {
	const firstUse = rotatedAt(pool, token);
	if (firstUse === null || pool.now < firstUse + graceSeconds * 1000) return;
	revokeSignIn(pool, token.originJti);
	throw new CognitoError("RefreshTokenReuseException", "Refresh token has been already used");
}

const RevokeToken = z.object({ ClientId: z.string(), Token: z.string(), ClientSecret: z.optional(z.string()) });

/** An unknown token gets the same empty response (RFC 7009: it counts as revoked). */
export async function revokeToken(pool: Pool, body: unknown): Promise<null> {
	const { ClientId, Token, ClientSecret } = parseInput(RevokeToken, body);
	const client = clientOrThrow(ClientId);
	if (!isClientSecret(client, ClientSecret)) {
		throw new CognitoError("UnauthorizedException", `Unable to verify client secret for client ${ClientId}`);
	}
	if (Token.split(".").length === 3) {
		throw new CognitoError("UnsupportedTokenTypeException", "Unsupported token type.");
	}
	const known = await findRefreshToken(pool, Token);
	if (known?.clientId === client.id) revokeSignIn(pool, known.originJti);
	return null;
}

const GlobalSignOut = z.object({ AccessToken: z.string() });

export async function globalSignOut(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken } = parseInput(GlobalSignOut, body);
	const { sub } = await userOfAccessTokenOrThrow(pool, AccessToken);
	revokeSignInsOf(pool, sub);
	return {};
}
