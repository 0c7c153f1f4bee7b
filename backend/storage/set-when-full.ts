import type { SetWhenFull } from "../../shared/storage";
import type { Verb } from "../base/context";
import { accountOrThrow, changeAccount } from "../db/account-rows";
import { assertWholeScope } from "../group/scope";

/** Throws NOT_PERMITTED for a scope of groups. */
export function setWhenFull({ ctx, input }: Verb<SetWhenFull>): SetWhenFull {
	assertWholeScope(ctx);
	const { id, whenFull, fullSince } = accountOrThrow(ctx.db);
	// The grace begins with the decision, and what happens from now on is told anew.
	const isNew = input.whenFull !== whenFull && fullSince !== null;
	ctx.audit.change({ account: [id] }, () =>
		changeAccount(ctx.db, { ...input, ...(isNew && { fullSince: ctx.now, fullToldAt: null, toldPercent: 0 }) }),
	);
	ctx.hints.changed("account", "all");
	return input;
}
