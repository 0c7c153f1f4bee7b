import type { ReadDb } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import { countReportFileBytes } from "../db/retention-rows";

/** What counts against the quota: of every device, deleted ones too until they are gone, and the files of reports. */
export function storedBytes(db: ReadDb, readingStore: Pick<ReadingStore, "stored">): number {
	return readingStore.stored("all").bytes + countReportFileBytes(db);
}
