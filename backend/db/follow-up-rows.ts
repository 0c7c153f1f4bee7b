import { and, asc, eq, inArray, lte, notInArray, or, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { endsOfPlans } from "./planned-mute-rows";
import { isOneOf, prepared, saveInto } from "./queries";
import { alertFollowUps, groups, ruleOptOuts } from "./schema";

export type FollowUpRow = typeof alertFollowUps.$inferSelect;
export type RuleOptOutRow = typeof ruleOptOuts.$inferSelect;

export const saveFollowUp = saveInto(
	alertFollowUps,
	alertFollowUps.eventId,
	alertFollowUps.kind,
	alertFollowUps.recipientKey,
);

export function findFollowUp(db: AccountDb, eventId: string, kind: FollowUpRow["kind"]): FollowUpRow | null {
	const isIt = and(eq(alertFollowUps.eventId, eventId), eq(alertFollowUps.kind, kind));
	return db.select().from(alertFollowUps).where(isIt).get() ?? null;
}

export function deleteFollowUp(
	db: AccountDb,
	{ eventId, kind, recipientKey }: Pick<FollowUpRow, "eventId" | "kind" | "recipientKey">,
): void {
	const isOfEvent = and(eq(alertFollowUps.eventId, eventId), eq(alertFollowUps.kind, kind));
	db.delete(alertFollowUps)
		.where(and(isOfEvent, eq(alertFollowUps.recipientKey, recipientKey)))
		.run();
}

/** Keeps digests, which also report an end, the end of a drill, and snoozes. */
export function deleteFollowUpsOf(db: AccountDb, eventId: string): void {
	db.delete(alertFollowUps)
		.where(and(eq(alertFollowUps.eventId, eventId), notInArray(alertFollowUps.kind, ["digest", "drillEnd", "snooze"])))
		.run();
}

export function deleteRemindersOf(db: AccountDb, eventId: string): void {
	db.delete(alertFollowUps)
		.where(and(eq(alertFollowUps.eventId, eventId), inArray(alertFollowUps.kind, ["reminder", "escalation"])))
		.run();
}

/** Makes follow-ups due that waited for the end of a mute. `ends`: the previous ends. `now`: epoch ms. */
export function endWaiting(db: AccountDb, ends: readonly (number | Date | null)[], now: number): void {
	const waited = [...new Set(ends.map(Number))].filter((at) => at > now);
	if (waited.length === 0) return;
	db.update(alertFollowUps).set({ dueAt: now }).where(isOneOf(alertFollowUps.dueAt, waited)).run();
}

export function endWaitingForGroups(db: AccountDb, groupIds: readonly string[]): void {
	if (groupIds.length === 0) return;
	const ends = db.select({ at: groups.mutedUntil }).from(groups).where(isOneOf(groups.id, groupIds));
	const planned = isOneOf(alertFollowUps.dueAt, endsOfPlans(db, groupIds));
	const isWaiting = or(inArray(alertFollowUps.dueAt, ends), planned);
	db.update(alertFollowUps).set({ dueAt: overdue }).where(isWaiting).run();
}

/** Epoch ms: always in the past. */
const overdue = 1;

export const nextFollowUpAt = cached(
	[alertFollowUps],
	(db: AccountDb): number | null => nextDue(db).get()?.dueAt ?? null,
);

const nextDue = prepared((db) => {
	const { dueAt } = alertFollowUps;
	return db.select({ dueAt }).from(alertFollowUps).orderBy(asc(dueAt)).limit(1).prepare();
});

export function listDueFollowUps(db: AccountDb, now: number, limit: number): FollowUpRow[] {
	const { dueAt, eventId, kind, recipientKey } = alertFollowUps;
	const one = sql`case when ${kind} = 'digest' then ${recipientKey} else ${kind} || ${eventId} end`;
	return db
		.select()
		.from(alertFollowUps)
		.where(lte(dueAt, now))
		.groupBy(one)
		.orderBy(asc(dueAt), asc(eventId))
		.limit(limit)
		.all();
}

export function listDueDigests(db: AccountDb, recipientKey: string, now: number): FollowUpRow[] {
	const { dueAt, eventId, kind } = alertFollowUps;
	const isTheirs = and(eq(kind, "digest"), eq(alertFollowUps.recipientKey, recipientKey), lte(dueAt, now));
	return db.select().from(alertFollowUps).where(isTheirs).orderBy(asc(eventId)).all();
}

export function listRuleOptOuts(db: AccountDb, alertId?: string): RuleOptOutRow[] {
	const condition = alertId === undefined ? undefined : eq(ruleOptOuts.alertId, alertId);
	return db.select().from(ruleOptOuts).where(condition).all();
}

type RuleAddress = Pick<RuleOptOutRow, "alertId" | "channel" | "address">;

export function hasRuleOptOut(db: AccountDb, address: RuleAddress): boolean {
	return db.select().from(ruleOptOuts).where(isOptOut(address)).get() !== undefined;
}

export function saveRuleOptOut(db: AccountDb, row: RuleOptOutRow): void {
	const values = { ...row, address: row.address.toLowerCase() };
	db.insert(ruleOptOuts).values(values).onConflictDoNothing().run();
}

export function deleteRuleOptOut(db: AccountDb, address: RuleAddress): void {
	db.delete(ruleOptOuts).where(isOptOut(address)).run();
}

function isOptOut({ alertId, channel, address }: RuleAddress) {
	const isOfRule = and(eq(ruleOptOuts.alertId, alertId), eq(ruleOptOuts.channel, channel));
	return and(isOfRule, eq(ruleOptOuts.address, address.toLowerCase()));
}
