import { opaqueTokenDigest } from "./opaque-token";
import type { Pool } from "./pool";

const lifetimeMs = 30 * 24 * 60 * 60_000;

/** One sign-in of a person. `authTime` is epoch seconds, as in the tokens. */
export type SignIn = { originJti: string; sub: string; authTime: number };

export type RefreshToken = SignIn & { expiresAt: number; isRevoked: boolean };

type RefreshTokenRow = {
	origin_jti: string;
	sub: string;
	auth_time: number;
	expires_at: number;
	revoked_at: number | null;
};

export async function insertRefreshToken({ sql, now }: Pool, token: string, signIn: SignIn): Promise<void> {
	const digest = await opaqueTokenDigest(token);
	const { originJti, sub, authTime } = signIn;
	sql.exec(
		"INSERT INTO refresh_tokens VALUES (?, ?, ?, ?, ?, NULL)",
		digest,
		originJti,
		sub,
		authTime,
		now + lifetimeMs,
	);
}

export async function findRefreshToken({ sql }: Pool, token: string): Promise<RefreshToken | null> {
	const digest = await opaqueTokenDigest(token);
	const [row] = sql.exec<RefreshTokenRow>("SELECT * FROM refresh_tokens WHERE token_digest = ?", digest).toArray();
	if (!row) return null;
	return {
		originJti: row.origin_jti,
		sub: row.sub,
		authTime: row.auth_time,
		expiresAt: row.expires_at,
		isRevoked: row.revoked_at !== null,
	};
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
