import { smallestOf } from "../../base/lists";
import { longestTolerance } from "./definition";
import { nearestPositions } from "./pairing";

/** `driver` indexes the sources. `pairedShare`: of its readings within the tolerance, 0 to 1. */
type ProposedPairing = { driver: number; toleranceSeconds: number; pairedShare: number | null };

/** The tolerance pairs this share of the driver's readings. The others come at wrong times, and would widen it. */
const needed = 0.95;

/**
 * Proposes the source that is read least often, and what its pairs need, at most half its usual interval. `times` of each
 * source, epoch ms, strictly rising.
 */
export function proposedPairing(times: readonly ArrayLike<number>[], usualSeconds: number): ProposedPairing {
	const fewest = smallestOf(times.map(({ length }) => length));
	const driver = Math.max(
		0,
		times.findIndex(({ length }) => length === fewest),
	);
	const drives = times[driver] ?? [];
	const most = Math.min(longestTolerance, Math.floor(halfIntervalMs(drives, usualSeconds) / 1000));
	if (times.length < 2) return { driver, toleranceSeconds: 0, pairedShare: drives.length > 0 ? 1 : null };
	const distances = partnerDistances(times, driver).sort((one, other) => one - other);
	if (distances.length === 0) return { driver, toleranceSeconds: most, pairedShare: null };
	const enough = distances[Math.ceil(needed * distances.length) - 1] ?? Number.POSITIVE_INFINITY;
	const toleranceSeconds = Math.min(most, Math.ceil(enough / 1000));
	const paired = distances.filter((distance) => distance <= toleranceSeconds * 1000).length;
	return { driver, toleranceSeconds, pairedShare: paired / distances.length };
}

/** Of each reading of the driver, in ms to the farthest of its nearest partners. */
function partnerDistances(times: readonly ArrayLike<number>[], driver: number): number[] {
	const drives = times[driver] ?? [];
	const distances = Array.from(drives, () => 0);
	for (const [source, at] of times.entries()) {
		if (source === driver) continue;
		const nearest = nearestPositions(drives, at, Number.POSITIVE_INFINITY);
		for (const [index, position] of nearest.entries()) {
			const distance = Math.abs((at[position] ?? Number.POSITIVE_INFINITY) - (drives[index] ?? 0));
			distances[index] = Math.max(distances[index] ?? 0, distance);
		}
	}
	return distances;
}

function halfIntervalMs(at: ArrayLike<number>, usualSeconds: number): number {
	const intervals = Array.from(at, (time, index) => time - (at[index - 1] ?? time)).slice(1);
	const middle = intervals.sort((one, other) => one - other)[Math.floor(intervals.length / 2)];
	return (middle ?? usualSeconds * 1000) / 2;
}
