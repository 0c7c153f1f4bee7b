import type { CurrentAccount } from "../../shared/account";
import { accountOrThrow } from "./account-rows";
import { currentAccount } from "./current-account";
import { type NewMember, newUser, type RowStore } from "./new-user";
import { findUserBySub, insertUser } from "./user-rows";

/** Adds a member to an account that exists; null for one who was disabled there. Idempotent. */
export function ensureMember(store: RowStore, member: NewMember): CurrentAccount | null {
	const account = accountOrThrow(store.db);
	insertUser(store.db, newUser(store, member));
	const user = findUserBySub(store.db, member.sub);
	return user?.status === "active" ? currentAccount(account, user) : null;
}
