import { minuteMs } from "../../shared/base/durations";
import { type CognitoError, notAuthorized } from "./cognito-error";
import type { Pool } from "./pool";
import { newOpaqueToken, opaqueTokenDigest } from "./secrets";

const sessionMs = 3 * minuteMs;

export type Challenge = {
	sessionDigest: string;
	name: string;
	sub: string;
	clientId: string;
	code: string | null;
	isSetUp: boolean;
	expiresAt: number;
};

type ChallengeRow = {
	name: string;
	sub: string;
	client_id: string;
	code: string | null;
	is_set_up: number;
	expires_at: number;
};

export async function openSession(pool: Pool, facts: Omit<Challenge, "sessionDigest" | "expiresAt">): Promise<string> {
	const session = newOpaqueToken();
	const sessionDigest = await opaqueTokenDigest(session);
	keepChallenge(pool, { ...facts, sessionDigest, expiresAt: pool.now + sessionMs });
	return session;
}

function keepChallenge({ sql, now }: Pool, kept: Challenge): void {
	sql.exec("DELETE FROM challenges WHERE expires_at < ?", now - sessionMs);
	sql.exec(
		"INSERT INTO challenges VALUES (?, ?, ?, ?, ?, ?, ?)",
		kept.sessionDigest,
		kept.name,
		kept.sub,
		kept.clientId,
		kept.code,
		kept.isSetUp ? 1 : 0,
		kept.expiresAt,
	);
}

/** Deletes the challenge before the next await, so that two simultaneous responses cannot both use its Session. */
export async function takeChallengeOrThrow({ sql, now }: Pool, session: string): Promise<Challenge> {
	const sessionDigest = await opaqueTokenDigest(session);
	const [row] = sql
		.exec<ChallengeRow>(
			`DELETE FROM challenges WHERE session_digest = ?
			 RETURNING name, sub, client_id, code, is_set_up, expires_at`,
			sessionDigest,
		)
		.toArray();
	if (!row) throw invalidSession();
	if (now >= row.expires_at) throw notAuthorized("Invalid session for the user, session is expired.");
	return {
		sessionDigest,
		name: row.name,
		sub: row.sub,
		clientId: row.client_id,
		code: row.code,
		isSetUp: row.is_set_up === 1,
		expiresAt: row.expires_at,
	};
}

export function invalidSession(): CognitoError {
	return notAuthorized("Invalid session for the user.");
}

/** The same Session can be used again after a wrong response, as in Cognito. */
export async function respondOnce<Reply>(pool: Pool, taken: Challenge, respond: () => Promise<Reply>): Promise<Reply> {
	try {
		return await respond();
	} catch (error) {
		keepChallenge(pool, taken);
		throw error;
	}
}
