import { and, asc, desc, eq, lte, ne } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteBy, findBy, insertInto, prepared, saveInto } from "./queries";
import { reportEditions, reportSignatures } from "./schema";

export type SignatureRow = typeof reportSignatures.$inferSelect;
export type EditionRow = typeof reportEditions.$inferSelect;

/** Signatures are never changed or deleted. */
export const insertSignature = insertInto(reportSignatures);

export function listFileSignatures(db: ReadDb, fileId: string): SignatureRow[] {
	const isOfFile = eq(reportSignatures.fileId, fileId);
	return db.select().from(reportSignatures).where(isOfFile).orderBy(asc(reportSignatures.id)).all();
}

/** Runs with a signature that does not reject, by the newest such signature first. */
export function listSignedRunIds(db: ReadDb): string[] {
	const { runId, meaning, id } = reportSignatures;
	const rows = db.select({ runId }).from(reportSignatures).where(ne(meaning, "rejected")).orderBy(desc(id)).all();
	return [...new Set(rows.map((row) => row.runId))];
}

const saveEdition = saveInto(reportEditions, reportEditions.fileId);
export const findEdition = findBy(reportEditions, reportEditions.fileId);
export const forgetEdition = deleteBy(reportEditions, reportEditions.fileId);

export function requestEdition(db: AccountDb, { fileId, runId, now }: { fileId: string; runId: string; now: number }) {
	const attempt = (findEdition(db, fileId)?.attempt ?? 0) + 1;
	saveEdition(db, { fileId, runId, attempt, dueAt: now });
}

export function tryEditionAgainAt(db: AccountDb, { fileId, attempt }: EditionRow, dueAt: number): void {
	db.update(reportEditions)
		.set({ attempt: attempt + 1, dueAt })
		.where(and(eq(reportEditions.fileId, fileId), eq(reportEditions.attempt, attempt)))
		.run();
}

export const firstEditionDueAt = cached(
	[reportEditions],
	(db: AccountDb): number | null => firstDue(db).get()?.dueAt ?? null,
);

const firstDue = prepared((db) => {
	const { dueAt } = reportEditions;
	return db.select({ dueAt }).from(reportEditions).orderBy(asc(dueAt)).limit(1).prepare();
});

export function listEditionsDue(db: AccountDb, now: number, limit: number): string[] {
	const { fileId, dueAt } = reportEditions;
	const rows = db.select({ fileId }).from(reportEditions).where(lte(dueAt, now)).orderBy(asc(dueAt)).limit(limit);
	return rows.all().map((row) => row.fileId);
}
