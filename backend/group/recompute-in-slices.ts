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

/** Some ten milliseconds of an object's thread. */
const lookedAtTogether = 500;
/** Of looking again at what was changed meanwhile, until it is done in the transaction all the same. */
const mostRounds = 3;

/** What the change will write: where it does not say, all is as it is now. */
export type ComingGroups = Partial<Effects> & { deviceIds: string[] | "all" };

/**
 * Makes a change of groups in one transaction, as half of it would show devices to people who may not see them. What
 * becomes of many devices is decided before, in slices with others in between; devices that a user changes meanwhile
 * are decided in the transaction. `coming` is asked anew whenever groups may have changed. `write` runs a transaction
 * and calls `recompute` in it, after it has written what `coming` says.
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
		// What was written says whether what was decided stands on the same groups.
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
	// What follows looks at thousands of devices, too.
	if (ids.length > lookedAtTogether) await ctx.turnQueue.next();
	return written;
}

function slicesOf(ids: string[]): string[][] {
	return Array.from({ length: Math.ceil(ids.length / lookedAtTogether) }, (_, slice) =>
		ids.slice(slice * lookedAtTogether, (slice + 1) * lookedAtTogether),
	);
}

/** But for who will be chosen manually: who is changed in it is undecided. */
function isSameEffects(one: Effects, other: Effects): boolean {
	const text = ({ groups, retentionDays }: Effects) => JSON.stringify([groups, retentionDays]);
	return text(one) === text(other);
}
