import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import * as z from "zod/mini";
import type { VerifiedFile } from "../../shared/report/verify-file";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { findBy, prepared } from "./queries";
import { fileHashes } from "./schema";

export type FileHashRow = typeof fileHashes.$inferSelect;

export function insertFileHash(db: AccountDb, row: FileHashRow): void {
	db.insert(fileHashes).values(row).onConflictDoNothing().run();
}

export const findFileHash = findBy(fileHashes, fileHashes.sha256);

/** `revisedAt` null: the figures are as in the files again. */
export function markHashesRevised(
	db: AccountDb,
	{ runId, revisedAt, now }: { runId: string; revisedAt: number | null; now: number },
): void {
	db.update(fileHashes).set({ revisedAt, dueAt: now }).where(eq(fileHashes.runId, runId)).run();
}

export function markHashesSigned(db: AccountDb, { fileId, now }: { fileId: string; now: number }): void {
	const isBefore = and(eq(fileHashes.fileId, fileId), lte(fileHashes.madeAt, now));
	db.update(fileHashes).set({ signedAt: now, dueAt: now }).where(isBefore).run();
}

export function indexHashesAnew(db: AccountDb, now: number): void {
	db.update(fileHashes).set({ dueAt: now }).run();
}

export const firstHashDueAt = cached([fileHashes], (db: AccountDb): number | null => firstDue(db).get()?.dueAt ?? null);

const firstDue = prepared((db) =>
	db
		.select({ dueAt: fileHashes.dueAt })
		.from(fileHashes)
		.where(isNotNull(fileHashes.dueAt))
		.orderBy(asc(fileHashes.dueAt))
		.limit(1)
		.prepare(),
);

export function listHashesDue(db: AccountDb, now: number, limit: number): string[] {
	const { sha256, dueAt } = fileHashes;
	const due = db.select({ sha256 }).from(fileHashes).where(lte(dueAt, now)).orderBy(asc(dueAt)).limit(limit);
	return due.all().map((row) => row.sha256);
}

/** Ignored if the row has changed since. */
export function markHashKnown(db: AccountDb, { sha256, dueAt, revisedAt, signedAt }: FileHashRow): void {
	const same = <Value extends number | null>(
		column: typeof fileHashes.revisedAt | typeof fileHashes.signedAt | typeof fileHashes.dueAt,
		value: Value,
	) => (value === null ? isNull(column) : eq(column, value));
	const isUnchanged = and(
		same(fileHashes.dueAt, dueAt),
		same(fileHashes.revisedAt, revisedAt),
		same(fileHashes.signedAt, signedAt),
	);
	db.update(fileHashes)
		.set({ dueAt: null })
		.where(and(eq(fileHashes.sha256, sha256), isUnchanged))
		.run();
}

type DirectoryHash = Omit<FileHashRow, "runId" | "fileId" | "dueAt"> & { accountId: string };

/** Never overwrites another account's row. */
export async function saveDirectoryHash(directory: D1Database, hash: DirectoryHash): Promise<void> {
	const { sha256, accountId, companyName, productName, kind, madeAt, revisedAt, signedAt, printed } = hash;
	await directory
		.prepare(
			"INSERT INTO file_hashes (sha256, account_id, company_name, product_name, kind, made_at, revised_at, signed_at, printed) " +
				"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET revised_at = excluded.revised_at, " +
				"signed_at = excluded.signed_at WHERE account_id = excluded.account_id",
		)
		.bind(
			sha256,
			accountId,
			companyName,
			productName,
			kind,
			madeAt,
			revisedAt,
			signedAt,
			printed && JSON.stringify(printed),
		)
		.run();
}

export async function deleteDirectoryHash(directory: D1Database, hash: { sha256: string; accountId: string }) {
	const { sha256, accountId } = hash;
	const query = "DELETE FROM file_hashes WHERE sha256 = ? AND account_id = ?";
	await directory.prepare(query).bind(sha256, accountId).run();
}

const DirectoryRow = z.object({
	companyName: z.string(),
	productName: z.string(),
	kind: z.enum(["report", "edition", "certificate", "printed"]),
	madeAt: z.number(),
	revisedAt: z.nullable(z.number()),
	signedAt: z.nullable(z.number()),
	printed: z.nullable(z.string()),
});

const Printed = z.object({ reportName: z.string(), periodText: z.string(), sentence: z.string(), runId: z.string() });

export async function findDirectoryHash(directory: D1Database, sha256: string): Promise<VerifiedFile | null> {
	const query =
		"SELECT company_name AS companyName, product_name AS productName, kind, made_at AS madeAt, " +
		"revised_at AS revisedAt, signed_at AS signedAt, printed FROM file_hashes WHERE sha256 = ?";
	const row = await directory.prepare(query).bind(sha256).first();
	if (row === null) return null;
	const { printed, kind, ...file } = DirectoryRow.parse(row);
	if (kind !== "printed") return { ...file, kind };
	return { ...file, kind, printed: Printed.parse(JSON.parse(printed ?? "null")) };
}
