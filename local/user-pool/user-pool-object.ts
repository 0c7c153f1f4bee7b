import { DurableObject } from "cloudflare:workers";
import { actOnKeptState, type KeptObjectAct } from "../../shared/base/kept-state";
import type { LocalSeedApi } from "../../shared/local-seed";
import { deliverTo } from "../mailbox";
import { type SeedResult, seedDemo } from "../seed/seed-demo";
import { createSeedTables } from "../seed/seed-rows";
import { isSimulating, postDueReadings, simulatorTickMs, switchSimulator } from "../simulator";
import { handleDomain } from "./domain";
import { createDomainTables } from "./domain-rows";
import { ensurePersonas } from "./ensure-personas";
import { handleCall } from "./handle-call";
import { ensureLocalProvider } from "./identity-providers";
import { changePoolSettings, type PoolSettings, type PoolSettingsChange, readPoolSettings } from "./pool";
import { domainHost, jwksPath } from "./pool-identity";
import { ensureSigningKey, type SigningKey, toJwks } from "./signing-key";

export class UserPoolObject extends DurableObject<LocalEnv> {
	readonly #signingKey: Promise<SigningKey>;

	constructor(ctx: DurableObjectState, env: LocalEnv) {
		super(ctx, env);
		this.#signingKey = ctx.blockConcurrencyWhile(() => preparePool(ctx.storage.sql));
	}

	override async fetch(request: Request): Promise<Response> {
		const signingKey = await this.#signingKey;
		const { hostname, pathname } = new URL(request.url);
		if (request.method === "GET" && pathname === jwksPath) return Response.json(toJwks(signingKey));
		const pool = { sql: this.ctx.storage.sql, signingKey, now: Date.now(), deliver: deliverTo(this.env) };
		const responded = hostname === domainHost ? await handleDomain(request, pool) : null;
		if (responded !== null) return responded;
		if (request.method !== "POST" || pathname !== "/") return new Response("Not found", { status: 404 });
		return handleCall(request, pool, (ms) => scheduler.wait(ms));
	}

	settings(): PoolSettings {
		return readPoolSettings(this.ctx.storage.sql);
	}

	changeSettings(change: PoolSettingsChange): PoolSettings {
		return changePoolSettings(this.ctx.storage.sql, change);
	}

	async seed(options: { isSimulating: boolean }): Promise<SeedResult> {
		const { storage } = this.ctx;
		// The entrypoint is in another project, so the binding's type does not know it; its contract is in shared.
		const backend = this.env.SEED as unknown as LocalSeedApi;
		const now = Date.now();
		const result = await seedDemo({ sql: storage.sql, backend, now });
		if (result.readings > 0) {
			const seconds = ((Date.now() - now) / 1000).toFixed(1);
			console.info(`Seeded ${result.devices} devices with ${result.readings} readings in ${seconds} s`);
		}
		await switchSimulator(storage, options.isSimulating, now);
		return result;
	}

	keptState(act: KeptObjectAct): Promise<void> {
		return actOnKeptState(this.ctx, act);
	}

	override async alarm(): Promise<void> {
		const { storage } = this.ctx;
		try {
			await postDueReadings({ sql: storage.sql, backend: this.env.BACKEND, now: Date.now() });
		} finally {
			if (isSimulating(storage)) await storage.setAlarm(Date.now() + simulatorTickMs);
		}
	}
}

async function preparePool(sql: SqlStorage): Promise<SigningKey> {
	createTables(sql);
	createDomainTables(sql);
	ensureLocalProvider(sql);
	createSeedTables(sql);
	await ensurePersonas(sql);
	return ensureSigningKey(sql);
}

/** Raise this with every change below: an older run's pool is then rebuilt. */
const tablesVersion = 3;

/** The signing key and the seed's rows survive a change of version. */
const rebuiltTables = [
	"users",
	"bad_passwords",
	"attempts",
	"codes",
	"challenges",
	"refresh_tokens",
	"identities",
	"passkeys",
	"passkey_registrations",
	"passkey_mfa",
	"pool_settings",
];

/** Tokens of one sign-in share `origin_jti`: revoking one revokes all. */
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
		CREATE TABLE IF NOT EXISTS passkeys (
			credential_id TEXT PRIMARY KEY, sub TEXT NOT NULL, public_key TEXT NOT NULL, counter INTEGER NOT NULL,
			name TEXT NOT NULL, attachment TEXT, transports TEXT NOT NULL, created_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS passkey_registrations (
			sub TEXT PRIMARY KEY, challenge TEXT NOT NULL, expires_at INTEGER NOT NULL
		) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS passkey_mfa (sub TEXT PRIMARY KEY) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS pool_settings (id INTEGER PRIMARY KEY, settings TEXT NOT NULL);
	`);
}
