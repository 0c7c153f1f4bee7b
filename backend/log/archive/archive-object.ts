import type { ArchivedDay } from "../store/rows/archived-month-rows";

/** Of the object, not of the blocks in it, which have their own. */
const schemaVersion = 1;

type Month = { deviceId: string; month: string; generation: number };

type DayBytes = { day: number; readings: number; bytes: Uint8Array };

/**
 * A month's object: a line of JSON that says what it is, should nothing but the object be left, then one block for
 * each UTC day. `days` tells where each stands; a day is read by its range of bytes alone.
 */
export function archiveObject(
	month: Month,
	blocks: DayBytes[],
): { bytes: Uint8Array<ArrayBuffer>; days: ArchivedDay[] } {
	const lengths = blocks.map(({ day, readings, bytes }) => [day, bytes.length, readings]);
	const header = new TextEncoder().encode(`${JSON.stringify({ schemaVersion, ...month, days: lengths })}\n`);
	const size = blocks.reduce((sum, { bytes }) => sum + bytes.length, header.length);
	const object = new Uint8Array(size);
	object.set(header);
	const days: ArchivedDay[] = [];
	let offset = header.length;
	for (const { day, readings, bytes } of blocks) {
		object.set(bytes, offset);
		days.push([day, offset, bytes.length, readings]);
		offset += bytes.length;
	}
	return { bytes: object, days };
}
