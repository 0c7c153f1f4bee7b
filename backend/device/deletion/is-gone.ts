import type { DeviceRow } from "../device-rows";

/** Whether a deleted device can be restored no longer at an instant (epoch ms), be it still on its way out. */
export function isGone({ deletedFrom }: Pick<DeviceRow, "deletedFrom">, now: number): boolean {
	return deletedFrom !== null && deletedFrom.getTime() <= now;
}
