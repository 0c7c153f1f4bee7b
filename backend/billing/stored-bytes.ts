import type { ReadDb } from "../base/context";
import type { DeviceUsage } from "../base/reading-store";
import { countReportFileBytes } from "../db/retention-rows";

/** What counts against the quota: of every device, deleted ones too until they are gone, and the files of reports. */
export function storedBytes(db: ReadDb, usage: DeviceUsage[]): number {
	return usage.reduce((sum, { usedBytes }) => sum + usedBytes, 0) + countReportFileBytes(db);
}
