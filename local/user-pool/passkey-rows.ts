import type { Pool } from "./pool";

export type Passkey = {
	credentialId: string;
	sub: string;
	/** COSE key, base64url. */
	publicKey: string;
	counter: number;
	name: string;
	attachment: string | null;
	transports: string[];
	createdAt: number;
};

type PasskeyRow = {
	credential_id: string;
	sub: string;
	public_key: string;
	counter: number;
	name: string;
	attachment: string | null;
	transports: string;
	created_at: number;
};

export function passkeysOf({ sql }: Pool, sub: string): Passkey[] {
	const rows = sql.exec<PasskeyRow>("SELECT * FROM passkeys WHERE sub = ? ORDER BY created_at, credential_id", sub);
	return rows.toArray().map(({ credential_id, public_key, transports, created_at, ...row }) => ({
		...row,
		credentialId: credential_id,
		publicKey: public_key,
		transports: transports === "" ? [] : transports.split(","),
		createdAt: created_at,
	}));
}

export function insertPasskey({ sql }: Pool, passkey: Passkey): boolean {
	const inserted = sql.exec(
		"INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING sub",
		passkey.credentialId,
		passkey.sub,
		passkey.publicKey,
		passkey.counter,
		passkey.name,
		passkey.attachment,
		passkey.transports.join(","),
		passkey.createdAt,
	);
	return inserted.toArray().length > 0;
}

export function deletePasskey({ sql }: Pool, sub: string, credentialId: string): boolean {
	const deleted = sql.exec("DELETE FROM passkeys WHERE sub = ? AND credential_id = ? RETURNING sub", sub, credentialId);
	return deleted.toArray().length > 0;
}

export function setCounter({ sql }: Pool, credentialId: string, counter: number): void {
	sql.exec("UPDATE passkeys SET counter = ? WHERE credential_id = ?", counter, credentialId);
}

export function storeRegistration({ sql }: Pool, sub: string, challenge: string, expiresAt: number): void {
	sql.exec("INSERT OR REPLACE INTO passkey_registrations VALUES (?, ?, ?)", sub, challenge, expiresAt);
}

/** Each registration's challenge can be used once. */
export function takeRegistration({ sql, now }: Pool, sub: string): string | null {
	const [row] = sql
		.exec<{ challenge: string; expires_at: number }>(
			"DELETE FROM passkey_registrations WHERE sub = ? RETURNING challenge, expires_at",
			sub,
		)
		.toArray();
	return row && now < row.expires_at ? row.challenge : null;
}

export function isPasskeyMfa({ sql }: Pool, sub: string): boolean {
	return sql.exec("SELECT sub FROM passkey_mfa WHERE sub = ?", sub).toArray().length > 0;
}

export function setPasskeyMfa({ sql }: Pool, sub: string, isOn: boolean): void {
	sql.exec(isOn ? "INSERT OR IGNORE INTO passkey_mfa VALUES (?)" : "DELETE FROM passkey_mfa WHERE sub = ?", sub);
}
