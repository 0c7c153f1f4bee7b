import { and, asc, count, desc, eq, gte, inArray, lt, lte, ne, sum } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { findBy, isOneOf, prepared, saveInto, updateIn } from "./queries";
import { lakeDays, lakeFiles, lakes } from "./schema";

export type LakeRow = typeof lakes.$inferSelect;
export type LakeDayRow = typeof lakeDays.$inferSelect;
export type LakeFileRow = typeof lakeFiles.$inferSelect;

/** Null: it was never on. Runs at every write. */
export const findLake: (db: ReadDb) => LakeRow | null = cached([lakes], (db: ReadDb) => {
	return db.select().from(lakes).get() ?? null;
});

export const saveLakeRow = saveInto(lakes, lakes.id);
export const changeLake = updateIn(lakes);

export function listLakeDays(db: ReadDb): LakeDayRow[] {
	return db.select().from(lakeDays).orderBy(asc(lakeDays.day)).all();
}

export function findMakingDay(db: ReadDb, days: { newest: number; isOldToo: boolean }): LakeDayRow | null {
	const isReady = and(eq(lakeDays.isDue, true), eq(lakeDays.isFailed, false), lte(lakeDays.day, days.newest));
	const isWanted = days.isOldToo ? isReady : and(isReady, eq(lakeDays.day, days.newest));
	const rows = db.select().from(lakeDays).where(isWanted).orderBy(desc(lakeDays.day)).all();
	return rows.find(({ making }) => making !== null) ?? rows[0] ?? null;
}

export function markDays(db: AccountDb, days: Iterable<number>): void {
	for (const day of days) saveDay(db, { day, isDue: true });
}

const saveDay = saveInto(lakeDays, lakeDays.day);

export function changeDay(db: AccountDb, day: number, change: Partial<LakeDayRow>): void {
	db.update(lakeDays).set(change).where(eq(lakeDays.day, day)).run();
}

/** Days that an interrupted night began start over. */
export function restartDays(db: AccountDb): void {
	db.update(lakeDays).set({ isFailed: false, making: null }).run();
}

export function countWaitingDays(db: ReadDb, before: number): number {
	const isWaiting = and(eq(lakeDays.isDue, true), lt(lakeDays.day, before));
	return db.select({ days: count() }).from(lakeDays).where(isWaiting).get()?.days ?? 0;
}

export function deleteDaysBefore(db: AccountDb, day: number): void {
	db.delete(lakeDays).where(lt(lakeDays.day, day)).run();
}

export function deleteAllDays(db: AccountDb): void {
	db.delete(lakeDays).run();
}

type FilesOf = { state: LakeFileRow["state"]; day?: number; before?: number };

function areFiles({ state, day, before }: FilesOf) {
	return and(
		eq(lakeFiles.state, state),
		day === undefined ? undefined : eq(lakeFiles.day, day),
		before === undefined ? undefined : lt(lakeFiles.day, before),
	);
}

export function listLakeFiles(db: ReadDb, which: FilesOf): LakeFileRow[] {
	return db.select().from(lakeFiles).where(areFiles(which)).orderBy(asc(lakeFiles.path)).all();
}

export function changeFiles(db: AccountDb, which: FilesOf, change: Partial<LakeFileRow>): void {
	db.update(lakeFiles).set(change).where(areFiles(which)).run();
}

export const putFile = saveInto(lakeFiles, lakeFiles.path);

export const findFileAt = findBy(lakeFiles, lakeFiles.path);

export function forgetCopies(db: AccountDb): void {
	db.update(lakeFiles).set({ copy: "none" }).run();
}

export function findUncopied(db: ReadDb): LakeFileRow | null {
	const isWaiting = and(eq(lakeFiles.state, "living"), ne(lakeFiles.copy, "done"));
	return db.select().from(lakeFiles).where(isWaiting).orderBy(desc(lakeFiles.path)).limit(1).get() ?? null;
}

export function countUncopied(db: ReadDb): number {
	const isWaiting = and(eq(lakeFiles.state, "living"), ne(lakeFiles.copy, "done"));
	return db.select({ files: count() }).from(lakeFiles).where(isWaiting).get()?.files ?? 0;
}

export function listFilesDue(db: ReadDb, now: number, limit: number): LakeFileRow[] {
	const isDue = and(ne(lakeFiles.state, "living"), lte(lakeFiles.dueAt, now));
	return db.select().from(lakeFiles).where(isDue).orderBy(asc(lakeFiles.path)).limit(limit).all();
}

export function postponeFiles(db: AccountDb, paths: string[], dueAt: number): void {
	db.update(lakeFiles).set({ dueAt }).where(isOneOf(lakeFiles.path, paths)).run();
}

export function deleteFiles(db: AccountDb, paths: string[]): void {
	db.delete(lakeFiles)
		.where(and(isOneOf(lakeFiles.path, paths), ne(lakeFiles.state, "living")))
		.run();
}

export function countLakeFiles(db: ReadDb): number {
	return db.select({ files: count() }).from(lakeFiles).get()?.files ?? 0;
}

const livingSums = prepared((db: ReadDb) => {
	const sums = { rows: sum(lakeFiles.rows).mapWith(Number), bytes: sum(lakeFiles.bytes).mapWith(Number) };
	return db.select(sums).from(lakeFiles).where(eq(lakeFiles.state, "living")).prepare();
});

export const lakeSums: (db: ReadDb) => { rows: number; bytes: number } = cached([lakeFiles], (db: ReadDb) => {
	const { rows, bytes } = livingSums(db).get() ?? {};
	return { rows: rows ?? 0, bytes: bytes ?? 0 };
});

export function listStoredDays(db: ReadDb, { before, limit }: { before: number; limit: number }): LakeDayRow[] {
	const isStored = and(lt(lakeDays.day, before), gte(lakeDays.rows, 1));
	return db.select().from(lakeDays).where(isStored).orderBy(desc(lakeDays.day)).limit(limit).all();
}

export function countStoredDays(db: ReadDb): number {
	return db.select({ days: count() }).from(lakeDays).where(gte(lakeDays.rows, 1)).get()?.days ?? 0;
}

export function livingFilesOf(db: ReadDb, days: number[]): LakeFileRow[] {
	const isLiving = and(eq(lakeFiles.state, "living"), inArray(lakeFiles.day, days));
	return db.select().from(lakeFiles).where(isLiving).orderBy(asc(lakeFiles.path)).all();
}
