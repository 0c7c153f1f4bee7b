import type { StoreParts } from "./store-parts";

/** Removes all of a device; its objects in the archive are due to be swept at once. To be called within a transaction. */
export function deleteDevice(parts: StoreParts, deviceId: string): void {
	const { tails, dayBlocks, importBlocks, archivedMonths, archiveQueue, archiveGarbage } = parts;
	const row = tails.row(deviceId);
	if (!row) return;
	for (const { objectKey } of archivedMonths.list(row.number)) archiveGarbage.put(objectKey, parts.now());
	archivedMonths.deleteDevice(row.number);
	archiveQueue.deleteDevice(row.number);
	importBlocks.deleteDevice(row.number);
	dayBlocks.deleteDevice(row.number);
	tails.delete(deviceId);
}
