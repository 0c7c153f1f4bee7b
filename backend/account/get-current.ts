import type { CurrentAccount } from "../../shared/account";
import type { Verb } from "../context";
import { accountOrThrow } from "./account-rows";
import { currentAccount } from "./current-account";

export function getCurrent({ ctx }: Verb): CurrentAccount {
	return currentAccount(accountOrThrow(ctx.db), ctx.user);
}
