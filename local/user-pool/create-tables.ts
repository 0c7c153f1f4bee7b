/**
 * The pool's tables. Rows of one sign-in share `origin_jti`: with rotation a sign-in has several
 * refresh tokens, and revoking any of them ends all.
 */
export function createTables(sql: SqlStorage): void {
	sql.exec(`
		CREATE TABLE IF NOT EXISTS signing_keys (
			kid TEXT PRIMARY KEY, public_jwk TEXT NOT NULL, private_jwk TEXT NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS users (
			sub TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
			password_salt TEXT NOT NULL, password_hash TEXT NOT NULL, must_set_password INTEGER NOT NULL,
			totp_secret TEXT, last_totp_step INTEGER
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS bad_passwords (
			username TEXT PRIMARY KEY, attempts INTEGER NOT NULL, last_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS challenges (
			session_digest TEXT PRIMARY KEY, name TEXT NOT NULL, sub TEXT NOT NULL, expires_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS refresh_tokens (
			token_digest TEXT PRIMARY KEY, origin_jti TEXT NOT NULL, sub TEXT NOT NULL,
			auth_time INTEGER NOT NULL, expires_at INTEGER NOT NULL, revoked_at INTEGER
		) WITHOUT ROWID;
		CREATE INDEX IF NOT EXISTS refresh_tokens_by_sign_in ON refresh_tokens (origin_jti);
	`);
}
