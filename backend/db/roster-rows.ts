import { and, asc, desc, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { RosterPlan } from "../../shared/duty/roster";
import type { AccountDb } from "../base/context";
import { overdueAt } from "../base/job";
import { cached } from "./cached-rows";
import { deleteBy, findBy, insertInto, prepared, saveInto, updateIn } from "./queries";
import { rosterOverrides, rosterPlans, rosterSwaps, rosters, rosterWatches } from "./schema";

export type RosterRow = typeof rosters.$inferSelect;
export type RosterOverrideRow = typeof rosterOverrides.$inferSelect;

/** `plans` by time, `plan` the present one, `overrides` by creation. */
export type RosterRecord = RosterRow & {
	plan: RosterPlan;
	plans: { from: number; plan: RosterPlan }[];
	overrides: RosterOverrideRow[];
};

/** Returns all rosters by name, with the data for computing their turns. */
export const listRosters = cached([rosters, rosterPlans, rosterOverrides], (db): RosterRecord[] => {
	const plansOf = Map.groupBy(db.select().from(rosterPlans).orderBy(asc(rosterPlans.from)).all(), ofRoster);
	const overridesOf = Map.groupBy(db.select().from(rosterOverrides).orderBy(asc(rosterOverrides.id)).all(), ofRoster);
	const rows = db.select().from(rosters).orderBy(asc(rosters.name), asc(rosters.id)).all();
	return rows.flatMap((row) => {
		const plans = plansOf.get(row.id) ?? [];
		const plan = plans.at(-1)?.plan;
		return plan ? [{ ...row, plan, plans, overrides: overridesOf.get(row.id) ?? [] }] : [];
	});
});

function ofRoster({ rosterId }: { rosterId: string }): string {
	return rosterId;
}

export function findRoster(db: AccountDb, id: string): RosterRecord | null {
	return listRosters(db).find((roster) => roster.id === id) ?? null;
}

export const insertRoster = insertInto(rosters);
export const updateRosterRow = updateIn(rosters);
export const saveRosterPlan = saveInto(rosterPlans, rosterPlans.rosterId, rosterPlans.from);
export const insertOverride = insertInto(rosterOverrides);
export const findOverride = findBy(rosterOverrides, rosterOverrides.id);
export const updateOverride = updateIn(rosterOverrides);

export type SwapRow = typeof rosterSwaps.$inferSelect;
export const insertSwap = insertInto(rosterSwaps);
export const findSwap = findBy(rosterSwaps, rosterSwaps.id);
export const updateSwap = updateIn(rosterSwaps);

export function listOpenSwaps(db: AccountDb, rosterId: string, now: number): SwapRow[] {
	const isOpen = and(eq(rosterSwaps.state, "offered"), gt(rosterSwaps.to, now));
	const own = db
		.select()
		.from(rosterSwaps)
		.where(and(eq(rosterSwaps.rosterId, rosterId), isOpen));
	return own.orderBy(asc(rosterSwaps.id)).all();
}

export const deleteOverrideRow = deleteBy(rosterOverrides, rosterOverrides.id);

export function deleteRosterRows(db: AccountDb, id: string): void {
	db.delete(rosterWatches).where(eq(rosterWatches.rosterId, id)).run();
	db.delete(rosterSwaps).where(eq(rosterSwaps.rosterId, id)).run();
	db.delete(rosterOverrides).where(eq(rosterOverrides.rosterId, id)).run();
	db.delete(rosterPlans).where(eq(rosterPlans.rosterId, id)).run();
	db.delete(rosters).where(eq(rosters.id, id)).run();
}

/** Deletes plans and overrides that no turn since `before` (epoch ms) is computed from. */
export function deletePastTurns(db: AccountDb, rosterId: string, before: number): void {
	const { rosterId: owner, from } = rosterPlans;
	const oldest = db
		.select({ from })
		.from(rosterPlans)
		.where(and(eq(owner, rosterId), lte(from, before)))
		.orderBy(desc(from))
		.get();
	if (oldest) {
		db.delete(rosterPlans)
			.where(and(eq(owner, rosterId), lt(from, oldest.from)))
			.run();
	}
	db.delete(rosterSwaps)
		.where(and(eq(rosterSwaps.rosterId, rosterId), lt(rosterSwaps.to, before)))
		.run();
	const isPast = lt(rosterOverrides.to, before);
	db.delete(rosterOverrides)
		.where(and(eq(rosterOverrides.rosterId, rosterId), isPast))
		.run();
}

/** The contacts that may be notified for a roster from `now` on: of its plan, its overrides and its fallback. */
export function rosterContactIds({ plan, overrides, fallbackContactIds }: RosterRecord, now: number): string[] {
	const planned = plan.layers.flatMap(({ contactIds }) => contactIds);
	const instead = overrides.filter(({ to }) => to > now).map(({ contactId }) => contactId);
	return [...new Set([...planned, ...instead, ...fallbackContactIds])];
}

export function contactIdsOfRosters(db: AccountDb, rosterIds: readonly string[], now: number): string[] {
	if (rosterIds.length === 0) return [];
	const named = listRosters(db).filter(({ id }) => rosterIds.includes(id));
	return [...new Set(named.flatMap((roster) => rosterContactIds(roster, now)))];
}

export const findRosterWatch = findBy(rosterWatches, rosterWatches.rosterId);
export const saveRosterWatch = saveInto(rosterWatches, rosterWatches.rosterId);

/** Call before the turns of a roster change. `before` null: the roster is new. */
export function recordTurnsChange(db: AccountDb, id: string, now: number, before: RosterRecord | null): void {
	const known = findRosterWatch(db, id);
	const { plans, overrides } = before ?? { plans: [], overrides: [] };
	const isFirst = known?.changedAt == null;
	// The message about the change covers a turn that begins with it.
	const change = isFirst ? { changedAt: now, before: { plans, overrides } } : { lookedAt: now };
	saveRosterWatch(db, { lookedAt: now, ...known, ...change, rosterId: id, lookAt: now });
}

const watched = prepared((db) => {
	const { lookAt, rosterId } = rosterWatches;
	// The release before adds rosters without a watch.
	const joined = db.select({ id: rosters.id, lookAt }).from(rosters).leftJoin(rosterWatches, eq(rosterId, rosters.id));
	const isDue = or(isNull(lookAt), lte(lookAt, sql.placeholder("now")));
	return joined.where(isDue).orderBy(asc(lookAt)).limit(sql.placeholder("limit")).prepare();
});

export const nextRosterLookAt = cached([rosters, rosterWatches], (db: AccountDb): number | null => {
	const [next] = watched(db).all({ now: Number.MAX_SAFE_INTEGER, limit: 1 });
	return next ? (next.lookAt ?? overdueAt) : null;
});

export function listDueRosters(db: AccountDb, now: number, limit: number): string[] {
	return watched(db)
		.all({ now, limit })
		.map(({ id }) => id);
}

export function lookAtRosters(db: AccountDb, now: number): void {
	db.update(rosterWatches).set({ lookAt: now }).run();
}
