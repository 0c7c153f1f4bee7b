import { and, asc, eq, lte, min, notExists, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { findBy, insertInto, prepared } from "./queries";
import { bulkChangeParts, bulkChanges } from "./schema";

export const insertBulkChange = insertInto(bulkChanges);
export const findBulkChange = findBy(bulkChanges, bulkChanges.id);

export const insertBulkChangePart = insertInto(bulkChangeParts);

const firstPart = prepared((db) =>
	db
		.select()
		.from(bulkChangeParts)
		.where(eq(bulkChangeParts.changeId, sql.placeholder("changeId")))
		.orderBy(asc(bulkChangeParts.part))
		.limit(1)
		.prepare(),
);

/** Null: no part is left. */
export function nextBulkChangePart(db: AccountDb, changeId: string) {
	return firstPart(db).get({ changeId }) ?? null;
}

export function partDone(
	db: AccountDb,
	{ changeId, part }: { changeId: string; part: number },
	{ changed, leaseUntil }: { changed: number; leaseUntil: number },
): void {
	const isThis = and(eq(bulkChangeParts.changeId, changeId), eq(bulkChangeParts.part, part));
	db.delete(bulkChangeParts).where(isThis).run();
	const counted = { changed: sql`${bulkChanges.changed} + ${changed}`, leaseUntil };
	db.update(bulkChanges).set(counted).where(eq(bulkChanges.id, changeId)).run();
}

export function renewBulkChange(db: AccountDb, id: string, leaseUntil: number): void {
	db.update(bulkChanges).set({ leaseUntil }).where(eq(bulkChanges.id, id)).run();
}

export function deleteBulkChange(db: AccountDb, id: string): void {
	const hasPart = db.select().from(bulkChangeParts).where(eq(bulkChangeParts.changeId, id));
	db.delete(bulkChanges)
		.where(and(eq(bulkChanges.id, id), notExists(hasPart)))
		.run();
}

const firstLease = prepared((db) =>
	db
		.select({ at: min(bulkChanges.leaseUntil) })
		.from(bulkChanges)
		.prepare(),
);

export function firstBulkChangeLease(db: AccountDb): number | null {
	return firstLease(db).get()?.at ?? null;
}

export function listBulkChangesOf(db: AccountDb, userId: string) {
	return db
		.select({
			id: bulkChanges.id,
			what: bulkChanges.what,
			changed: bulkChanges.changed,
			nextPart: sql<number | null>`min(${bulkChangeParts.part})`,
			itemsLeft: sql<number>`coalesce(sum(json_array_length(${bulkChangeParts.items})), 0)`,
		})
		.from(bulkChanges)
		.leftJoin(bulkChangeParts, eq(bulkChangeParts.changeId, bulkChanges.id))
		.where(eq(sql`json_extract(${bulkChanges.begunBy}, '$.id')`, userId))
		.groupBy(bulkChanges.id)
		.orderBy(asc(bulkChanges.at), asc(bulkChanges.id))
		.all();
}

export function listLeftBulkChanges(db: AccountDb, now: number): string[] {
	const rows = db.select({ id: bulkChanges.id }).from(bulkChanges).where(lte(bulkChanges.leaseUntil, now)).all();
	return rows.map(({ id }) => id);
}
