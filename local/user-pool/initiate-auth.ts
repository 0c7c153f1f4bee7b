import * as z from "zod/mini";
import { type AppClient, assertSecretHash, clientOrThrow } from "./app-client";
import { CognitoError, invalidParameter, notAuthorized } from "./cognito-error";
import { assertNotLocked, countBadPassword, forgetBadPasswords } from "./lockout";
import { nextStep, type SignInStep } from "./next-step";
import { parameterOrThrow, parseInput } from "./parse-input";
import { isPassword } from "./password-hash";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";
import { findRefreshToken } from "./refresh-token-rows";
import { refreshTokensOrThrow } from "./refresh-tokens";
import { findUser, type PoolUser } from "./user-rows";

const InitiateAuth = z.object({
	ClientId: z.string(),
	AuthFlow: z.string(),
	AuthParameters: z._default(z.record(z.string(), z.string()), {}),
});

export async function initiateAuth(pool: Pool, body: unknown): Promise<object> {
	const { ClientId, AuthFlow, AuthParameters } = parseInput(InitiateAuth, body);
	const client = clientOrThrow(ClientId);
	switch (AuthFlow) {
		case "USER_PASSWORD_AUTH":
			return signInWithPassword(pool, client, AuthParameters);
		case "REFRESH_TOKEN_AUTH":
		case "REFRESH_TOKEN":
			return refresh(pool, client, AuthParameters);
		default:
			throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
	}
}

async function signInWithPassword(
	pool: Pool,
	client: AppClient,
	parameters: Record<string, string>,
): Promise<SignInStep> {
	const username = parameterOrThrow(parameters, "USERNAME");
	const password = parameterOrThrow(parameters, "PASSWORD");
	await assertSecretHash(client, username, parameters.SECRET_HASH);
	assertNotLocked(pool, username);
	const user = findUser(pool.sql, username);
	if (!user && !readPoolSettings(pool.sql).preventUserExistenceErrors) {
		throw new CognitoError("UserNotFoundException", "User does not exist.");
	}
	if (!user || !(await isPassword(password, user.password))) {
		countBadPassword(pool, username);
		throw notAuthorized("Incorrect username or password.");
	}
	forgetBadPasswords(pool, username);
	assertMaySignIn(pool, user);
	return nextStep(pool, { user, clientId: client.id });
}

/** What the right password does not help against. */
function assertMaySignIn({ now }: Pool, user: PoolUser): void {
	if (!user.isEnabled) throw notAuthorized("User is disabled.");
	if (user.status === "UNCONFIRMED") throw new CognitoError("UserNotConfirmedException", "User is not confirmed.");
	if (user.status === "RESET_REQUIRED") {
		throw new CognitoError("PasswordResetRequiredException", "Password reset required for the user");
	}
	const { temporaryPasswordExpiresAt: expiresAt } = user;
	if (user.status === "FORCE_CHANGE_PASSWORD" && expiresAt !== null && now >= expiresAt) {
		throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
	}
}

/** Refused while the pool rotates: GetTokensFromRefreshToken is the only way then. */
async function refresh(pool: Pool, client: AppClient, parameters: Record<string, string>): Promise<object> {
	if (readPoolSettings(pool.sql).rotation) {
		throw invalidParameter("REFRESH_TOKEN_AUTH flow not enabled for this client");
	}
	const refreshToken = parameterOrThrow(parameters, "REFRESH_TOKEN");
	const known = await findRefreshToken(pool, refreshToken);
	// The hash is over the pool's own name of the person, which a token made up here cannot tell.
	const username = (known && findUser(pool.sql, known.sub)?.username) ?? "";
	await assertSecretHash(client, username, parameters.SECRET_HASH);
	return { AuthenticationResult: await refreshTokensOrThrow(pool, client, refreshToken), ChallengeParameters: {} };
}
