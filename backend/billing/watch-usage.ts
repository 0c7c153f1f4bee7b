import { dayMs, minuteMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import { said } from "../../shared/log/said";
import type { Invalidations } from "../base/context";
import { recordFault } from "../base/event-log";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import { ownPlan, type PlanCatalog } from "../base/plan-catalog";
import { accountOrThrow, findAccount } from "../db/account-rows";
import { changeBilling, findBilling } from "../db/billing-rows";
import { openMonth } from "../db/usage-rows";
import { applyPlan, currentPlan, liftPlan } from "./apply-plan";
import { type MeterParts, readMeters } from "./read-meters";
import { warnOfUsage } from "./warn-of-usage";

/** Pause between checks after writes, because each counts everything. */
const lookEveryMs = 10 * minuteMs;

type Parts = MeterParts & { invalidations: Invalidations; catalog: PlanCatalog };

export type UsageWatch = {
	/** Call after a write. Never throws. */
	look(now: number): Promise<void>;
	/** The highest use of a plan limit at the last check, in percent; 0 without billing. */
	nearestPercent(): number;
	work: Job;
};

export function watchUsage(parts: Parts): UsageWatch {
	const { db, invalidations, catalog } = parts;
	const isBilled = catalog.billing === "plans";
	let lookedAt = Number.NEGATIVE_INFINITY;
	let nearest = 0;

	async function look(now: number): Promise<void> {
		lookedAt = now;
		if (!findAccount(db)) return;
		const plan = currentPlan(db, catalog);
		if (plan === null) return;
		const meters = await readMeters(parts, plan, now);
		const row = findBilling(db);
		const { isQuotaBinding } = accountOrThrow(db);
		const warned = meters.flatMap(({ meter, used, limit = null, included, resetsAt = null }) => {
			const of = limit ?? included;
			// The storage itself notifies of a binding quota.
			const isOthers = meter === "storageBytes" && isQuotaBinding;
			return of === null || isOthers || !row ? [] : [{ meter, used, of, isLimit: limit !== null, resetsAt }];
		});
		nearest = Math.max(0, largestOf(warned.map(({ used, of }) => (of > 0 ? (used / of) * 100 : 0))));
		warnOfUsage({ db, invalidations, now, newId: createNewId(now) }, openMonth(db, now), warned);
	}

	/** The operator may have changed the plan or its assignment since yesterday. */
	async function applyAnew(now: number): Promise<void> {
		const row = findBilling(db);
		if (!isBilled) {
			if (row) liftPlan({ db, invalidations, now });
			return;
		}
		const account = accountOrThrow(db);
		const paid = row?.subscriptionId == null ? null : currentPlan(db, catalog);
		const usage = await readMeters(parts, null, now);
		const usedBytes = usage.find(({ meter }) => meter === "storageBytes")?.used ?? 0;
		applyPlan({ db, invalidations, now }, paid ?? ownPlan(catalog, account.id), {
			status: account.planStatus,
			usedBytes,
		});
		changeBilling(db, { lookAt: now + dayMs });
		await look(now);
	}

	function nextDueAt(): number | null {
		const row = findBilling(db);
		if (!isBilled) return row?.lookAt ?? null;
		if (row) return row.lookAt ?? 0;
		return findAccount(db) ? 0 : null;
	}

	return {
		async look(now) {
			if (!isBilled || now - lookedAt < lookEveryMs) return;
			try {
				await look(now);
			} catch (error) {
				recordFault(error, "account", { event: "usage-not-looked-at" });
			}
		},
		nearestPercent: () => nearest,
		work: {
			name: "plan",
			title: said("work.is.applyingPlan"),
			describe: () => ({ name: "the account", deviceId: null }),
			nextDueAt,
			due: (now) => ((nextDueAt() ?? Number.POSITIVE_INFINITY) <= now ? ["account"] : []),
			run: async (_, now) => applyAnew(now),
		},
	};
}
