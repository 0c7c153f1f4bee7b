import type { CurrentAccount } from "../../shared/account";
import type { AccountRow } from "./account-rows";
import { toUser, type UserRow } from "./user-rows";

/** An account as one of its members sees it. */
export function currentAccount(account: AccountRow, user: UserRow): CurrentAccount {
	const { id, companyName, productName, logoUrl, timeZone, createdAt } = account;
	return { id, companyName, productName, logoUrl, timeZone, createdAt, me: toUser(user) };
}
