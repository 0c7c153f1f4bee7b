import { type CurrentAccount, lacksSecondStep, type RequireSecondStep } from "../../shared/account/account";
import { dayMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { findAccount, findUser, listUsers, saveAccount } from "../db/account-rows";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";
import { currentAccount } from "./members";

/** Notifies members without a second step. Throws SECOND_STEP_MISSING for a caller without one. */
export function requireSecondStep({ ctx, input }: Call<RequireSecondStep>): CurrentAccount {
	const { graceDays } = input;
	if (graceDays !== null && ctx.user.secondStep !== "on") throw domainError("SECOND_STEP_MISSING");
	const secondStepFrom = graceDays === null ? null : new Date(ctx.now + graceDays * dayMs);
	if (secondStepFrom === null && ctx.secondStepFrom === null) ctx.audit.exempt();
	else save(ctx, secondStepFrom);
	return currentAccount(ctx.db, ctx.user);
}

function save(ctx: MemberContext, secondStepFrom: Date | null): void {
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		saveAccount(ctx.db, ctx.accountId, { secondStepFrom });
		if (secondStepFrom === null) addConfigEvent(ctx, null, said("secondStep.off"));
		else {
			addConfigEvent(ctx, null, said("secondStep.from", { at: secondStepFrom.toISOString() }));
			notifyWhoLacksIt(ctx, secondStepFrom);
		}
	});
	ctx.invalidations.changed("account", "all");
}

function notifyWhoLacksIt(ctx: MemberContext, from: Date): void {
	const about = ctx.newId("notice");
	for (const user of listUsers(ctx.db)) {
		if (user.status !== "active" || !lacksSecondStep(user)) continue;
		queueMessage(ctx, {
			cause: "secondStep",
			about,
			recipient: { to: "user", userId: user.id, channel: "email" },
			facts: { userId: user.id, requiredBy: ctx.user.name, from: from.getTime(), path: "/profile" },
			requestedBy: ctx.user.id,
		});
	}
}

export const secondStepHook: CauseHooks["secondStep"] = {
	stillOwed: ({ db }, notices) => {
		const from = findAccount(db)?.secondStepFrom?.getTime() ?? null;
		return notices.filter(({ facts }) => {
			const user = findUser(db, facts.userId);
			return from === facts.from && user !== null && lacksSecondStep(user);
		});
	},
};
