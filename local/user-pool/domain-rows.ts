import * as z from "zod/mini";
import { minuteMs } from "../../shared/base/durations";
import type { Pool } from "./pool";
import { newOpaqueToken, opaqueTokenDigest } from "./secrets";

/** A console's request to `/oauth2/authorize`. Empty texts: not given. */
export const AuthorizationRequest = z.object({
	clientId: z.string(),
	redirectUri: z.string(),
	provider: z.string(),
	state: z.string(),
	nonce: z.string(),
	codeChallenge: z.string(),
	loginHint: z.string(),
});
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

const visitMs = 10 * minuteMs;
/** Same as in Cognito. */
const codeMs = 5 * minuteMs;
const sessionMs = 60 * minuteMs;

type Kind = "visit" | "code" | "session";
type DomainState = { kind: Kind; text: string; ms: number };

async function store({ sql, now }: Pool, { kind, text, ms }: DomainState): Promise<string> {
	const token = newOpaqueToken();
	sql.exec("DELETE FROM domain_states WHERE expires_at <= ?", now);
	sql.exec("INSERT INTO domain_states VALUES (?, ?, ?, ?)", await opaqueTokenDigest(token), kind, text, now + ms);
	return token;
}

async function find({ sql, now }: Pool, kind: Kind, token: string): Promise<{ digest: string; text: string } | null> {
	const digest = await opaqueTokenDigest(token);
	const [row] = sql
		.exec<{ text: string }>(
			"SELECT text FROM domain_states WHERE digest = ? AND kind = ? AND expires_at > ?",
			digest,
			kind,
			now,
		)
		.toArray();
	return row ? { digest, text: row.text } : null;
}

async function take(pool: Pool, kind: Kind, token: string): Promise<string | null> {
	const found = await find(pool, kind, token);
	if (found) pool.sql.exec("DELETE FROM domain_states WHERE digest = ?", found.digest);
	return found?.text ?? null;
}

export function beginVisit(pool: Pool, request: AuthorizationRequest): Promise<string> {
	return store(pool, { kind: "visit", text: JSON.stringify(request), ms: visitMs });
}

export async function findVisit(pool: Pool, visit: string): Promise<AuthorizationRequest | null> {
	const found = await find(pool, "visit", visit);
	return found && AuthorizationRequest.parse(JSON.parse(found.text));
}

export async function endVisit(pool: Pool, visit: string): Promise<AuthorizationRequest | null> {
	const text = await take(pool, "visit", visit);
	return text === null ? null : AuthorizationRequest.parse(JSON.parse(text));
}

const Granted = z.object({ request: AuthorizationRequest, sub: z.string() });
type Granted = z.infer<typeof Granted>;

export function grantCode(pool: Pool, granted: Granted): Promise<string> {
	return store(pool, { kind: "code", text: JSON.stringify(granted), ms: codeMs });
}

/** Null for a code that was used or is too old. */
export async function spendCode(pool: Pool, code: string): Promise<Granted | null> {
	const text = await take(pool, "code", code);
	return text === null ? null : Granted.parse(JSON.parse(text));
}

/** The pool's own session in a browser, which signs in again without a visit at the provider. */
export function openDomainSession(pool: Pool, sub: string): Promise<string> {
	return store(pool, { kind: "session", text: sub, ms: sessionMs });
}

export async function personOfDomainSession(pool: Pool, token: string): Promise<string | null> {
	return (await find(pool, "session", token))?.text ?? null;
}

export async function endDomainSession(pool: Pool, token: string): Promise<void> {
	await take(pool, "session", token);
}

export function createDomainTables(sql: SqlStorage): void {
	sql.exec(`
		CREATE TABLE IF NOT EXISTS domain_states (
			digest TEXT PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL, expires_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS identity_providers (
			name TEXT PRIMARY KEY, type TEXT NOT NULL, details TEXT NOT NULL, mapping TEXT NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS federated_users (
			sub TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE, provider TEXT NOT NULL, user_id TEXT NOT NULL,
			email TEXT NOT NULL, is_email_verified INTEGER NOT NULL, name TEXT NOT NULL,
			password_salt TEXT NOT NULL, password_hash TEXT NOT NULL, created_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS client_fields (id INTEGER PRIMARY KEY, fields TEXT NOT NULL);
		CREATE TABLE IF NOT EXISTS people_removed (
			provider TEXT NOT NULL, user_id TEXT NOT NULL, PRIMARY KEY (provider, user_id)
		) WITHOUT ROWID;
	`);
}
