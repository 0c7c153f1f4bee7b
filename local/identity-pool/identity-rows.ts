import { region } from "../user-pool/pool-identity";

/** One identity of the identity pool. `sub` null: a guest's. */
export type Identity = { identityId: string; sub: string | null };

type IdentityRow = { identity_id: string; sub: string | null };

export function findIdentity(sql: SqlStorage, identityId: string): Identity | null {
	const [row] = sql
		.exec<IdentityRow>("SELECT identity_id, sub FROM identities WHERE identity_id = ?", identityId)
		.toArray();
	return row ? { identityId: row.identity_id, sub: row.sub } : null;
}

export function insertGuest(sql: SqlStorage): Identity {
	return insertIdentity(sql, null);
}

/** The same identity for a person every time. */
export function ensureIdentityOf(sql: SqlStorage, sub: string): Identity {
	return identityOf(sql, sub) ?? insertIdentity(sql, sub);
}

/** A guest who signs in takes the identity along, unless the person has one already. */
export function claimIdentity(sql: SqlStorage, guest: Identity, sub: string): Identity {
	const existing = identityOf(sql, sub);
	if (existing) return existing;
	sql.exec("UPDATE identities SET sub = ? WHERE identity_id = ?", sub, guest.identityId);
	return { ...guest, sub };
}

function identityOf(sql: SqlStorage, sub: string): Identity | null {
	const [row] = sql.exec<IdentityRow>("SELECT identity_id, sub FROM identities WHERE sub = ?", sub).toArray();
	return row ? { identityId: row.identity_id, sub: row.sub } : null;
}

function insertIdentity(sql: SqlStorage, sub: string | null): Identity {
	const identityId = `${region}:${crypto.randomUUID()}`;
	sql.exec("INSERT INTO identities VALUES (?, ?)", identityId, sub);
	return { identityId, sub };
}
