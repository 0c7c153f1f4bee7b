import type { DeviceListRow } from "../shared/device";
import { type PackedAnswer, packedAnswer } from "../shared/packed-devices";

const packed = new WeakMap<object, PackedAnswer>();

/** Has a list leave packed. To the router it stays the list that it is, so that every client's types say the same. */
export function leavingPacked(rows: DeviceListRow[]): DeviceListRow[] {
	packed.set(rows, packedAnswer(rows));
	return rows;
}

/** What an answer is to be written as; undefined: as it is. */
export function packedFormOf(data: unknown): PackedAnswer | undefined {
	return typeof data === "object" && data !== null ? packed.get(data) : undefined;
}
