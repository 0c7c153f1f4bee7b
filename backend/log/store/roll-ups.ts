import { createBoundedCache } from "./bounded-cache";
import type { DayBlockRows, RollUp } from "./rows/day-block-rows";

const cacheBytes = 8_000_000;

type Known = { fromDay: number; toDay: number; rows: RollUp[] };

export type RollUps = ReturnType<typeof createRollUps>;

/**
 * The roll-ups of days, those of each device that were asked for last kept at hand: a chart asks twice for the same
 * days, and again whenever it is redrawn.
 */
export function createRollUps(dayBlocks: DayBlockRows) {
	const cache = createBoundedCache<number, Known>(cacheBytes);

	function read(device: number, fromDay: number, toDay: number): Known {
		const known = cache.get(device);
		if (!known || known.fromDay > toDay + 1 || known.toDay < fromDay - 1) {
			return { fromDay, toDay, rows: dayBlocks.rollUpsBetween(device, fromDay, toDay) };
		}
		if (known.fromDay <= fromDay && known.toDay >= toDay) return known;
		const before = known.fromDay > fromDay ? dayBlocks.rollUpsBetween(device, fromDay, known.fromDay - 1) : [];
		const after = known.toDay < toDay ? dayBlocks.rollUpsBetween(device, known.toDay + 1, toDay) : [];
		return {
			fromDay: Math.min(fromDay, known.fromDay),
			toDay: Math.max(toDay, known.toDay),
			rows: [...before, ...known.rows, ...after],
		};
	}

	return {
		/** Of a range of days, both ends included, by day and part. */
		between(device: number, fromDay: number, toDay: number): RollUp[] {
			const known = read(device, fromDay, toDay);
			cache.set(device, known, bytesOf(known.rows));
			return known.rows.filter(({ day }) => day >= fromDay && day <= toDay);
		},

		/** A row of the device has changed. */
		forget: cache.delete,
		forgetAll: cache.clear,
	};
}

function bytesOf(rows: RollUp[]): number {
	return rows.reduce((bytes, { quarters }) => bytes + 150 + (quarters?.length ?? 0), 0);
}
