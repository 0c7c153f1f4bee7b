import { decodeBlock } from "../block/block-codec";
import { mergeIntoDay } from "./merge-into-day";
import { sealTail } from "./seal-tail";
import type { StoreParts } from "./store-parts";
import { dayMs } from "./utc-days";

/**
 * Merges an import's readings into their days, a day at a time, and lets what waits go first in between: a file may
 * be of years. Idempotent: what is merged is apart no more, so one that was cut off goes on where it stood.
 */
export async function settleImport(parts: StoreParts, importId: string): Promise<void> {
	parts.settling.add(importId);
	try {
		for (;;) {
			// Asked anew each time: meanwhile its device may be deleted, or retention take a day away.
			const [next] = parts.importBlocks.daysOf(importId, 1);
			if (!next) return;
			parts.transaction(() => settleDay(parts, { ...next, importId }));
			await scheduler.wait(0);
		}
	} finally {
		parts.settling.delete(importId);
	}
}

function settleDay(
	parts: StoreParts,
	{ device, day, importId }: { device: number; day: number; importId: string },
): void {
	sealOpenTail(parts, { device, day });
	const blocks = parts.importBlocks.find(device, day).filter((one) => one.importId === importId);
	mergeIntoDay(
		parts,
		{ device, day },
		blocks.map(({ block }) => decodeBlock(block)),
	);
	parts.importBlocks.delete({ device, day, importId });
}

/** What the tail holds is counted as in no day: that stays true only if it is sealed before its days get more. */
function sealOpenTail(parts: StoreParts, { device, day }: { device: number; day: number }): void {
	const deviceId = parts.tails.deviceId(device);
	const row = deviceId === null ? null : parts.tails.row(deviceId);
	if (!row || row.tailFrom === null || row.tailTo === null) return;
	if (row.tailFrom >= (day + 1) * dayMs || row.tailTo < day * dayMs) return;
	parts.tails.put(sealTail(parts, row, parts.tails.readings(row)));
}
