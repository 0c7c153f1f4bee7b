import { smallestOf } from "../../base/lists";

/** One source's readings. `at` is in epoch ms and rises strictly: a channel has one reading at a time. */
export type SourceColumns = { at: ArrayLike<number>; value: ArrayLike<number> };

/** `driver` indexes the sources. */
export type Pairing = { driver: number; toleranceMs: number };

/**
 * Returns for each time of the driver the position of the nearest reading of `other`, of equally near ones the earlier.
 * -1: none lies within the tolerance. Both rise strictly.
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

/** The driver's readings that have a partner in each other source. */
export type Pairs = {
	/** Times of the driver, epoch ms. */
	at: number[];
	/** For each source in order the position of its reading in each pair. */
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
 * Returns the latest time of the driver whose partners no reading to come in order can change. `newest` holds the newest
 * time of each other source, epoch ms, null: none. `passed`: no source will send a reading before it.
 */
export function decidedUntil(
	newest: readonly (number | null)[],
	{ toleranceMs, passed }: { toleranceMs: number; passed: number },
): number {
	const seen = smallestOf(newest.map((at) => at ?? Number.NEGATIVE_INFINITY));
	return Math.max(seen, passed - toleranceMs - 1);
}

/** `value` holds a value for each source in order. */
type Pair = { at: number; value: number[] };

/** Pairs readings that come one by one, in order for each source. */
export class PairingRun {
	private readonly pairing: Pairing;
	private readonly sources: { at: number[]; value: number[] }[];
	/** The newest reading of a source stays known, though no pair to come needs it. */
	private readonly newest: (number | null)[];

	constructor(sources: number, pairing: Pairing) {
		this.pairing = pairing;
		this.sources = Array.from({ length: sources }, () => ({ at: [], value: [] }));
		this.newest = Array.from({ length: sources }, () => null);
	}

	add(source: number, at: number, value: number): void {
		this.sources[source]?.at.push(at);
		this.sources[source]?.value.push(value);
		this.newest[source] = at;
	}

	/** Returns the pairs that are decided now, and forgets them. Call with `Infinity` at the end. */
	take(passed: number): Pair[] {
		const { driver, toleranceMs } = this.pairing;
		const others = this.newest.filter((_, source) => source !== driver);
		const until = decidedUntil(others, { toleranceMs, passed });
		const drives = this.sources[driver]?.at ?? [];
		const count = firstAfter(drives, until);
		if (count === 0) return [];
		const times = this.sources.map(({ at }, source) => (source === driver ? at.slice(0, count) : at));
		const { at, positions } = pairReadings(times, this.pairing);
		const pairs = at.map((time, index) => ({
			at: time,
			value: positions.map((ofSource, source) => this.sources[source]?.value[ofSource[index] ?? -1] ?? Number.NaN),
		}));
		this.forget(count);
		return pairs;
	}

	private forget(decided: number): void {
		const { driver, toleranceMs } = this.pairing;
		const last = this.sources[driver]?.at[decided - 1] ?? Number.NEGATIVE_INFINITY;
		for (const [source, { at, value }] of this.sources.entries()) {
			const gone = source === driver ? decided : firstAfter(at, last - toleranceMs - 1);
			at.splice(0, gone);
			value.splice(0, gone);
		}
	}
}

function firstAfter(times: readonly number[], until: number): number {
	let index = 0;
	while (index < times.length && (times[index] ?? 0) <= until) index += 1;
	return index;
}
