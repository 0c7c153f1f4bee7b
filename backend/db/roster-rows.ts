import { and, asc, desc, eq, lt, lte } from "drizzle-orm";
import type { RosterPlan } from "../../shared/duty/roster";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { findBy, insertInto, saveInto, updateIn } from "./queries";
import { rosterOverrides, rosterPlans, rosters } from "./schema";

export type RosterRow = typeof rosters.$inferSelect;
export type RosterOverrideRow = typeof rosterOverrides.$inferSelect;

/** `plans` by time, `plan` the present one, `overrides` by creation. */
export type RosterRecord = RosterRow & {
	plan: RosterPlan;
	plans: { from: number; plan: RosterPlan }[];
	overrides: RosterOverrideRow[];
};

/** Returns all rosters by name, with what their turns are computed from. */
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

export function deleteOverrideRow(db: AccountDb, id: string): void {
	db.delete(rosterOverrides).where(eq(rosterOverrides.id, id)).run();
}

export function deleteRosterRows(db: AccountDb, id: string): void {
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
	const isPast = lt(rosterOverrides.to, before);
	db.delete(rosterOverrides)
		.where(and(eq(rosterOverrides.rosterId, rosterId), isPast))
		.run();
}

/** The contacts that may be notified for a roster: of its plan, its overrides and its fallback. */
export function rosterContactIds({ plan, overrides, fallbackContactIds }: RosterRecord): string[] {
	const planned = plan.layers.flatMap(({ contactIds }) => contactIds);
	return [...new Set([...planned, ...overrides.map(({ contactId }) => contactId), ...fallbackContactIds])];
}

export function contactIdsOfRosters(db: AccountDb, rosterIds: readonly string[]): string[] {
	if (rosterIds.length === 0) return [];
	const named = listRosters(db).filter(({ id }) => rosterIds.includes(id));
	return [...new Set(named.flatMap(rosterContactIds))];
}
