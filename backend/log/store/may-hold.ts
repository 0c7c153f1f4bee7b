import { quarterCounts } from "../block/quarter-codec";
import type { AskedDevice } from "./asked-devices";
import type { StoreParts } from "./store-parts";
import { dayMs } from "./utc-days";

/** Whether a day may hold one of the channels, so that one that began to be silent long ago is found quickly. */
export function mayHold({ dayBlocks, importBlocks, tails }: StoreParts, device: AskedDevice, day: number): boolean {
	const { number, only, deviceId } = device;
	const row = tails.row(deviceId);
	const isInTail =
		row?.tailFrom != null && row.tailTo != null && row.tailFrom < (day + 1) * dayMs && row.tailTo >= day * dayMs;
	if (isInTail || importBlocks.daysBetween(number, day, day).length > 0) return true;
	for (const { late, quarters } of dayBlocks.rollUpsBetween(number, day, day)) {
		if (late > 0 || (quarters && quarterCounts(quarters).some(({ channel }) => !only || only.has(channel))))
			return true;
	}
	return false;
}
