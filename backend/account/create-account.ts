import type { CreateAccount, CurrentAccount } from "../../shared/account";
import type { Context } from "../context";
import { claimAccount } from "../directory/directory-rows";
import { domainError } from "../errors";
import { ensureAccount, type NewAccount } from "./ensure-account";

/**
 * Makes an account for whoever is signed in and has none; answers the account they have otherwise. A creation that
 * broke off between directory and object is ended; who is stranded in the account of others gets one of their own.
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
	const { directory, strandedIn, now } = ctx;
	const ensureIn = (accountId: string) => ctx.accountObject(accountId).ensureAccount({ ...request, accountId }, now);
	const finished = strandedIn === null ? null : await ensureIn(strandedIn);
	if (finished) return finished;
	return orThrow(
		await ensureIn(await claimAccount(directory, { sub, accountId: ctx.newId("account"), strandedIn, now })),
	);
}

function orThrow(account: CurrentAccount | null): CurrentAccount {
	if (!account) throw domainError("NO_ACCESS");
	return account;
}
