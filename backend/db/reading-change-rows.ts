import { and, asc, eq, gt, lt, max, min } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { derivedReachMs } from "./derived-channel-rows";
import { groupIdsByDevice } from "./group-rows";
import { prepared } from "./queries";
import { type ChangedReadings, lookAtRunsAgain } from "./report-run-rows";
import { readingChanges } from "./schema";

export type ReadingChangeRow = typeof readingChanges.$inferSelect;

/** Readers that are further behind start again. */
const mostStored = 20_000;

const { id, seq, deviceId, isGone } = readingChanges;

type Change = Pick<ReadingChangeRow, "deviceId" | "seq" | "from" | "to">;

/** Stores the change, and marks reports of its time for another check. */
export function addReadingChange(db: AccountDb, change: Change, now: number): void {
	addRemovedReadings(db, change);
	lookAtReportsAgain(db, change, now);
}

/** Reports keep their figures when a retention removes readings. */
export function addRemovedReadings(db: AccountDb, change: Change): void {
	insert(db, { ...change, ...aroundOf(db, change), isGone: false, groupIds: [] });
}

/** Call for changes that readers learn of by upload numbers. */
export function lookAtReportsAgain(db: AccountDb, change: ChangedReadings, now: number): void {
	lookAtRunsAgain(db, { deviceId: change.deviceId, ...aroundOf(db, change) }, now);
}

/** Includes the times at which derived channels may have changed with the readings. */
export function aroundOf<Bound extends number | null>(
	db: AccountDb,
	{ deviceId: ofDevice, from, to }: { deviceId: string; from: Bound; to: Bound },
): { from: Bound | number; to: Bound | number } {
	// Every definition is read again after a write of one, so a change of all time reads none.
	const reach = from === null && to === null ? 0 : derivedReachMs(db, ofDevice);
	return { from: from === null ? from : from - reach, to: to === null ? to : to + reach };
}

/** Call while the device's groups are known. Keeps one row for each device. */
export function addGoneDevice(db: AccountDb, gone: Change): void {
	const known = db
		.select({ id })
		.from(readingChanges)
		.where(and(eq(deviceId, gone.deviceId), eq(isGone, true)));
	const said = known.get();
	if (said) {
		db.update(readingChanges).set({ seq: gone.seq }).where(eq(id, said.id)).run();
		return;
	}
	const groupIds = groupIdsByDevice(db, gone.deviceId).get(gone.deviceId) ?? [];
	insert(db, { ...gone, isGone: true, groupIds });
}

function insert(db: AccountDb, row: Omit<ReadingChangeRow, "id">): void {
	const [added] = db.insert(readingChanges).values(row).returning({ id }).all();
	if (added && added.id % 100 === 0) {
		db.delete(readingChanges)
			.where(lt(id, added.id - mostStored))
			.run();
	}
}

export function listReadingChanges(db: ReadDb, { after, until }: { after: number; until: number }): ReadingChangeRow[] {
	const rows = db.select().from(readingChanges).where(gt(id, after)).orderBy(asc(id)).all();
	return rows.filter((row) => row.id <= until);
}

/** 0: none. */
export function readingChangeNumbers(db: ReadDb): { first: number; last: number } {
	const numbers = db
		.select({ first: min(id), last: max(id) })
		.from(readingChanges)
		.get();
	return { first: numbers?.first ?? 0, last: numbers?.last ?? 0 };
}

export function highestChangedSeq(db: AccountDb): number {
	return highest(db).get()?.seq ?? 0;
}

const highest = prepared((db) =>
	db
		.select({ seq: max(seq) })
		.from(readingChanges)
		.prepare(),
);
