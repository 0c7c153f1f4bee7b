import { createAudit } from "../activity/audit";
import type { CallOrigin, EndedSignIns, LiveAccess, MemberContext, RowStore } from "../base/context";
import { accountsWithin } from "../db/account-lookup";
import { listAccountIds } from "../db/account-membership-rows";
import { findUserBySub } from "../db/account-rows";
import { endSessionsBefore, endSignIn } from "../db/session-rows";

/** Ends sign-ins in the user's other accounts too: each stores its own list. */
export async function endInOtherAccounts(ctx: MemberContext, ended: EndedSignIns): Promise<void> {
	const { sub, reach } = ctx.identity;
	const accountIds = accountsWithin(await listAccountIds(ctx.directory, sub), reach);
	const others = accountIds.filter((accountId) => accountId !== ctx.accountId);
	const endings = others.map((accountId) => ctx.accountObject(accountId).endSignIns(sub, ended, ctx.origin));
	const failed = (await Promise.allSettled(endings)).find(({ status }) => status === "rejected");
	if (failed?.status === "rejected") throw failed.reason;
}

type Store = RowStore & { live: LiveAccess };

export function endSignInsOf(
	store: Store,
	sub: string,
	{ ended, origin }: { ended: EndedSignIns; origin: CallOrigin },
): void {
	const { db, now, live } = store;
	const user = findUserBySub(db, sub);
	if (!user) return;
	const userId = user.id;
	const endedAt = new Date(now);
	const actor = { kind: "user", id: userId, name: user.name } as const;
	const isOne = "signIn" in ended;
	const audit = createAudit(store, {
		action: isOne ? "session.endSession" : "session.endOtherSessions",
		actor,
		origin,
	});
	db.transaction(() => {
		if (isOne) endSignIn(db, { userId, signIn: ended.signIn, endedAt });
		else endSessionsBefore(db, { userId, ...ended }, endedAt);
		audit.act({ user: [userId] });
	});
	live.accessChanged(userId);
}
