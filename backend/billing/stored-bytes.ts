import type { ReadDb } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import { countAttachmentBytes } from "../db/attachment-rows";
import { lakeSums } from "../db/lake-rows";
import { countReportFileBytes } from "../db/retention-rows";

export function storedBytes(db: ReadDb, readingStore: Pick<ReadingStore, "stored">): number {
	const files = countReportFileBytes(db) + countAttachmentBytes(db) + lakeSums(db).bytes;
	return readingStore.stored("all").bytes + files;
}
