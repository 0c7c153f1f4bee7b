import type { PlanStatus } from "../../shared/account/billing";
import { MeterName } from "../../shared/account/billing-meters";
import { dayMs } from "../../shared/base/durations";
import type { AccountDb, Invalidations } from "../base/context";
import { ownPlan, type Plan, type PlanCatalog, termsOf } from "../base/plan-catalog";
import { accountOrThrow, changeAccount } from "../db/account-rows";
import { changeBilling, findBilling, insertBilling } from "../db/billing-rows";

/** How long a quota below the stored amount does not bind. */
export const smallerQuotaGraceMs = 30 * dayMs;
const standardQuotaBytes = 5_000_000_000;

type Store = { db: AccountDb; invalidations: Invalidations; now: number };

/** Null: billing is off. */
export function currentPlan(db: AccountDb, catalog: PlanCatalog): Plan | null {
	if (catalog.billing === "none") return null;
	const { id } = accountOrThrow(db);
	const planId = findBilling(db)?.planId;
	return catalog.plans.find((plan) => plan.id === planId) ?? ownPlan(catalog, id);
}

type Applied = { status: PlanStatus; usedBytes: number; trialEndsAt?: number | null };

/** Applies a plan's terms. A smaller plan removes nothing: it only stops additions, and a smaller quota waits. */
export function applyPlan(
	{ db, invalidations, now }: Store,
	plan: Plan,
	{ status, usedBytes, trialEndsAt }: Applied,
): void {
	const account = accountOrThrow(db);
	const limitOf = (meter: MeterName) => termsOf(plan, meter).limit;
	const entriesOf = (amount: (meter: MeterName) => number | null) =>
		Object.fromEntries(MeterName.options.flatMap((meter) => pair(meter, amount(meter))));
	const row = findBilling(db);
	const planLimits = entriesOf(limitOf);
	const planWarned = entriesOf((meter) => limitOf(meter) ?? termsOf(plan, meter).included);
	const quotaLimit = limitOf("storageBytes");
	const isTooFull = quotaLimit !== null && usedBytes > quotaLimit;
	const wasBinding = account.isQuotaBinding && account.quotaBytes <= (quotaLimit ?? 0);
	const waits = isTooFull && !wasBinding ? (row?.quotaBindsFrom ?? now + smallerQuotaGraceMs) : null;
	const isQuotaBinding = quotaLimit !== null && (waits === null || waits <= now);
	const billing = { planId: plan.id, planLimits, planWarned, quotaBindsFrom: waits };
	const terms = {
		planName: plan.name,
		planStatus: status,
		isQuotaBinding,
		...(trialEndsAt !== undefined && { trialEndsAt: trialEndsAt === null ? null : new Date(trialEndsAt) }),
		includedDevices: termsOf(plan, "devices").included ?? limitOf("devices"),
		includedUsers: termsOf(plan, "users").included ?? limitOf("users"),
		quotaBytes: quotaLimit ?? termsOf(plan, "storageBytes").included ?? standardQuotaBytes,
	};
	db.transaction(() => {
		if (row) changeBilling(db, billing);
		else insertBilling(db, { id: account.id, ...billing });
		// A quota that does not bind is never full. Resets the state, so that owners are notified once it binds.
		const anew = isQuotaBinding ? {} : { fullSince: null, fullNotifiedAt: null, notifiedPercent: 0 };
		changeAccount(db, { ...terms, ...anew });
	});
	invalidations.changed("account", "all");
}

function pair(meter: MeterName, amount: number | null): [MeterName, number][] {
	return amount === null ? [] : [[meter, amount]];
}

export function liftPlan({ db, invalidations }: Store): void {
	db.transaction(() => {
		changeBilling(db, { planLimits: {}, planWarned: {}, frozenFrom: null, quotaBindsFrom: null, lookAt: null });
		changeAccount(db, { isQuotaBinding: false, fullSince: null, fullNotifiedAt: null, notifiedPercent: 0 });
	});
	invalidations.changed("account", "all");
}
