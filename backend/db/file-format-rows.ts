import { count, desc, eq } from "drizzle-orm";
import type { KeptFormat } from "../../shared/kept-format";
import type { AccountDb } from "../base/context";
import { fileFormats } from "./schema";

export type FileFormatRow = typeof fileFormats.$inferSelect;

/** The newest first. */
export function listFileFormats(db: AccountDb): FileFormatRow[] {
	return db.select().from(fileFormats).orderBy(desc(fileFormats.savedAt), desc(fileFormats.id)).all();
}

export function countFileFormats(db: AccountDb): number {
	return db.select({ formats: count() }).from(fileFormats).get()?.formats ?? 0;
}

export function putFileFormat(db: AccountDb, row: FileFormatRow): void {
	const { id: _, ...set } = row;
	db.insert(fileFormats).values(row).onConflictDoUpdate({ target: fileFormats.id, set }).run();
}

export function deleteFileFormat(db: AccountDb, id: string): void {
	db.delete(fileFormats).where(eq(fileFormats.id, id)).run();
}

export function toKeptFormat({ deviceId: _, settings, ...row }: FileFormatRow): KeptFormat {
	return { ...row, ...settings };
}
