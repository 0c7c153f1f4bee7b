import { and, asc, count, desc, eq, gte, isNotNull, lt, lte, sql } from "drizzle-orm";
import { smallestOf } from "../../shared/base/lists";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { findBy, insertInto, prepared, saveInto, updateIn } from "./queries";
import { roundEntries, roundMisses, rounds } from "./schema";

export type RoundRow = typeof rounds.$inferSelect;
export type RoundEntryRow = typeof roundEntries.$inferSelect;
export type RoundMissRow = typeof roundMisses.$inferSelect;

export const listRounds = cached([rounds], (db): RoundRow[] =>
	db.select().from(rounds).orderBy(asc(rounds.name), asc(rounds.id)).all(),
);

export function findRound(db: AccountDb, id: string): RoundRow | null {
	return listRounds(db).find((round) => round.id === id) ?? null;
}

export const insertRound = insertInto(rounds);
export const updateRoundRow = updateIn(rounds);

/** Keeps entries and missed dues, which are evidence. */
export function deleteRoundRow(db: AccountDb, id: string): void {
	db.delete(rounds).where(eq(rounds.id, id)).run();
	db.update(roundMisses).set({ plans: [], nextAt: null }).where(eq(roundMisses.roundId, id)).run();
}

export const findRoundEntry = findBy(roundEntries, roundEntries.id);
export const insertRoundEntry = insertInto(roundEntries);
export const updateRoundEntry = updateIn(roundEntries);

type Span = { from: number; to: number };

/** Returns entries of a round by their time, `to` excluded, newest first. */
export function listRoundEntries(db: AccountDb, roundId: string, { from, to }: Span, limit: number): RoundEntryRow[] {
	const { at, id } = roundEntries;
	const isWithin = and(eq(roundEntries.roundId, roundId), gte(at, from), lt(at, to));
	return db.select().from(roundEntries).where(isWithin).orderBy(desc(at), desc(id)).limit(limit).all();
}

export function listRecentChecks(db: AccountDb, roundId: string, from: number, limit: number) {
	const { placeId, at, dueAt, userName: by } = roundEntries;
	const isRecent = and(eq(roundEntries.roundId, roundId), gte(at, from));
	const rows = db.select({ placeId, at, dueAt, by }).from(roundEntries).where(isRecent);
	return rows.orderBy(asc(at)).limit(limit).all();
}

/** Returns entries of all rounds by their time, oldest first. */
export function listRoundEntriesWithin(db: AccountDb, { from, to }: Span, limit: number): RoundEntryRow[] {
	const { at, id } = roundEntries;
	const isWithin = and(gte(at, from), lt(at, to));
	return db.select().from(roundEntries).where(isWithin).orderBy(asc(at), asc(id)).limit(limit).all();
}

export function listMissesWithin(db: AccountDb, { from, to }: Span): Pick<RoundMissRow, "roundId" | "dueAt">[] {
	const { roundId, dueAt } = roundMisses;
	const isWithin = and(gte(dueAt, from), lt(dueAt, to));
	return db.select({ roundId, dueAt }).from(roundMisses).where(isWithin).orderBy(asc(dueAt)).all();
}

/** Returns the place's last entry before `before` (epoch ms). */
export function findLastEntry(
	db: AccountDb,
	{ roundId, placeId, before }: { roundId: string; placeId: string; before: number },
): RoundEntryRow | null {
	const { at, id } = roundEntries;
	const isOfPlace = and(eq(roundEntries.roundId, roundId), eq(roundEntries.placeId, placeId), lt(at, before));
	return db.select().from(roundEntries).where(isOfPlace).orderBy(desc(at), desc(id)).limit(1).get() ?? null;
}

export function listPlacesDone(db: AccountDb, roundId: string, dueAt: number): string[] {
	const { placeId } = roundEntries;
	const isOfDue = and(eq(roundEntries.roundId, roundId), eq(roundEntries.dueAt, dueAt));
	const rows = db.selectDistinct({ placeId }).from(roundEntries).where(isOfDue).all();
	return rows.map((row) => row.placeId);
}

export function countEntriesSince(db: AccountDb, since: number): number {
	const rows = db.select({ number: count() }).from(roundEntries).where(gte(roundEntries.receivedAt, since));
	return rows.get()?.number ?? 0;
}

export const saveRoundMiss = saveInto(roundMisses, roundMisses.roundId, roundMisses.dueAt);

export function listRoundMisses(db: AccountDb, roundId: string, { from, to }: Span): RoundMissRow[] {
	const { dueAt } = roundMisses;
	const isWithin = and(eq(roundMisses.roundId, roundId), gte(dueAt, from), lt(dueAt, to));
	return db.select().from(roundMisses).where(isWithin).orderBy(desc(dueAt)).all();
}

export function listMissesWithPlans(db: AccountDb, roundId: string, now: number): RoundMissRow[] {
	const isDue = and(eq(roundMisses.roundId, roundId), lte(roundMisses.nextAt, now));
	return db.select().from(roundMisses).where(isDue).orderBy(asc(roundMisses.dueAt)).all();
}

const firstLook = prepared((db: AccountDb) => {
	const { lookAt } = rounds;
	return db.select({ at: lookAt }).from(rounds).where(isNotNull(lookAt)).orderBy(asc(lookAt)).limit(1).prepare();
});
const firstPlan = prepared((db: AccountDb) => {
	const { nextAt } = roundMisses;
	const rows = db.select({ at: nextAt }).from(roundMisses).where(isNotNull(nextAt));
	return rows.orderBy(asc(nextAt)).limit(1).prepare();
});

export const nextRoundLookAt = cached([rounds, roundMisses], (db: AccountDb): number | null => {
	const times = [firstLook(db).get()?.at, firstPlan(db).get()?.at].flatMap((at) => at ?? []);
	return times.length === 0 ? null : smallestOf(times);
});

export function listDueRounds(db: AccountDb, now: number, limit: number): string[] {
	const waiting = sql`${rounds.id} in (select round_id from round_misses where next_at <= ${now})`;
	const isDue = sql`${rounds.lookAt} <= ${now} or ${waiting}`;
	const due = db.select({ id: rounds.id }).from(rounds).where(isDue).orderBy(asc(rounds.id)).limit(limit);
	return due.all().map(({ id }) => id);
}
