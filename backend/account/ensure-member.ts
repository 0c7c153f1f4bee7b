import type { CurrentAccount } from "../../shared/account";
import { currentScope } from "../group/current-scope";
import { accountOrThrow } from "./account-rows";
import { currentAccount } from "./current-account";
import { type NewMember, newUser, type RowStore } from "./new-user";
import { findUserBySub, insertUser } from "./user-rows";

/** Adds a member to an account that exists, with the scope as it is by now; null for one who was disabled there. Idempotent. */
export function ensureMember(store: RowStore, member: NewMember): CurrentAccount | null {
	const account = accountOrThrow(store.db);
	insertUser(store.db, newUser(store, { ...member, scope: currentScope(store.db, member.scope) }));
	const user = findUserBySub(store.db, member.sub);
	return user?.status === "active" ? currentAccount(account, user) : null;
}
