import type { AccountDb, Identity } from "../context";
import { renameUser, type UserRow } from "./user-rows";

/**
 * The user with the name and verified e-mail of the user pool, written where they differ. Somebody's other browser
 * may hold an older token for an hour: what it says must not undo what a newer one said.
 */
export function followIdentity(db: AccountDb, user: UserRow, identity: Identity): UserRow {
	const name = identity.name ?? user.name;
	const email = identity.email ?? user.email;
	if (name === user.name && email === user.email) return user;
	const issuedAt = identity.issuedAt ?? 0;
	if (issuedAt < (user.identityIssuedAt ?? 0)) return user;
	const followed = { ...user, name, email, identityIssuedAt: issuedAt };
	renameUser(db, { id: user.id, name, email, identityIssuedAt: issuedAt });
	return followed;
}
