import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lt, lte, min } from "drizzle-orm";
import type { ReadingImport } from "../../shared/log/reading-import";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteAllBy, deleteBy, findBy, insertInto, isOneOf, prepared, updateIn } from "./queries";
import { readingImports } from "./schema";

export type ImportRow = typeof readingImports.$inferSelect;

export function listImports(db: AccountDb, deviceIds: string[] | "all", limit: number): ImportRow[] {
	return db
		.select()
		.from(readingImports)
		.where(deviceIds === "all" ? undefined : isOneOf(readingImports.deviceId, deviceIds))
		.orderBy(desc(readingImports.createdAt), desc(readingImports.id))
		.limit(limit)
		.all();
}

export const findImport = findBy(readingImports, readingImports.id);

/** Null: unknown, or without a valid reading. */
export function importSpan(db: AccountDb, importId: string): { deviceId: string; from: number; to: number } | null {
	const row = findImport(db, importId);
	return row && row.from !== null && row.to !== null
		? { deviceId: row.deviceId, from: row.from, to: row.to + 1 }
		: null;
}

export function findImportOfRequest(db: AccountDb, deviceId: string, requestKey: string): ImportRow | null {
	const isIt = and(eq(readingImports.requestKey, requestKey), eq(readingImports.deviceId, deviceId));
	return db.select().from(readingImports).where(isIt).get() ?? null;
}

export function listBatch(db: AccountDb, batchId: string): ImportRow[] {
	return db
		.select()
		.from(readingImports)
		.where(eq(readingImports.batchId, batchId))
		.orderBy(desc(readingImports.createdAt), desc(readingImports.id))
		.all();
}

export function listUndoneSince(db: AccountDb, { since, from, to }: { since: number; from: number; to: number }) {
	const isUndone = and(isNotNull(readingImports.undoneAt), gt(readingImports.undoneAt, new Date(since)));
	const isWithin = and(lt(readingImports.from, to), gte(readingImports.to, from));
	return db.select().from(readingImports).where(and(isUndone, isWithin)).all();
}

export const insertImport = insertInto(readingImports);

export const updateImport = updateIn(readingImports);

export const deleteImport = deleteBy(readingImports, readingImports.id);

export function countImports(db: AccountDb, deviceIds: string[]): number {
	const isDone = and(isOneOf(readingImports.deviceId, deviceIds), isNull(readingImports.undoneAt));
	return db.select({ imports: count() }).from(readingImports).where(isDone).get()?.imports ?? 0;
}

export const deleteImportsOf = deleteAllBy(readingImports, readingImports.deviceId);

const isApart = and(isNull(readingImports.settledAt), isNull(readingImports.undoneAt));

export function countApart(db: AccountDb, deviceId: string): number {
	const isOfDevice = eq(readingImports.deviceId, deviceId);
	return db.select({ imports: count() }).from(readingImports).where(and(isOfDevice, isApart)).get()?.imports ?? 0;
}

export const firstMergeAt = cached(
	[readingImports],
	(db: AccountDb): Date | null => firstMerge(db).get()?.settlesAt ?? null,
);

const firstMerge = prepared((db) =>
	db
		.select({ settlesAt: min(readingImports.settlesAt) })
		.from(readingImports)
		.where(isApart)
		.prepare(),
);

export function importsToMerge(db: AccountDb, now: Date, limit: number): string[] {
	return db
		.select({ id: readingImports.id })
		.from(readingImports)
		.where(and(isApart, lte(readingImports.settlesAt, now)))
		.orderBy(asc(readingImports.settlesAt), asc(readingImports.id))
		.limit(limit)
		.all()
		.map(({ id }) => id);
}

export function toReadingImport({ settledAt: _, requestKey: __, undone, ...row }: ImportRow): ReadingImport {
	if (undone === null) return { ...row, undone };
	const { removed, restored, kept } = undone;
	return { ...row, undone: { removed, restored, kept } };
}
