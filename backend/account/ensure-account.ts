import type { CurrentAccount } from "../../shared/account";
import { planRecord } from "../billing/plans";
import { accountOrThrow, findAccount, insertAccount } from "./account-rows";
import { currentAccount } from "./current-account";
import { type NewMember, newUser, type RowStore } from "./new-user";
import { findUserBySub, insertUser } from "./user-rows";

export type NewAccount = {
	accountId: string;
	companyName: string;
	timeZone: string;
	planName: string;
	owner: Pick<NewMember, "sub" | "email" | "name">;
};

/**
 * Makes the account with its owner, once. Where it exists already nothing is written: the answer
 * is the account for a member of it and null for everybody else, so that nobody becomes owner of
 * an account by creating it again.
 */
export function ensureAccount(store: RowStore, request: NewAccount): CurrentAccount | null {
	const { db, now } = store;
	const { accountId, companyName, timeZone, planName, owner } = request;
	return db.transaction(() => {
		if (!findAccount(db)) {
			const names = { companyName, productName: "AQLCloud", logoUrl: null };
			insertAccount(db, { id: accountId, ...names, timeZone, ...planRecord(planName), createdAt: new Date(now) });
			insertUser(db, newUser(store, { ...owner, role: "owner", scope: "all" }));
		}
		const user = findUserBySub(db, owner.sub);
		return user?.status === "active" ? currentAccount(accountOrThrow(db), user) : null;
	});
}
