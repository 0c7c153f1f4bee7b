import * as z from "zod/mini";
import type { MfaMethod } from "../../shared/session/session";
import { assertSecretHash, clientOrThrow } from "./app-client";
import { assertNotLocked, countBadPassword, forgetBadPasswords } from "./attempts";
import { answerOnce, type Challenge, invalidSession, takeChallengeOrThrow } from "./challenge-rows";
import { CognitoError, invalidParameter, parameterOrThrow, parseInput } from "./cognito-error";
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

type Answer = { user: PoolUser; challenge: Challenge; responses: Record<string, string> };
type Answerer = (pool: Pool, answer: Answer) => Promise<SignInStep>;

const answerers: Record<ChallengeName, Answerer> = {
	NEW_PASSWORD_REQUIRED: setNewPassword,
	SELECT_MFA_TYPE: selectMfa,
	MFA_SETUP: finishMfaSetup,
	SOFTWARE_TOKEN_MFA: (pool, answer) => limitGuesses(pool, answer, checkTotpCode),
	SMS_MFA: (pool, answer) => limitGuesses(pool, answer, checkSentCode("SMS_MFA_CODE")),
	EMAIL_OTP: (pool, answer) => limitGuesses(pool, answer, checkSentCode("EMAIL_OTP_CODE")),
};

export async function respondToAuthChallenge(pool: Pool, body: unknown): Promise<object> {
	const input = parseInput(RespondToAuthChallenge, body);
	const { ChallengeName: name, ChallengeResponses: responses } = input;
	const client = clientOrThrow(input.ClientId);
	const username = parameterOrThrow(responses, "USERNAME");
	if (!isChallengeName(name)) throw invalidParameter(`Unsupported challenge ${name}`);
	const user = findUser(pool.sql, username);
	// Here the hash is over the pool's user name, whatever the user typed.
	await assertSecretHash(client, user?.username ?? username, responses.SECRET_HASH);
	const challenge = await takeChallengeOrThrow(pool, input.Session);
	const isTheirs = user?.sub === challenge.sub && client.id === challenge.clientId;
	if (!user || !isTheirs || name !== challenge.name) throw invalidSession();
	return answerOnce(pool, challenge, () => answerers[name](pool, { user, challenge, responses }));
}

function isChallengeName(name: string): name is ChallengeName {
	return Object.hasOwn(answerers, name);
}

async function setNewPassword(pool: Pool, { user, challenge, responses }: Answer): Promise<SignInStep> {
	const password = parameterOrThrow(responses, "NEW_PASSWORD");
	assertPassword(pool, password);
	setPassword(pool.sql, user.sub, await hashPassword(password));
	const name = responses["userAttributes.name"] ?? user.name;
	setName(pool.sql, user.sub, name);
	return nextStep(pool, { user: { ...user, name, status: "CONFIRMED" }, clientId: challenge.clientId });
}

async function selectMfa(pool: Pool, { user, challenge, responses }: Answer): Promise<SignInStep> {
	const answer = parameterOrThrow(responses, "ANSWER");
	const method = user.mfaMethods.find((candidate) => candidate === answer);
	if (!method) throw invalidParameter(`${answer} is not one of the ways this user may choose`);
	return challengeFor(pool, { user, clientId: challenge.clientId }, method);
}

async function finishMfaSetup(pool: Pool, { user, challenge }: Answer): Promise<SignInStep> {
	if (!challenge.isSetUp) throw invalidParameter("User has not verified software token mfa");
	const method = "SOFTWARE_TOKEN_MFA";
	setMfaPreference(pool.sql, user.sub, { mfaMethods: [method], preferredMfa: method });
	return enter(pool, { user, clientId: challenge.clientId });
}

/** Wrong codes lock like wrong passwords, but are counted separately: each Session needs a correct password. */
async function limitGuesses(pool: Pool, answer: Answer, check: Answerer): Promise<SignInStep> {
	const name = `second step ${answer.user.sub}`;
	assertNotLocked(pool, name);
	try {
		const step = await check(pool, answer);
		forgetBadPasswords(pool, name);
		return step;
	} catch (error) {
		if (error instanceof CognitoError && error.code === "CodeMismatchException") countBadPassword(pool, name);
		throw error;
	}
}

async function checkTotpCode(pool: Pool, { user, challenge, responses }: Answer): Promise<SignInStep> {
	const code = parameterOrThrow(responses, "SOFTWARE_TOKEN_MFA_CODE");
	const step = user.totpSecret === null ? null : await totpStep(user.totpSecret, code, pool.now);
	if (step === null) throw wrongSignInCode();
	if (!spendTotpStep(pool.sql, user.sub, step)) {
		throw new CognitoError("ExpiredCodeException", "Your software token has already been used once.");
	}
	return enter(pool, { user, clientId: challenge.clientId });
}

/** The code expires with its Session. */
function checkSentCode(parameter: `${MfaMethod}_CODE`): Answerer {
	return async (pool, { user, challenge, responses }) => {
		if (parameterOrThrow(responses, parameter) !== challenge.code) throw wrongSignInCode();
		return enter(pool, { user, clientId: challenge.clientId });
	};
}

function wrongSignInCode(): CognitoError {
	return new CognitoError("CodeMismatchException", "Invalid code received for user");
}
