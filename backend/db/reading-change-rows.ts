import { and, asc, eq, gt, lt, max, min } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { derivedReachMs } from "./derived-channel-rows";
import { groupIdsByDevice } from "./group-rows";
import { prepared } from "./queries";
import { readingChanges } from "./schema";

export type ReadingChangeRow = typeof readingChanges.$inferSelect;

/** Readers that are further behind start again. */
const mostStored = 20_000;

const { id, seq, deviceId, isGone } = readingChanges;

type Change = Pick<ReadingChangeRow, "deviceId" | "seq" | "from" | "to">;

/** Includes the times at which derived channels may have changed with the readings. */
export function addReadingChange(db: AccountDb, { from, to, ...change }: Change): void {
	const reach = derivedReachMs(db, change.deviceId);
	const around = { from: from === null ? null : from - reach, to: to === null ? null : to + reach };
	insert(db, { ...change, ...around, isGone: false, groupIds: [] });
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
