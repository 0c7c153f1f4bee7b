import { notAuthorized } from "./cognito-error";
import { newOpaqueToken, opaqueTokenDigest } from "./opaque-token";
import type { Pool } from "./pool";
import { type AuthenticationResult, signIn } from "./tokens";
import type { PoolUser } from "./user-rows";

/** Cognito's default AuthSessionValidity. */
const sessionMs = 3 * 60_000;

export type ChallengeName = "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA";
export type Challenge = { sessionDigest: string; name: string; sub: string; expiresAt: number };

export type SignInStep =
	| { AuthenticationResult: AuthenticationResult; ChallengeParameters: Record<string, string> }
	| { ChallengeName: ChallengeName; ChallengeParameters: Record<string, string>; Session: string };

type ChallengeRow = { name: string; sub: string; expires_at: number };

/** What a person has yet to prove, given what they have proved; null: nothing, they are in. */
function nextChallenge(user: PoolUser, answered: readonly ChallengeName[]): ChallengeName | null {
	if (user.mustSetPassword) return "NEW_PASSWORD_REQUIRED";
	if (user.totpSecret !== null && !answered.includes("SOFTWARE_TOKEN_MFA")) return "SOFTWARE_TOKEN_MFA";
	return null;
}

function challengeParameters(name: ChallengeName, user: PoolUser): Record<string, string> {
	if (name === "SOFTWARE_TOKEN_MFA") return { USER_ID_FOR_SRP: user.sub, FRIENDLY_DEVICE_NAME: "Authenticator" };
	const attributes = { email_verified: "true", name: user.name, email: user.email };
	return { USER_ID_FOR_SRP: user.sub, requiredAttributes: "[]", userAttributes: JSON.stringify(attributes) };
}

/** Cognito's answer to a proof that was accepted: tokens, or the next challenge with a new Session. */
export async function nextStep(
	pool: Pool,
	user: PoolUser,
	answered: readonly ChallengeName[] = [],
): Promise<SignInStep> {
	const name = nextChallenge(user, answered);
	if (name === null) return { AuthenticationResult: await signIn(pool, user), ChallengeParameters: {} };
	const session = newOpaqueToken();
	const sessionDigest = await opaqueTokenDigest(session);
	keepChallenge(pool, { sessionDigest, name, sub: user.sub, expiresAt: pool.now + sessionMs });
	return { ChallengeName: name, ChallengeParameters: challengeParameters(name, user), Session: session };
}

export function keepChallenge({ sql, now }: Pool, { sessionDigest, name, sub, expiresAt }: Challenge): void {
	sql.exec("DELETE FROM challenges WHERE expires_at < ?", now - sessionMs);
	sql.exec("INSERT INTO challenges VALUES (?, ?, ?, ?)", sessionDigest, name, sub, expiresAt);
}

/** Removes the challenge before anything is awaited, so that two answers at once cannot both use its Session. */
export async function takeChallengeOrThrow({ sql, now }: Pool, session: string): Promise<Challenge> {
	const sessionDigest = await opaqueTokenDigest(session);
	const [row] = sql
		.exec<ChallengeRow>(
			"DELETE FROM challenges WHERE session_digest = ? RETURNING name, sub, expires_at",
			sessionDigest,
		)
		.toArray();
	if (!row) throw notAuthorized("Invalid session for the user.");
	if (now >= row.expires_at) throw notAuthorized("Invalid session for the user, session is expired.");
	return { sessionDigest, name: row.name, sub: row.sub, expiresAt: row.expires_at };
}
