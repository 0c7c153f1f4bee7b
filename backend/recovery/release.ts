import type { CurrentAccount } from "../../shared/account/account";
import { said } from "../../shared/log/said";
import { currentAccount } from "../account/members";
import { addConfigEvent, addSystemEvent } from "../activity/log-events";
import type { AccountDb, Call, Invalidations } from "../base/context";
import { findHold, releaseRecoveries } from "../db/recovery-rows";

export function releaseHold({ ctx }: Call): CurrentAccount {
	ctx.db.transaction(() => {
		const held = findHold(ctx.db);
		if (held === null) return ctx.audit.exempt();
		releaseRecoveries(ctx.db, ctx.now);
		const restoredTo = new Date(held.restoredTo).toISOString();
		ctx.audit.act({ account: [ctx.accountId] }, { restoredTo });
		addConfigEvent(ctx, null, said("recovery.released", { at: restoredTo }));
	});
	ctx.invalidations.changed("account", "all");
	return currentAccount(ctx.db, ctx.user);
}

/** False: still on hold. */
export function settleHold(
	store: { db: AccountDb; invalidations: Invalidations; now: number },
	isReleaseRequested: boolean,
): boolean {
	const { db, invalidations, now } = store;
	if (findHold(db) === null) return true;
	if (!isReleaseRequested) return false;
	db.transaction(() => {
		releaseRecoveries(db, now);
		addSystemEvent(store, { deviceId: null, text: said("recovery.releasedByOperator") });
	});
	invalidations.changed("account", "all");
	return true;
}
