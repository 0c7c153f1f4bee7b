import type { Membership } from "../../shared/account/account";
import type { Context, KnownMembership, ReadDb, SignIn } from "../base/context";
import { accountsWithin } from "../db/account-lookup";
import { listAccountIds } from "../db/account-membership-rows";
import { accountOrThrow, findAccount } from "../db/account-rows";
import { findCaller } from "../db/session-rows";
import { endingOf, signInKey } from "../session/sign-ins";

/** Reads each account's own state. An unreachable account is listed as `unanswered`; one without the caller is omitted. */
export async function getMemberships({ ctx }: { ctx: Context }): Promise<Membership[]> {
	const { sub, signIn, reach } = ctx.identity;
	const accountIds = accountsWithin(await listAccountIds(ctx.directory, sub), reach);
	const requested = accountIds.map(async (accountId) => ctx.accountObject(accountId).membership(sub, signIn));
	const results = await Promise.allSettled(requested);
	const memberships = results.flatMap((result, index): Membership[] => {
		const accountId = accountIds[index] ?? "";
		if (result.status === "rejected") return [{ accountId, state: "unanswered", companyName: null, role: null }];
		return result.value === null ? [] : [{ accountId, ...result.value }];
	});
	return memberships.sort((one, other) => byName.compare(one.companyName ?? "\uffff", other.companyName ?? "\uffff"));
}

const byName = new Intl.Collator("en", { numeric: true });

export function membershipOf(
	db: ReadDb,
	sub: string,
	{ signIn, now }: { signIn: SignIn; now: number },
): KnownMembership | null {
	const caller = findAccount(db) && findCaller(db, sub, signInKey(signIn));
	if (!caller) return null;
	const { role, status } = caller.user;
	const { companyName } = accountOrThrow(db);
	if (status !== "active") return { companyName, role, state: "disabled" };
	const why = endingOf(caller, signIn, { now });
	if (why === null) return { companyName, role, state: "open" };
	return { companyName, role, state: "signedOut", ...(why === "onlySso" && { isOnlySso: true }) };
}
