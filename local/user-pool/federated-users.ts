import { opaqueTokenDigest, toBase64Url } from "./secrets";

/** How Cognito lists the provider in `identities`. */
export type Federation = { provider: string; type: ProviderType; userId: string; createdAt: number };

export type ProviderType = "OIDC" | "SAML";

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
