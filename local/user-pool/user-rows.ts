import { type MfaMethod, mfaMethods } from "../../shared/session/session";
import type { Federation, ProviderType } from "./federated-users";
import type { PasswordHash } from "./secrets";

export type UserStatus = "CONFIRMED" | "UNCONFIRMED" | "FORCE_CHANGE_PASSWORD" | "RESET_REQUIRED" | "EXTERNAL_PROVIDER";

export type PoolUser = {
	sub: string;
	username: string;
	email: string;
	isEmailVerified: boolean;
	pendingEmail: string | null;
	phoneNumber: string | null;
	name: string;
	status: UserStatus;
	isEnabled: boolean;
	password: PasswordHash;
	temporaryPasswordExpiresAt: number | null;
	mfaMethods: MfaMethod[];
	preferredMfa: MfaMethod | null;
	mustSetUpMfa: boolean;
	totpSecret: string | null;
	pendingTotpSecret: string | null;
	/** Absent: a user of the pool itself. */
	federation?: Federation;
};

type UserRow = {
	sub: string;
	username: string;
	email: string;
	name: string;
	phone_number: string | null;
	is_email_verified: number;
	pending_email: string | null;
	status: string;
	is_enabled: number;
	password_salt: string;
	password_hash: string;
	temporary_password_expires_at: number | null;
	mfa_methods: string;
	preferred_mfa: string | null;
	must_set_up_mfa: number;
	totp_secret: string | null;
	pending_totp_secret: string | null;
};

function toUser(row: UserRow): PoolUser {
	const enabled: unknown = JSON.parse(row.mfa_methods);
	return {
		sub: row.sub,
		username: row.username,
		email: row.email,
		isEmailVerified: row.is_email_verified === 1,
		pendingEmail: row.pending_email,
		phoneNumber: row.phone_number,
		name: row.name,
		status: row.status as UserStatus, // only this file writes it, with that type
		isEnabled: row.is_enabled === 1,
		password: { salt: row.password_salt, hash: row.password_hash },
		temporaryPasswordExpiresAt: row.temporary_password_expires_at,
		mfaMethods: mfaMethods.filter((method) => Array.isArray(enabled) && enabled.includes(method)),
		preferredMfa: mfaMethods.find((method) => method === row.preferred_mfa) ?? null,
		mustSetUpMfa: row.must_set_up_mfa === 1,
		totpSecret: row.totp_secret,
		pendingTotpSecret: row.pending_totp_secret,
	};
}

export function findUser(sql: SqlStorage, username: string): PoolUser | null {
	const [row] = sql
		.exec<UserRow>("SELECT * FROM users WHERE sub = ?1 OR username = ?1 OR email = lower(?1)", username)
		.toArray();
	return row ? toUser(row) : findFederatedUser(sql, username);
}

type FederatedRow = {
	sub: string;
	username: string;
	provider: string;
	type: ProviderType | null;
	user_id: string;
	email: string;
	is_email_verified: number;
	name: string;
	password_salt: string;
	password_hash: string;
	created_at: number;
};

/** Finds a user by sub or user name. A federated address names no one: several people of the pool may share it. */
function findFederatedUser(sql: SqlStorage, name: string): PoolUser | null {
	const [row] = sql
		.exec<FederatedRow>(
			`SELECT federated_users.*, type FROM federated_users
			 LEFT JOIN identity_providers ON identity_providers.name = provider
			 WHERE sub = ?1 OR username = lower(?1)`,
			name,
		)
		.toArray();
	return row ? toFederatedUser(row) : null;
}

function toFederatedUser(row: FederatedRow): PoolUser {
	const { provider, user_id: userId, created_at: createdAt } = row;
	return {
		sub: row.sub,
		username: row.username,
		email: row.email,
		isEmailVerified: row.is_email_verified === 1,
		pendingEmail: null,
		phoneNumber: null,
		name: row.name,
		status: "EXTERNAL_PROVIDER",
		isEnabled: true,
		password: { salt: row.password_salt, hash: row.password_hash },
		temporaryPasswordExpiresAt: null,
		mfaMethods: [],
		preferredMfa: null,
		mustSetUpMfa: false,
		totpSecret: null,
		pendingTotpSecret: null,
		federation: { provider, type: row.type ?? "OIDC", userId, createdAt },
	};
}

export function insertUser(sql: SqlStorage, user: PoolUser): boolean {
	const inserted = sql.exec(
		`INSERT INTO users VALUES (?, ?, lower(?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)
		 ON CONFLICT DO NOTHING RETURNING sub`,
		user.sub,
		user.username,
		user.email,
		user.name,
		user.phoneNumber,
		user.isEmailVerified ? 1 : 0,
		user.pendingEmail,
		user.status,
		user.isEnabled ? 1 : 0,
		user.password.salt,
		user.password.hash,
		user.temporaryPasswordExpiresAt,
		JSON.stringify(user.mfaMethods),
		user.preferredMfa,
		user.mustSetUpMfa ? 1 : 0,
		user.totpSecret,
		user.pendingTotpSecret,
	);
	return inserted.toArray().length > 0;
}

export function setPassword(sql: SqlStorage, sub: string, { salt, hash }: PasswordHash): void {
	sql.exec(
		`UPDATE users SET password_salt = ?, password_hash = ?, status = 'CONFIRMED', temporary_password_expires_at = NULL
		 WHERE sub = ?`,
		salt,
		hash,
		sub,
	);
}

export function confirmUser(sql: SqlStorage, sub: string): void {
	sql.exec("UPDATE users SET status = 'CONFIRMED', is_email_verified = 1 WHERE sub = ?", sub);
}

export function setName(sql: SqlStorage, sub: string, name: string): void {
	sql.exec("UPDATE users SET name = ? WHERE sub = ?", name, sub);
}

export function setPendingEmail(sql: SqlStorage, sub: string, email: string | null): void {
	sql.exec("UPDATE users SET pending_email = lower(?) WHERE sub = ?", email, sub);
}

export function verifyEmail(sql: SqlStorage, sub: string): boolean {
	const verified = sql.exec(
		`UPDATE OR IGNORE users SET email = coalesce(pending_email, email), pending_email = NULL, is_email_verified = 1
		 WHERE sub = ? RETURNING sub`,
		sub,
	);
	return verified.toArray().length > 0;
}

export function setPendingTotpSecret(sql: SqlStorage, sub: string, secret: string): void {
	sql.exec("UPDATE users SET pending_totp_secret = ? WHERE sub = ?", secret, sub);
}

export function activateTotpSecret(sql: SqlStorage, sub: string, step: number): void {
	sql.exec(
		`UPDATE users SET totp_secret = pending_totp_secret, pending_totp_secret = NULL, last_totp_step = ?
		 WHERE sub = ?`,
		step,
		sub,
	);
}

type MfaPreference = Pick<PoolUser, "mfaMethods" | "preferredMfa">;

export function setMfaPreference(sql: SqlStorage, sub: string, { mfaMethods, preferredMfa }: MfaPreference): void {
	sql.exec(
		"UPDATE users SET mfa_methods = ?, preferred_mfa = ?, must_set_up_mfa = must_set_up_mfa AND ? WHERE sub = ?",
		JSON.stringify(mfaMethods),
		preferredMfa,
		mfaMethods.length === 0 ? 1 : 0,
		sub,
	);
}

/** False unless the step is newer than all used before: a code can be used once (RFC 6238 section 5.2). */
export function spendTotpStep(sql: SqlStorage, sub: string, step: number): boolean {
	const used = sql.exec(
		"UPDATE users SET last_totp_step = ?2 WHERE sub = ?1 AND coalesce(last_totp_step, 0) < ?2 RETURNING sub",
		sub,
		step,
	);
	return used.toArray().length > 0;
}

export function isEmailSettled({ isEmailVerified, pendingEmail }: PoolUser): boolean {
	return isEmailVerified && pendingEmail === null;
}
