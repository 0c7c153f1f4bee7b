import type { MemberContext } from "../base/context";
import { listEveryDeviceId } from "../db/device-rows";
import { onFactsWritten } from "../db/fact-listeners";
import {
	type Difference,
	differencesOf,
	type Effects,
	effectsOf,
	invalidateGroups,
	recomputeDevices,
	writeDifferences,
} from "./recompute-devices";

/** About ten milliseconds. */
const lookedAtTogether = 500;
/** After these rounds the rest is decided in the transaction. */
const mostRounds = 3;

/** Groups after the change; absent parts stay as they are. */
export type ComingGroups = Partial<Effects> & { deviceIds: string[] | "all" };

/**
 * One transaction, because half a change would show devices to the wrong users. Most devices are decided before, in slices.
 * `write` runs the transaction and calls `recompute` after its own writes.
 */
export async function inSlicesThenAtOnce<Result>(
	ctx: Pick<MemberContext, "db" | "invalidations" | "turnQueue">,
	coming: () => ComingGroups,
	write: (recompute: () => void) => Result,
): Promise<Result> {
	const { db } = ctx;
	const first = coming();
	const { deviceIds } = first;
	const ids = deviceIds === "all" ? listEveryDeviceId(db) : [...new Set(deviceIds)];
	const differences = new Map<string, Difference>();
	const undecided = new Set(ids);
	let decidedFor = effectsAfter(first);

	function effectsAfter({ groups, retentionDays, chosen }: ComingGroups): Effects {
		const now = effectsOf(db);
		return {
			groups: groups ?? now.groups,
			retentionDays: retentionDays === undefined ? now.retentionDays : retentionDays,
			chosen,
		};
	}

	function undecide(written: readonly string[]): void {
		for (const id of written) {
			differences.delete(id);
			undecided.add(id);
		}
	}

	function decide(slice: string[]): void {
		const found = differencesOf(db, slice, decidedFor);
		for (const id of slice) undecided.delete(id);
		for (const [id, difference] of found) differences.set(id, difference);
	}

	async function decideAll(): Promise<void> {
		for (let round = 0; round < mostRounds && undecided.size > lookedAtTogether; round += 1) {
			for (const slice of slicesOf([...undecided])) {
				await ctx.turnQueue.next();
				decide(slice);
			}
			const now = effectsAfter(coming());
			if (isSameEffects(now, decidedFor)) continue;
			decidedFor = now;
			undecide(ids);
		}
	}

	function recompute(): void {
		if (isSameEffects(effectsOf(db), decidedFor)) {
			writeDifferences(db, differences);
			if (undecided.size > 0) recomputeDevices(db, [...undecided]);
		} else recomputeDevices(db, deviceIds === "all" ? "all" : [...new Set([...ids, ...undecided])]);
		invalidateGroups(ctx);
	}

	const stopListening = onFactsWritten(db, undecide);
	try {
		await decideAll();
	} finally {
		stopListening();
	}
	const written = write(recompute);
	if (ids.length > lookedAtTogether) await ctx.turnQueue.next();
	return written;
}

function slicesOf(ids: string[]): string[][] {
	return Array.from({ length: Math.ceil(ids.length / lookedAtTogether) }, (_, slice) =>
		ids.slice(slice * lookedAtTogether, (slice + 1) * lookedAtTogether),
	);
}

function isSameEffects(one: Effects, other: Effects): boolean {
	const text = ({ groups, retentionDays }: Effects) => JSON.stringify([groups, retentionDays]);
	return text(one) === text(other);
}
