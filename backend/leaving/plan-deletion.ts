import type { CurrentAccount } from "../../shared/account/account";
import { deletionGraceMs, type RequestDeletion } from "../../shared/account/leaving";
import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import { deletePurpose } from "../../shared/session/identity-confirmation";
import { currentAccount } from "../account/members";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext, RowStore } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { findAccountDeletion, insertAccountDeletion, removeAccountDeletion } from "../db/account-deletion-rows";
import { accountOrThrow, listUsers } from "../db/account-rows";
import type { CauseFacts } from "../message/causes";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";
import { takeConfirmation } from "../session/confirm-identity";

/** Throws InputError for another name, DELETION_PLANNED, and IDENTITY_NOT_CONFIRMED without a recent password. */
export function requestDeletion({ ctx, input }: Call<RequestDeletion>): CurrentAccount {
	const { companyName } = accountOrThrow(ctx.db);
	if (input.companyName.trim() !== companyName.trim()) {
		throw new InputError({ companyName: errorKey("company.other", { name: companyName }) });
	}
	ctx.db.transaction(() => {
		if (findAccountDeletion(ctx.db) !== null) throw domainError("DELETION_PLANNED");
		const proof = takeConfirmation(ctx, deletePurpose(ctx));
		ctx.audit.act({ user: [ctx.user.id] }, { proof: proof?.by ?? "password" });
		const endsAt = ctx.now + deletionGraceMs;
		const { accountId: id, now: requestedAt } = ctx;
		insertAccountDeletion(ctx.db, { id, requestedBy: ctx.user.name, requestedAt, endsAt });
		record(ctx, { what: "planned", by: ctx.user.name, at: endsAt });
	});
	ctx.invalidations.changed("account", "all");
	return currentAccount(ctx.db, ctx.user);
}

/** Does nothing if already withdrawn. */
export function takeBackDeletion({ ctx }: Call): CurrentAccount {
	ctx.db.transaction(() => {
		const planned = findAccountDeletion(ctx.db);
		if (planned === null) return ctx.audit.exempt();
		removeAccountDeletion(ctx.db);
		record(ctx, { what: "takenBack", by: ctx.user.name, at: planned.endsAt });
	});
	ctx.invalidations.changed("account", "all");
	return currentAccount(ctx.db, ctx.user);
}

type Facts = CauseFacts["deletion"];

function record(ctx: MemberContext, facts: Facts): void {
	const day = new Date(facts.at).toISOString();
	ctx.audit.act({ account: [ctx.accountId] }, { [facts.what === "planned" ? "deletedFrom" : "notDeletedFrom"]: day });
	const isPlanned = facts.what === "planned";
	addConfigEvent(ctx, null, isPlanned ? said("account.deletedFrom", { day }) : said("account.notDeleted"));
	notifyMembers(ctx, facts);
}

export function notifyMembers(store: RowStore, facts: Facts): void {
	const about = store.newId("notice");
	for (const { id: userId, status } of listUsers(store.db)) {
		if (status !== "active") continue;
		queueMessage(store, { cause: "deletion", about, recipient: { to: "user", userId, channel: "email" }, facts });
	}
}

/** Drops notices that no longer match the current plan. */
export const deletionHook: CauseHooks["deletion"] = {
	stillOwed: ({ db }, notices) => {
		const endsAt = findAccountDeletion(db)?.endsAt ?? null;
		return notices.filter(({ facts }) => (facts.what === "takenBack" ? endsAt === null : endsAt === facts.at));
	},
};
