import * as z from "zod/mini";
import {
	type Challenge,
	type ChallengeName,
	keepChallenge,
	nextStep,
	type SignInStep,
	takeChallengeOrThrow,
} from "./challenge";
import { CognitoError, invalidParameter, notAuthorized } from "./cognito-error";
import { assertClient, parameterOrThrow, parseInput } from "./parse-input";
import { hashPassword } from "./password-hash";
import type { Pool } from "./pool";
import { totpStep } from "./totp";
import { findUser, type PoolUser, setPassword, spendTotpStep } from "./user-rows";

const RespondToAuthChallenge = z.object({
	ClientId: z.string(),
	ChallengeName: z.string(),
	Session: z.string(),
	ChallengeResponses: z._default(z.record(z.string(), z.string()), {}),
});

type Answer = { user: PoolUser; responses: Record<string, string> };

/** What `GET /api/auth/config` promises where no policy is configured. */
const minimumPasswordLength = 6;

const answerers: Record<ChallengeName, (pool: Pool, answer: Answer) => Promise<SignInStep>> = {
	NEW_PASSWORD_REQUIRED: setNewPassword,
	SOFTWARE_TOKEN_MFA: checkTotpCode,
};

export async function respondToAuthChallenge(pool: Pool, body: unknown): Promise<object> {
	const {
		ClientId,
		ChallengeName: name,
		Session,
		ChallengeResponses: responses,
	} = parseInput(RespondToAuthChallenge, body);
	assertClient(ClientId);
	const username = parameterOrThrow(responses, "USERNAME");
	if (!isChallengeName(name)) throw invalidParameter(`Unsupported challenge ${name}`);
	const challenge = await takeChallengeOrThrow(pool, Session);
	const user = findUser(pool.sql, username);
	if (!user || user.sub !== challenge.sub || name !== challenge.name) {
		throw notAuthorized("Invalid session for the user.");
	}
	return answerOnce(pool, challenge, () => answerers[name](pool, { user, responses }));
}

function isChallengeName(name: string): name is ChallengeName {
	return Object.hasOwn(answerers, name);
}

/** An answer that is refused for what it says may be given again with the same Session, as Cognito lets it. */
async function answerOnce(pool: Pool, challenge: Challenge, answer: () => Promise<SignInStep>): Promise<SignInStep> {
	try {
		return await answer();
	} catch (error) {
		keepChallenge(pool, challenge);
		throw error;
	}
}

async function setNewPassword(pool: Pool, { user, responses }: Answer): Promise<SignInStep> {
	const password = parameterOrThrow(responses, "NEW_PASSWORD");
	if (password.length < minimumPasswordLength) {
		throw new CognitoError(
			"InvalidPasswordException",
			"Password did not conform with policy: Password not long enough",
		);
	}
	setPassword(pool.sql, user.sub, await hashPassword(password));
	return nextStep(pool, { ...user, mustSetPassword: false });
}

async function checkTotpCode(pool: Pool, { user, responses }: Answer): Promise<SignInStep> {
	const code = parameterOrThrow(responses, "SOFTWARE_TOKEN_MFA_CODE");
	const step = user.totpSecret === null ? null : await totpStep(user.totpSecret, code, pool.now);
	if (step === null) throw new CognitoError("CodeMismatchException", "Invalid code received for user");
	if (!spendTotpStep(pool.sql, user.sub, step)) {
		throw new CognitoError("ExpiredCodeException", "Your software token has already been used once.");
	}
	return nextStep(pool, user, ["SOFTWARE_TOKEN_MFA"]);
}
