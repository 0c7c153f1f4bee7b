import * as z from "zod/mini";
import { nextStep, type SignInStep } from "./challenge";
import { invalidParameter, notAuthorized } from "./cognito-error";
import { assertNotLocked, countBadPassword, forgetBadPasswords } from "./lockout";
import { assertClient, parameterOrThrow, parseInput } from "./parse-input";
import { isPassword } from "./password-hash";
import type { Pool } from "./pool";
import { refreshTokensOrThrow } from "./refresh-tokens";
import { findUser } from "./user-rows";

const InitiateAuth = z.object({
	ClientId: z.string(),
	AuthFlow: z.string(),
	AuthParameters: z._default(z.record(z.string(), z.string()), {}),
});

export async function initiateAuth(pool: Pool, body: unknown): Promise<object> {
	const { ClientId, AuthFlow, AuthParameters } = parseInput(InitiateAuth, body);
	assertClient(ClientId);
	switch (AuthFlow) {
		case "USER_PASSWORD_AUTH":
			return signInWithPassword(pool, AuthParameters);
		case "REFRESH_TOKEN_AUTH":
		case "REFRESH_TOKEN": {
			const refreshToken = parameterOrThrow(AuthParameters, "REFRESH_TOKEN");
			return { AuthenticationResult: await refreshTokensOrThrow(pool, refreshToken), ChallengeParameters: {} };
		}
		default:
			throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
	}
}

async function signInWithPassword(pool: Pool, parameters: Record<string, string>): Promise<SignInStep> {
	const username = parameterOrThrow(parameters, "USERNAME");
	const password = parameterOrThrow(parameters, "PASSWORD");
	assertNotLocked(pool, username);
	const user = findUser(pool.sql, username);
	if (!user || !(await isPassword(password, user.password))) {
		countBadPassword(pool, username);
		throw notAuthorized("Incorrect username or password.");
	}
	forgetBadPasswords(pool, username);
	return nextStep(pool, user);
}
