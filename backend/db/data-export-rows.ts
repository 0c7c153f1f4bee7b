import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, max, sql } from "drizzle-orm";
import { hourMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { dataExportFiles, dataExports } from "./leaving-schema";
import { findBy, insertInto, prepared, updateIn } from "./queries";

export type DataExportRow = typeof dataExports.$inferSelect;
export type ExportFileRow = typeof dataExportFiles.$inferSelect;

export const insertDataExport = insertInto(dataExports);
export const findDataExport = findBy(dataExports, dataExports.id);
export const changeDataExport = updateIn(dataExports);

export function listDataExports(db: ReadDb): DataExportRow[] {
	return db.select().from(dataExports).orderBy(desc(dataExports.id)).all();
}

/** Keeps the `kept` newest exports, and exports that still have files. */
export function forgetOldExports(db: AccountDb, kept: number): void {
	for (const { id } of listDataExports(db)
		.filter(({ dueAt }) => dueAt === null)
		.slice(kept)) {
		db.delete(dataExports).where(eq(dataExports.id, id)).run();
	}
}

const firstDue = prepared((db: ReadDb) => {
	const { dueAt } = dataExports;
	return db.select({ dueAt }).from(dataExports).where(isNotNull(dueAt)).orderBy(asc(dueAt)).limit(1).prepare();
});

export const nextExportDueAt = cached([dataExports], (db: ReadDb): number | null => firstDue(db).get()?.dueAt ?? null);

export function beginExportsAnew(db: AccountDb): void {
	db.update(dataExports).set({ stage: "clearing" }).where(eq(dataExports.state, "running")).run();
}

export function listDueExports(db: ReadDb, now: number): DataExportRow[] {
	const isDue = and(isNotNull(dataExports.dueAt), lte(dataExports.dueAt, now));
	return db.select().from(dataExports).where(isDue).orderBy(asc(dataExports.dueAt)).all();
}

type NewFile = Pick<ExportFileRow, "path" | "source"> & { reportKey?: string };

export function addExportFiles(db: AccountDb, exportId: string, files: readonly NewFile[]): void {
	const last = db
		.select({ number: max(dataExportFiles.number) })
		.from(dataExportFiles)
		.where(eq(dataExportFiles.exportId, exportId))
		.get();
	const first = (last?.number ?? -1) + 1;
	for (const [index, file] of files.entries()) {
		db.insert(dataExportFiles)
			.values({ ...file, exportId, number: first + index, objects: [] })
			.run();
	}
}

export function findOpenFile(db: ReadDb, exportId: string): ExportFileRow | null {
	const isOpen = and(eq(dataExportFiles.exportId, exportId), isNull(dataExportFiles.archive));
	return db.select().from(dataExportFiles).where(isOpen).orderBy(asc(dataExportFiles.number)).limit(1).get() ?? null;
}

function isFile({ exportId, number }: Pick<ExportFileRow, "exportId" | "number">) {
	return and(eq(dataExportFiles.exportId, exportId), eq(dataExportFiles.number, number));
}

export function changeExportFile(
	db: AccountDb,
	file: Pick<ExportFileRow, "exportId" | "number">,
	change: Partial<Omit<ExportFileRow, "exportId" | "number">>,
): void {
	db.update(dataExportFiles).set(change).where(isFile(file)).run();
}

export function deleteExportFile(db: AccountDb, file: Pick<ExportFileRow, "exportId" | "number">): void {
	db.delete(dataExportFiles).where(isFile(file)).run();
}

type FilesRequested = { exportId: string; after: number; limit: number; archive?: number };

export function listExportFiles(db: ReadDb, { exportId, after, limit, archive }: FilesRequested): ExportFileRow[] {
	const isWanted = and(
		eq(dataExportFiles.exportId, exportId),
		archive === undefined ? isNotNull(dataExportFiles.archive) : eq(dataExportFiles.archive, archive),
		gt(dataExportFiles.number, after),
	);
	return db.select().from(dataExportFiles).where(isWanted).orderBy(asc(dataExportFiles.number)).limit(limit).all();
}

export function deleteExportFiles(db: AccountDb, exportId: string, limit: number): boolean {
	const { number } = dataExportFiles;
	const isOfExport = eq(dataExportFiles.exportId, exportId);
	const some = db.select({ number }).from(dataExportFiles).where(isOfExport).limit(limit);
	const gone = db
		.delete(dataExportFiles)
		.where(and(isOfExport, sql`${number} IN ${some}`))
		.returning({ number })
		.all();
	return gone.length === limit;
}

/** When the last export needs a report's file until, epoch ms; null: none does. */
export function neededByExportUntil(db: ReadDb, reportKey: string, now: number): number | null {
	const isLiving = inArray(dataExports.state, ["running", "ready"]);
	const rows = db
		.select({ expiresAt: dataExports.expiresAt })
		.from(dataExportFiles)
		.innerJoin(dataExports, eq(dataExports.id, dataExportFiles.exportId))
		.where(and(eq(dataExportFiles.reportKey, reportKey), isLiving))
		.all();
	const until = Math.max(0, largestOf(rows.map(({ expiresAt }) => expiresAt ?? now + hourMs)));
	return until > now ? until : null;
}
