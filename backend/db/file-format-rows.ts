import { count, desc } from "drizzle-orm";
import type { StoredFormat } from "../../shared/log/stored-format";
import type { AccountDb } from "../base/context";
import { deleteBy, saveInto } from "./queries";
import { fileFormats } from "./schema";

export type FileFormatRow = typeof fileFormats.$inferSelect;

export function listFileFormats(db: AccountDb): FileFormatRow[] {
	return db.select().from(fileFormats).orderBy(desc(fileFormats.savedAt), desc(fileFormats.id)).all();
}

export function countFileFormats(db: AccountDb): number {
	return db.select({ formats: count() }).from(fileFormats).get()?.formats ?? 0;
}

export const putFileFormat = saveInto(fileFormats, fileFormats.id);

export const deleteFileFormat = deleteBy(fileFormats, fileFormats.id);

export function toStoredFormat({ deviceId: _, settings, ...row }: FileFormatRow): StoredFormat {
	return { ...row, ...settings };
}
