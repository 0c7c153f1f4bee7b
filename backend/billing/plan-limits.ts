import type { MeterName } from "../../shared/account/billing-meters";
import { errorKey } from "../../shared/base/error-key";
import type { AccountDb } from "../base/context";
import { InputError } from "../base/errors";
import { accountOrThrow, countUsers } from "../db/account-rows";
import { findBilling } from "../db/billing-rows";
import { countDevices } from "../db/device-rows";
import { countOpenInvitations } from "../db/invitation-rows";
import { countOpenRuns } from "../db/report-run-rows";
import { openMonth, usageOf } from "../db/usage-rows";

/** Storage is limited where readings are stored. Alerts have no limit. */
export type LimitedMeter = Extract<MeterName, "devices" | "users" | "reportRuns">;

function takenOf(db: AccountDb, meter: LimitedMeter, now: number): number {
	if (meter === "devices") return countDevices(db);
	if (meter === "users") return countUsers(db) + countOpenInvitations(db, new Date(now));
	return (usageOf(db, openMonth(db, now)).get("reportRuns") ?? 0) + countOpenRuns(db);
}

type Wanted = { now: number; more?: number };

/** Returns why nothing can be added, for user requests; null: it can. `now` is epoch ms. */
export function planDenial(db: AccountDb, meter: LimitedMeter, requested: Wanted): string | null {
	const { now, more = 1 } = requested;
	const frozenFrom = findBilling(db)?.frozenFrom ?? null;
	if (more > 0 && frozenFrom !== null && frozenFrom <= now) {
		return errorKey("plan.unpaid", { meter });
	}
	return limitDenial(db, meter, requested);
}

function limitDenial(db: AccountDb, meter: LimitedMeter, wanted: Wanted): string | null {
	const full = fullPlan(db, meter, wanted);
	return full && errorKey("plan.full", { meter, ...full });
}

/** Returns the plan's limit and the use if there is no room. Ignores missing payments, as scheduled work must. */
export function fullPlan(db: AccountDb, meter: LimitedMeter, { now, more = 1 }: Wanted) {
	const limit = findBilling(db)?.planLimits[meter];
	if (limit === undefined || more <= 0) return null;
	const taken = takenOf(db, meter, now);
	if (taken + more <= limit) return null;
	return { plan: accountOrThrow(db).planName, limit, taken };
}

/** Throws InputError at `field`. */
export function assertPlanRoom(
	db: AccountDb,
	meter: LimitedMeter,
	{ field, ...requested }: Wanted & { field: string },
): void {
	const denial = planDenial(db, meter, requested);
	if (denial !== null) throw new InputError({ [field]: denial });
}
