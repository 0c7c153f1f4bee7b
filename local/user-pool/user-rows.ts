import { hashPassword, type PasswordHash } from "./password-hash";

export type PoolUser = {
	sub: string;
	email: string;
	name: string;
	password: PasswordHash;
	mustSetPassword: boolean;
	totpSecret: string | null;
};

type NewUser = Pick<PoolUser, "sub" | "email" | "name" | "mustSetPassword" | "totpSecret">;

type UserRow = {
	sub: string;
	email: string;
	name: string;
	password_salt: string;
	password_hash: string;
	must_set_password: number;
	totp_secret: string | null;
};

/** By e-mail, which is an alias in any case of letters, or by the user name itself, which is the sub. */
export function findUser(sql: SqlStorage, username: string): PoolUser | null {
	const [row] = sql.exec<UserRow>("SELECT * FROM users WHERE sub = ?1 OR email = lower(?1)", username).toArray();
	if (!row) return null;
	return {
		sub: row.sub,
		email: row.email,
		name: row.name,
		password: { salt: row.password_salt, hash: row.password_hash },
		mustSetPassword: row.must_set_password === 1,
		totpSecret: row.totp_secret,
	};
}

/** Leaves a user who exists as they are: they may have chosen a password of their own. */
export async function ensureUser(sql: SqlStorage, user: NewUser, password: string): Promise<void> {
	if (findUser(sql, user.sub)) return;
	const { salt, hash } = await hashPassword(password);
	sql.exec(
		"INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
		user.sub,
		user.email,
		user.name,
		salt,
		hash,
		user.mustSetPassword ? 1 : 0,
		user.totpSecret,
	);
}

export function setPassword(sql: SqlStorage, sub: string, { salt, hash }: PasswordHash): void {
	sql.exec(
		"UPDATE users SET password_salt = ?, password_hash = ?, must_set_password = 0 WHERE sub = ?",
		salt,
		hash,
		sub,
	);
}

/** Whether the step is newer than every one before: a code is good once (RFC 6238 section 5.2). */
export function spendTotpStep(sql: SqlStorage, sub: string, step: number): boolean {
	const used = sql.exec(
		"UPDATE users SET last_totp_step = ?2 WHERE sub = ?1 AND coalesce(last_totp_step, 0) < ?2 RETURNING sub",
		sub,
		step,
	);
	return used.toArray().length > 0;
}
