import { opaqueTokenDigest, toBase64Url } from "./secrets";
import type { PoolUser } from "./user-rows";

/** How Cognito lists the provider in `identities`. */
export type Federation = { provider: string; type: ProviderType; userId: string; createdAt: number };

export type ProviderType = "OIDC" | "SAML";

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

/** By sub or user name. A federated address names nobody: several people of the pool may share it. */
export function findFederatedUser(sql: SqlStorage, name: string): PoolUser | null {
	const [row] = sql
		.exec<FederatedRow>(
			`SELECT federated_users.*, type FROM federated_users
			 LEFT JOIN identity_providers ON identity_providers.name = provider
			 WHERE sub = ?1 OR username = lower(?1)`,
			name,
		)
		.toArray();
	return row ? toUser(row) : null;
}

function toUser(row: FederatedRow): PoolUser {
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

export type AssertedPerson = { userId: string; email: string; isEmailVerified: boolean; name: string };

/** Makes the user at the first sign-in and writes the attributes again at each, as Cognito does. Returns its sub. */
export function saveFederatedUser(
	sql: SqlStorage,
	provider: string,
	{ userId, email, isEmailVerified, name }: AssertedPerson,
	now: number,
): string {
	const [row] = sql
		.exec<{ sub: string }>(
			`INSERT INTO federated_users VALUES (?, lower(?), ?, ?, ?, ?, ?, ?, ?, ?)
			 ON CONFLICT (username) DO UPDATE
			 SET email = excluded.email, is_email_verified = excluded.is_email_verified, name = excluded.name
			 RETURNING sub`,
			crypto.randomUUID(),
			`${provider}_${userId}`,
			provider,
			userId,
			email,
			isEmailVerified ? 1 : 0,
			name,
			randomText(16),
			// No password has this hash.
			randomText(32),
			now,
		)
		.toArray();
	if (!row) throw new Error("The federated user was not written.");
	return row.sub;
}

const randomText = (bytes: number) => toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));

/** A provider's own id of a person: the same for each sign-in, another at each provider. */
export async function userIdAt(provider: string, address: string): Promise<string> {
	return (await opaqueTokenDigest(`${provider} ${address.trim().toLowerCase()}`)).slice(0, 22).toLowerCase();
}

export function isRemovedAt(sql: SqlStorage, provider: string, userId: string): boolean {
	const rows = sql.exec("SELECT 1 FROM people_removed WHERE provider = ? AND user_id = ?", provider, userId);
	return rows.toArray().length > 0;
}

export function setRemovedAt(sql: SqlStorage, provider: string, userId: string, isRemoved: boolean): void {
	const act = isRemoved
		? "INSERT OR IGNORE INTO people_removed VALUES (?, ?)"
		: "DELETE FROM people_removed WHERE provider = ? AND user_id = ?";
	sql.exec(act, provider, userId);
}
