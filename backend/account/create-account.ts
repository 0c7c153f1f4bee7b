import type { CreateAccount, CurrentAccount } from "../../shared/account";
import type { Context } from "../context";
import { claimAccount } from "../directory/directory-rows";
import { domainError } from "../errors";
import { ensureAccount, type NewAccount } from "./ensure-account";

/**
 * Makes an account for whoever is signed in and has none; answers the account they have otherwise.
 * Inside an object it also ends a creation that broke off between directory and object.
 */
export async function createAccount({ ctx, input }: { ctx: Context; input: CreateAccount }): Promise<CurrentAccount> {
	const { sub, email, name, username } = ctx.identity;
	const request: Omit<NewAccount, "accountId"> = {
		companyName: input.companyName,
		timeZone: input.timeZone ?? "UTC",
		planName: ctx.planName,
		owner: { sub, email: email ?? "", name: name ?? email ?? username },
	};
	if (ctx.kind === "member") return orThrow(ensureAccount(ctx, { ...request, accountId: ctx.accountId }));
	const accountId = await claimAccount(ctx.directory, { sub, accountId: ctx.newId("account"), now: ctx.now });
	return orThrow(await ctx.accountObject(accountId).ensureAccount({ ...request, accountId }, ctx.now));
}

function orThrow(account: CurrentAccount | null): CurrentAccount {
	if (!account) throw domainError("NO_ACCESS");
	return account;
}
