import type { CurrentAccount, SaveOwnLanguage } from "../../shared/account/account";
import type { Call } from "../base/context";
import { saveUserLanguage } from "../db/account-rows";
import { currentAccount } from "./members";

/** The caller's messages have this language. Null: they have the company's. */
export function saveOwnLanguage({ ctx, input: { language } }: Call<SaveOwnLanguage>): CurrentAccount {
	ctx.audit.change({ user: [ctx.user.id] }, () => saveUserLanguage(ctx.db, ctx.user.id, language));
	ctx.invalidations.changed("account", "all");
	return currentAccount(ctx.db, ctx.user);
}
