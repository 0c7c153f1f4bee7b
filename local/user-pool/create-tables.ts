/** To be raised with every change below: the pool of an earlier run is then made anew. */
const tablesVersion = 2;

/** The signing key stays through a change of version, and so does what the seed keeps beside the pool. */
const rebuiltTables = [
	"users",
	"bad_passwords",
	"attempts",
	"codes",
	"challenges",
	"refresh_tokens",
	"identities",
	"pool_settings",
];

/**
 * The pools' tables. Rows of one sign-in share `origin_jti`: with rotation a sign-in has several
 * refresh tokens, and revoking any of them ends all.
 */
export function createTables(sql: SqlStorage): void {
	sql.exec("CREATE TABLE IF NOT EXISTS pool_tables (version INTEGER NOT NULL)");
	const [found] = sql.exec<{ version: number }>("SELECT version FROM pool_tables").toArray();
	if (found?.version !== tablesVersion) {
		for (const table of rebuiltTables) sql.exec(`DROP TABLE IF EXISTS ${table}`);
		sql.exec("DELETE FROM pool_tables");
		sql.exec("INSERT INTO pool_tables VALUES (?)", tablesVersion);
	}
	sql.exec(`
		CREATE TABLE IF NOT EXISTS signing_keys (
			kid TEXT PRIMARY KEY, public_jwk TEXT NOT NULL, private_jwk TEXT NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS users (
			sub TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
			phone_number TEXT, is_email_verified INTEGER NOT NULL, pending_email TEXT,
			status TEXT NOT NULL, is_enabled INTEGER NOT NULL,
			password_salt TEXT NOT NULL, password_hash TEXT NOT NULL, temporary_password_expires_at INTEGER,
			mfa_methods TEXT NOT NULL, preferred_mfa TEXT, must_set_up_mfa INTEGER NOT NULL,
			totp_secret TEXT, pending_totp_secret TEXT, last_totp_step INTEGER
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS bad_passwords (
			username TEXT PRIMARY KEY, attempts INTEGER NOT NULL, last_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS attempts (
			action TEXT PRIMARY KEY, attempts INTEGER NOT NULL, first_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS codes (
			purpose TEXT NOT NULL, sub TEXT NOT NULL, code TEXT NOT NULL, expires_at INTEGER NOT NULL,
			PRIMARY KEY (purpose, sub)
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS challenges (
			session_digest TEXT PRIMARY KEY, name TEXT NOT NULL, sub TEXT NOT NULL, client_id TEXT NOT NULL,
			code TEXT, is_set_up INTEGER NOT NULL, expires_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS refresh_tokens (
			token_digest TEXT PRIMARY KEY, origin_jti TEXT NOT NULL, sub TEXT NOT NULL, client_id TEXT NOT NULL,
			auth_time INTEGER NOT NULL, expires_at INTEGER NOT NULL, rotated_at INTEGER, revoked_at INTEGER
		) WITHOUT ROWID;
		CREATE INDEX IF NOT EXISTS refresh_tokens_by_sign_in ON refresh_tokens (origin_jti);
		CREATE TABLE IF NOT EXISTS identities (identity_id TEXT PRIMARY KEY, sub TEXT UNIQUE) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS pool_settings (id INTEGER PRIMARY KEY, settings TEXT NOT NULL);
	`);
}
