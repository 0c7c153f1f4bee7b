import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { invalidSession, openSession, takeChallengeOrThrow } from "./challenge-rows";
import { CognitoError, invalidParameter } from "./cognito-error";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";
import { newTotpSecret } from "./totp";
import { setPendingTotpSecret } from "./user-rows";

const AssociateSoftwareToken = z.object({ AccessToken: z.optional(z.string()), Session: z.optional(z.string()) });

/** The secret of a new authenticator, which counts once VerifySoftwareToken has seen a code of it. */
export async function associateSoftwareToken(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, Session } = parseInput(AssociateSoftwareToken, body);
	if (readPoolSettings(pool.sql).mfa === "off") {
		throw new CognitoError(
			"SoftwareTokenMFANotFoundException",
			"Software Token MFA has not been enabled by the userPool.",
		);
	}
	const SecretCode = newTotpSecret();
	if (AccessToken !== undefined) {
		const { sub } = await userOfAccessTokenOrThrow(pool, AccessToken);
		setPendingTotpSecret(pool.sql, sub, SecretCode);
		return { SecretCode };
	}
	if (Session === undefined) throw invalidParameter("Either an access token or a session must be provided");
	const challenge = await takeChallengeOrThrow(pool, Session);
	if (challenge.name !== "MFA_SETUP") throw invalidSession();
	setPendingTotpSecret(pool.sql, challenge.sub, SecretCode);
	return { SecretCode, Session: await openSession(pool, { ...challenge, isSetUp: false }) };
}
