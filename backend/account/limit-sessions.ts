import type { CurrentAccount } from "../../shared/account/account";
import type { LimitSessions } from "../../shared/account/limit-sessions";
import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { accountOrThrow, updateAccount } from "../db/account-rows";
import { currentAccount } from "./members";

/** Throws InputError for idle minutes that the console does not measure. */
export function limitSessions({ ctx, input }: Call<LimitSessions>): CurrentAccount {
	const { idleMinutes, sessionHours } = accountOrThrow(ctx.db);
	const isIdleChanged = input.idleMinutes !== idleMinutes;
	const areHoursChanged = input.sessionHours !== sessionHours;
	if (isIdleChanged && input.idleMinutes !== null && !isMeasured(ctx)) {
		throw new InputError({ idleMinutes: errorKey("session.notMeasured") });
	}
	if (isIdleChanged || areHoursChanged) {
		ctx.audit.change({ account: [ctx.accountId] }, () => {
			updateAccount(ctx.db, ctx.accountId, input);
			if (isIdleChanged) addConfigEvent(ctx, null, idleLine(input));
			if (areHoursChanged) addConfigEvent(ctx, null, hoursLine(input));
		});
		ctx.invalidations.changed("account", "all");
	} else ctx.audit.exempt();
	return currentAccount(ctx.db, ctx.user);
}

export function isMeasured({ identity }: Pick<MemberContext, "identity">): boolean {
	return (identity.idleMinutes ?? null) !== null;
}

function idleLine({ idleMinutes }: LimitSessions) {
	return idleMinutes === null ? said("sessions.idleOff") : said("sessions.idle", { minutes: idleMinutes });
}

function hoursLine({ sessionHours }: LimitSessions) {
	return sessionHours === null ? said("sessions.hoursOff") : said("sessions.hours", { hours: sessionHours });
}
