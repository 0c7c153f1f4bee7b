import type { CurrentAccount } from "../../shared/account/account";
import type { LimitSessions } from "../../shared/account/limit-sessions";
import { errorKey } from "../../shared/base/error-key";
import { type Said, said } from "../../shared/log/said";
import { type SessionLimitName, sessionLimitNames } from "../../shared/session/session-limits";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { accountOrThrow, updateAccount } from "../db/account-rows";
import { currentAccount } from "./members";

/** Throws InputError for idle minutes that the console does not measure. */
export function limitSessions({ ctx, input }: Call<LimitSessions>): CurrentAccount {
	const present = accountOrThrow(ctx.db);
	const changed = sessionLimitNames.filter((name) => input[name] !== present[name]);
	if (changed.includes("idleMinutes") && input.idleMinutes !== null && !isMeasured(ctx)) {
		throw new InputError({ idleMinutes: errorKey("session.notMeasured") });
	}
	if (changed.length > 0) {
		ctx.audit.change({ account: [ctx.accountId] }, () => {
			updateAccount(ctx.db, ctx.accountId, input);
			for (const name of changed) addConfigEvent(ctx, null, lines[name](input));
		});
		ctx.invalidations.changed("account", "all");
	} else ctx.audit.exempt();
	return currentAccount(ctx.db, ctx.user);
}

export function isMeasured({ identity }: Pick<MemberContext, "identity">): boolean {
	return (identity.idleMinutes ?? null) !== null;
}

const lines: Record<SessionLimitName, (limits: LimitSessions) => Said> = {
	idleMinutes: ({ idleMinutes }) =>
		idleMinutes === null ? said("sessions.idleOff") : said("sessions.idle", { minutes: idleMinutes }),
	sessionHours: ({ sessionHours }) =>
		sessionHours === null ? said("sessions.hoursOff") : said("sessions.hours", { hours: sessionHours }),
};
