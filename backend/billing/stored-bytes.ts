import type { ReadDb } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import { lakeSums } from "../db/lake-rows";
import { countReportFileBytes } from "../db/retention-rows";

export function storedBytes(db: ReadDb, readingStore: Pick<ReadingStore, "stored">): number {
	return readingStore.stored("all").bytes + countReportFileBytes(db) + lakeSums(db).bytes;
}
