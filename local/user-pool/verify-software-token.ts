import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { answerOnce, invalidSession, openSession, takeChallengeOrThrow } from "./challenge-rows";
import { CognitoError, invalidParameter } from "./cognito-error";
import { assertNotLocked, countBadPassword, forgetBadPasswords } from "./lockout";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { totpStep } from "./totp";
import { activateTotpSecret, findUser, type PoolUser } from "./user-rows";

const VerifySoftwareToken = z.object({
	AccessToken: z.optional(z.string()),
	Session: z.optional(z.string()),
	UserCode: z.string().check(z.regex(/^[0-9]{6}$/, "Member must satisfy regular expression pattern: [0-9]+")),
});

/** The first code of a new authenticator. It is then set up, but asked for only as SetUserMFAPreference says. */
export async function verifySoftwareToken(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, Session, UserCode } = parseInput(VerifySoftwareToken, body);
	if (AccessToken !== undefined) {
		await proveAuthenticator(pool, await userOfAccessTokenOrThrow(pool, AccessToken), UserCode);
		return { Status: "SUCCESS" };
	}
	if (Session === undefined) throw invalidParameter("Either an access token or a session must be provided");
	const challenge = await takeChallengeOrThrow(pool, Session);
	const user = findUser(pool.sql, challenge.sub);
	if (challenge.name !== "MFA_SETUP" || !user) throw invalidSession();
	await answerOnce(pool, challenge, () => proveAuthenticator(pool, user, UserCode));
	return { Status: "SUCCESS", Session: await openSession(pool, { ...challenge, isSetUp: true }) };
}

async function proveAuthenticator(pool: Pool, user: PoolUser, code: string): Promise<void> {
	if (user.pendingTotpSecret === null) throw invalidParameter("User has not set up software token mfa");
	const guesses = `authenticator ${user.sub}`;
	assertNotLocked(pool, guesses);
	const step = await totpStep(user.pendingTotpSecret, code, pool.now);
	if (step === null) {
		countBadPassword(pool, guesses);
		throw new CognitoError("EnableSoftwareTokenMFAException", "Code mismatch and fail enable Software Token MFA");
	}
	forgetBadPasswords(pool, guesses);
	activateTotpSecret(pool.sql, user.sub, step);
}
