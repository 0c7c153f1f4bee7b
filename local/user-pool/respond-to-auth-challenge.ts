import * as z from "zod/mini";
import type { MfaMethod } from "../../shared/session/session";
import { assertSecretHash, clientOrThrow } from "./app-client";
import { assertNotLocked, countBadPassword, forgetBadPasswords } from "./attempts";
import { type Challenge, invalidSession, respondOnce, takeChallengeOrThrow } from "./challenge-rows";
import { CognitoError, invalidParameter, parameterOrThrow, parseInput } from "./cognito-error";
import { assertPasskey } from "./passkeys";
import { assertPassword } from "./passwords";
import type { Pool } from "./pool";
import { hashPassword } from "./secrets";
import { type ChallengeName, challenge as challengeFor, enter, nextStep, type SignInStep } from "./sign-in";
import { totpStep } from "./totp";
import { findUser, type PoolUser, setMfaPreference, setName, setPassword, spendTotpStep } from "./user-rows";

const RespondToAuthChallenge = z.object({
	ClientId: z.string(),
	ChallengeName: z.string(),
	Session: z.string(),
	ChallengeResponses: z._default(z.record(z.string(), z.string()), {}),
});

type Reply = { user: PoolUser; challenge: Challenge; responses: Record<string, string> };
type Responder = (pool: Pool, response: Reply) => Promise<SignInStep>;

const responders: Record<ChallengeName | "WEB_AUTHN", Responder> = {
	NEW_PASSWORD_REQUIRED: setNewPassword,
	SELECT_MFA_TYPE: selectMfa,
	MFA_SETUP: finishMfaSetup,
	SOFTWARE_TOKEN_MFA: (pool, response) => limitGuesses(pool, response, checkTotpCode),
	SMS_MFA: (pool, response) => limitGuesses(pool, response, checkSentCode("SMS_MFA_CODE")),
	EMAIL_OTP: (pool, response) => limitGuesses(pool, response, checkSentCode("EMAIL_OTP_CODE")),
	WEB_AUTHN: checkPasskey,
};

export async function respondToAuthChallenge(pool: Pool, body: unknown): Promise<object> {
	const input = parseInput(RespondToAuthChallenge, body);
	const { ChallengeName: name, ChallengeResponses: responses } = input;
	const client = clientOrThrow(input.ClientId);
	const username = parameterOrThrow(responses, "USERNAME");
	if (!isChallengeName(name)) throw invalidParameter(`Unsupported challenge ${name}`);
	const user = findUser(pool.sql, username);
	// The hash is over the pool's user name, which only a passkey's challenge does not name.
	const hashed = name === "WEB_AUTHN" ? username : (user?.username ?? username);
	await assertSecretHash(client, hashed, responses.SECRET_HASH);
	const challenge = await takeChallengeOrThrow(pool, input.Session);
	const isTheirs = user?.sub === challenge.sub && client.id === challenge.clientId;
	if (!user || !isTheirs || name !== challenge.name) throw invalidSession();
	// A passkey signs one challenge, and a rejected signature uses it up.
	if (name === "WEB_AUTHN") return checkPasskey(pool, { user, challenge, responses });
	return respondOnce(pool, challenge, () => responders[name](pool, { user, challenge, responses }));
}

function isChallengeName(name: string): name is keyof typeof responders {
	return Object.hasOwn(responders, name);
}

async function setNewPassword(pool: Pool, { user, challenge, responses }: Reply): Promise<SignInStep> {
	const password = parameterOrThrow(responses, "NEW_PASSWORD");
	assertPassword(pool, password);
	setPassword(pool.sql, user.sub, await hashPassword(password));
	const name = responses["userAttributes.name"] ?? user.name;
	setName(pool.sql, user.sub, name);
	return nextStep(pool, { user: { ...user, name, status: "CONFIRMED" }, clientId: challenge.clientId });
}

async function selectMfa(pool: Pool, { user, challenge, responses }: Reply): Promise<SignInStep> {
	const result = parameterOrThrow(responses, "ANSWER");
	const method = user.mfaMethods.find((candidate) => candidate === result);
	if (!method) throw invalidParameter(`${result} is not one of the ways this user may choose`);
	return challengeFor(pool, { user, clientId: challenge.clientId }, method);
}

async function finishMfaSetup(pool: Pool, { user, challenge }: Reply): Promise<SignInStep> {
	if (!challenge.isSetUp) throw invalidParameter("User has not verified software token mfa");
	const method = "SOFTWARE_TOKEN_MFA";
	setMfaPreference(pool.sql, user.sub, { mfaMethods: [method], preferredMfa: method });
	return enter(pool, { user, clientId: challenge.clientId });
}

/** Wrong codes lock like wrong passwords, but are counted separately: each Session needs a correct password. */
async function limitGuesses(pool: Pool, response: Reply, check: Responder): Promise<SignInStep> {
	const name = `second step ${response.user.sub}`;
	assertNotLocked(pool, name);
	try {
		const step = await check(pool, response);
		forgetBadPasswords(pool, name);
		return step;
	} catch (error) {
		if (error instanceof CognitoError && error.code === "CodeMismatchException") countBadPassword(pool, name);
		throw error;
	}
}

async function checkPasskey(pool: Pool, { user, challenge, responses }: Reply): Promise<SignInStep> {
	const credential = parameterOrThrow(responses, "CREDENTIAL");
	await assertPasskey(pool, user.sub, { credential, challenge: challenge.code ?? "" });
	return enter(pool, { user, clientId: challenge.clientId });
}

async function checkTotpCode(pool: Pool, { user, challenge, responses }: Reply): Promise<SignInStep> {
	const code = parameterOrThrow(responses, "SOFTWARE_TOKEN_MFA_CODE");
	const step = user.totpSecret === null ? null : await totpStep(user.totpSecret, code, pool.now);
	if (step === null) throw wrongSignInCode();
	if (!spendTotpStep(pool.sql, user.sub, step)) {
		throw new CognitoError("ExpiredCodeException", "Your software token has already been used once.");
	}
	return enter(pool, { user, clientId: challenge.clientId });
}

function checkSentCode(parameter: `${MfaMethod}_CODE`): Responder {
	return async (pool, { user, challenge, responses }) => {
		if (parameterOrThrow(responses, parameter) !== challenge.code) throw wrongSignInCode();
		return enter(pool, { user, clientId: challenge.clientId });
	};
}

function wrongSignInCode(): CognitoError {
	return new CognitoError("CodeMismatchException", "Invalid code received for user");
}
