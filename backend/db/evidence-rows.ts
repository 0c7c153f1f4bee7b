import { and, asc, desc, eq, gt, lt, lte, min } from "drizzle-orm";
import { type PaperRetention, retentionMs } from "../../shared/report/report-settings";
import type { AccountDb, ReadDb } from "../base/context";
import { deleteBy, findBy, insertInto, prepared } from "./queries";
import { account, type EvidenceKind, evidenceErasures, evidenceParts } from "./schema";

export type EvidencePart = typeof evidenceParts.$inferSelect;

export type EvidenceRetention = {
	/** `wanted`: as decided. `kept`: in force. */
	wanted: PaperRetention;
	kept: PaperRetention;
	/** When the shorter retention applies, epoch ms; null: none waits. */
	shorterAt: number | null;
};

const retention = prepared((db: ReadDb) => {
	const { evidenceRetention: wanted, evidenceKept: kept, evidenceShorterAt: shorterAt } = account;
	return db.select({ wanted, kept, shorterAt }).from(account).prepare();
});

export function findEvidenceRetention(db: ReadDb): EvidenceRetention {
	return retention(db).get() ?? { wanted: "400d", kept: "400d", shorterAt: null };
}

/** Rows stay in the database this long before they are archived. */
export const evidenceInRowsMs = retentionMs("400d");

export function isEvidenceArchived(db: ReadDb): boolean {
	return findEvidenceRetention(db).kept !== "400d";
}

export function endOfMonth(at: number): number {
	const date = new Date(at);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

export function saveEvidenceRetention(db: AccountDb, { kept, shorterAt }: Omit<EvidenceRetention, "wanted">): void {
	db.update(account).set({ evidenceKept: kept, evidenceShorterAt: shorterAt }).run();
}

export const insertEvidencePart = insertInto(evidenceParts);
export const findEvidencePart = findBy(evidenceParts, evidenceParts.objectKey);
export const deleteEvidencePart = deleteBy(evidenceParts, evidenceParts.objectKey);

export function listEvidenceParts(db: ReadDb, kind: EvidenceKind, beforeId?: string): EvidencePart[] {
	const { firstId } = evidenceParts;
	const isOlder = beforeId === undefined ? undefined : lt(firstId, beforeId);
	return db
		.select()
		.from(evidenceParts)
		.where(and(eq(evidenceParts.kind, kind), isOlder))
		.orderBy(desc(firstId))
		.all();
}

/** Months that ended up to `until` and after `since`, epoch ms. */
export function listEvidenceOfMonths(db: ReadDb, until: number, since = Number.NEGATIVE_INFINITY): EvidencePart[] {
	const { monthEndsAt } = evidenceParts;
	const isBetween = and(lte(monthEndsAt, until), gt(monthEndsAt, since));
	return db.select().from(evidenceParts).where(isBetween).orderBy(asc(monthEndsAt)).all();
}

const firstMonth = prepared((db: ReadDb) =>
	db
		.select({ at: min(evidenceParts.monthEndsAt) })
		.from(evidenceParts)
		.prepare(),
);

/** Epoch ms; null: none. */
export function oldestEvidenceMonth(db: ReadDb): number | null {
	return firstMonth(db).get()?.at ?? null;
}

export function listErasures(db: ReadDb): string[] {
	return db
		.select()
		.from(evidenceErasures)
		.orderBy(asc(evidenceErasures.contactId))
		.all()
		.map(({ contactId }) => contactId);
}

/** Readers omit these contacts from archived rows from now on. */
export function addErasures(db: AccountDb, contactIds: string[]): void {
	const named = eq(evidenceParts.kind, "audit");
	if (db.select({ key: evidenceParts.objectKey }).from(evidenceParts).where(named).limit(1).get() === undefined) return;
	for (const contactId of contactIds) db.insert(evidenceErasures).values({ contactId }).onConflictDoNothing().run();
	db.update(evidenceParts).set({ isStale: true }).where(named).run();
}

export function setNotStale(db: AccountDb, objectKey: string): void {
	db.update(evidenceParts).set({ isStale: false }).where(eq(evidenceParts.objectKey, objectKey)).run();
	const stale = db.select().from(evidenceParts).where(eq(evidenceParts.isStale, true)).limit(1).get();
	if (stale === undefined) db.delete(evidenceErasures).run();
}

const staleParts = prepared((db: ReadDb) => {
	const { objectKey, isStale, firstId } = evidenceParts;
	return db.select({ objectKey }).from(evidenceParts).where(eq(isStale, true)).orderBy(asc(firstId)).prepare();
});

export function listStaleParts(db: ReadDb): string[] {
	return staleParts(db)
		.all()
		.map(({ objectKey }) => objectKey);
}
