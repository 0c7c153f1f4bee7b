import {
	type ChangeReasons,
	changePurpose,
	type NeededReason,
	noChangeReasons,
	reasonKindOf,
} from "../../shared/account/change-reasons";
import type { IdentityProof } from "../../shared/session/identity-confirmation";
import type { AccountDb, Call, CallOrigin, MemberContext, RowStore } from "../base/context";
import { domainError } from "../base/errors";
import { accountOrThrow, updateAccount } from "../db/account-rows";
import { isConfirmed, takeConfirmation } from "../session/confirm-identity";

export function readChangeReasons(db: AccountDb): ChangeReasons {
	return accountOrThrow(db).changeReasons ?? noChangeReasons;
}

export function saveChangeReasons({ ctx, input }: Call<ChangeReasons>): ChangeReasons {
	ctx.audit.change({ account: [ctx.accountId] }, () => updateAccount(ctx.db, ctx.accountId, { changeReasons: input }));
	return readChangeReasons(ctx.db);
}

type Caller = Pick<MemberContext, "user" | "identity"> & { origin: CallOrigin };

/**
 * Throws REASON_REQUIRED if the account requires a reason or proof that the caller has not given for the action.
 * Returns a function that uses up the proof; call it in the transaction of the change.
 */
export function requireReason(store: RowStore, caller: Caller, action: string): () => IdentityProof | null {
	const kind = reasonKindOf(action);
	const needed = kind === null ? undefined : readChangeReasons(store.db).kinds[kind];
	if (kind === null || needed === undefined) return () => null;
	const isProven = needed === "proof";
	const purpose = changePurpose(kind);
	const isMissing =
		(caller.origin.reason ?? null) === null || (isProven && !isConfirmed({ ...store, ...caller }, purpose));
	if (isMissing) throw domainError("REASON_REQUIRED", { kind, isProven } satisfies NeededReason);
	return () => (isProven ? takeConfirmation({ ...store, ...caller }, purpose) : null);
}
