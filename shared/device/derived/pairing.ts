import { smallestOf } from "../../base/lists";

export type Pairing = { driver: number; toleranceMs: number };

/**
 * Returns for each time of the driver the position of the nearest reading of `other`, or of the earlier of two.
 * -1: none is within the tolerance. Both lists rise strictly.
 */
export function nearestPositions(
	driver: ArrayLike<number>,
	other: ArrayLike<number>,
	toleranceMs: number,
): Int32Array<ArrayBuffer> {
	const positions = new Int32Array(driver.length).fill(-1);
	let next = 0;
	for (let index = 0; index < driver.length; index += 1) {
		const at = driver[index] ?? 0;
		while ((other[next] ?? Number.POSITIVE_INFINITY) < at) next += 1;
		const before = next === 0 ? Number.POSITIVE_INFINITY : at - (other[next - 1] ?? 0);
		const after = next === other.length ? Number.POSITIVE_INFINITY : (other[next] ?? 0) - at;
		if (Math.min(before, after) <= toleranceMs) positions[index] = before <= after ? next - 1 : next;
	}
	return positions;
}

export type Pairs = {
	at: number[];
	/** An array for each source, in order: the position of its reading in each pair. */
	positions: number[][];
};

export function pairReadings(times: readonly ArrayLike<number>[], { driver, toleranceMs }: Pairing): Pairs {
	const drives = times[driver] ?? [];
	const nearest = times.map((at, source) => (source === driver ? null : nearestPositions(drives, at, toleranceMs)));
	const pairs: Pairs = { at: [], positions: times.map(() => []) };
	for (let index = 0; index < drives.length; index += 1) {
		if (nearest.some((positions) => positions?.[index] === -1)) continue;
		pairs.at.push(drives[index] ?? 0);
		for (const [source, positions] of nearest.entries()) pairs.positions[source]?.push(positions?.[index] ?? index);
	}
	return pairs;
}

/**
 * Returns the latest time of the driver whose partners are final if readings arrive in order. `newest`: the newest
 * time of each other source, epoch ms, null: none. `passed`: no source will send a reading before it.
 */
export function decidedUntil(
	newest: readonly (number | null)[],
	{ toleranceMs, passed }: { toleranceMs: number; passed: number },
): number {
	const seen = smallestOf(newest.map((at) => at ?? Number.NEGATIVE_INFINITY));
	return Math.max(seen, passed - toleranceMs - 1);
}
