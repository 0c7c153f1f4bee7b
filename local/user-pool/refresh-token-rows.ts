import { dayMs } from "../../shared/base/durations";
import type { Pool } from "./pool";
import { opaqueTokenDigest } from "./secrets";

const lifetimeMs = 30 * dayMs;

export type SignIn = { originJti: string; sub: string; clientId: string; authTime: number };

export type RefreshToken = SignIn & { digest: string; expiresAt: number; isRevoked: boolean };

type RefreshTokenRow = {
	token_digest: string;
	origin_jti: string;
	sub: string;
	client_id: string;
	auth_time: number;
	expires_at: number;
	revoked_at: number | null;
};

export function insertRefreshToken(pool: Pool, token: string, signIn: SignIn): Promise<void> {
	return insert(pool, token, { ...signIn, expiresAt: pool.now + lifetimeMs });
}

export function insertSuccessor(pool: Pool, token: string, predecessor: RefreshToken): Promise<void> {
	return insert(pool, token, predecessor);
}

async function insert({ sql }: Pool, token: string, facts: SignIn & { expiresAt: number }): Promise<void> {
	const digest = await opaqueTokenDigest(token);
	const { originJti, sub, clientId, authTime, expiresAt } = facts;
	sql.exec(
		// A sign-in that was revoked meanwhile stays revoked.
		`INSERT INTO refresh_tokens VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL,
			(SELECT max(revoked_at) FROM refresh_tokens WHERE origin_jti = ?2))`,
		digest,
		originJti,
		sub,
		clientId,
		authTime,
		expiresAt,
	);
}

export async function findRefreshToken({ sql }: Pool, token: string): Promise<RefreshToken | null> {
	const digest = await opaqueTokenDigest(token);
	const [row] = sql.exec<RefreshTokenRow>("SELECT * FROM refresh_tokens WHERE token_digest = ?", digest).toArray();
	if (!row) return null;
	return {
		digest,
		originJti: row.origin_jti,
		sub: row.sub,
		clientId: row.client_id,
		authTime: row.auth_time,
		expiresAt: row.expires_at,
		isRevoked: row.revoked_at !== null,
	};
}

export function rotatedAt({ sql }: Pool, { digest }: RefreshToken): number | null {
	const [row] = sql
		.exec<{ rotated_at: number | null }>("SELECT rotated_at FROM refresh_tokens WHERE token_digest = ?", digest)
		.toArray();
	return row?.rotated_at ?? null;
}

export function markRotated({ sql, now }: Pool, { digest }: RefreshToken): void {
	sql.exec("UPDATE refresh_tokens SET rotated_at = coalesce(rotated_at, ?) WHERE token_digest = ?", now, digest);
}

export function isSignInRevoked({ sql }: Pool, originJti: string): boolean {
	const rows = sql.exec(
		"SELECT 1 FROM refresh_tokens WHERE origin_jti = ? AND revoked_at IS NOT NULL LIMIT 1",
		originJti,
	);
	return rows.toArray().length > 0;
}

export function revokeSignIn({ sql, now }: Pool, originJti: string): void {
	sql.exec("UPDATE refresh_tokens SET revoked_at = ? WHERE origin_jti = ? AND revoked_at IS NULL", now, originJti);
}

export function revokeSignInsOf({ sql, now }: Pool, sub: string): void {
	sql.exec("UPDATE refresh_tokens SET revoked_at = ? WHERE sub = ? AND revoked_at IS NULL", now, sub);
}
