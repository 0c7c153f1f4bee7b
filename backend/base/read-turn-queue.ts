import { createBoundedCache } from "../../shared/base/bounded-cache";
import { domainError } from "./errors";
import type { ReadBudget } from "./reading-store";

/** Runs long reads in slices, one at a time, while other calls run in between. Users take turns. */
export type ReadTurnQueue = { batchOf(userId: string): BatchReads };

export type BatchReads = {
	/** A wait throws TOO_MUCH_WORK if the batch or the user has read too much. */
	begin(): ReadBudget;
};

/** Some thousands of `ReadBudget` units take a millisecond. */
const sliceUnits = 40_000;
const smallUnits = 4_000;
/** Enough for some charts of a year, or a search for gaps in a month of a large fleet. */
const batchUnits = 8_000_000;
const personUnits = 20_000_000;
const personUnitsPerMs = 3_000;
const mostWaiting = 100;
const knownPeople = 1_000;

type Waiting = { number: number; go: () => void };
type Budget = { units: number; at: number };
type Batch = { units: number; free: number };

export function createReadTurnQueue({ now, pause }: { now: () => number; pause: () => Promise<void> }): ReadTurnQueue {
	const waiting = new Map<string, Waiting[]>();
	const budgets = createBoundedCache<string, Budget>(knownPeople);
	let calls = 0;
	let isPumping = false;

	function budgetOf(userId: string): Budget {
		const known = budgets.get(userId) ?? { units: personUnits, at: now() };
		const units = Math.min(personUnits, known.units + Math.max(0, now() - known.at) * personUnitsPerMs);
		const budget = { units, at: now() };
		budgets.set(userId, budget);
		return budget;
	}

	/** No turn has to be returned, so a cancelled call blocks no other. */
	async function pump(): Promise<void> {
		isPumping = true;
		for (;;) {
			await pause();
			const next = takeNext();
			if (!next) break;
			next.go();
		}
		isPumping = false;
	}

	function takeNext(): Waiting | null {
		const [first] = waiting;
		if (!first) return null;
		const [userId, own] = first;
		const oldest = own.reduce((least, one) => (one.number < least.number ? one : least));
		const others = own.filter((one) => one !== oldest);
		waiting.delete(userId);
		if (others.length > 0) waiting.set(userId, others);
		return oldest;
	}

	async function turnOf(userId: string, number: number): Promise<void> {
		const own = waiting.get(userId) ?? [];
		if (own.length >= mostWaiting) throw domainError("TOO_MUCH_WORK", { userId });
		const { promise, resolve } = Promise.withResolvers<void>();
		waiting.set(userId, [...own, { number, go: resolve }]);
		if (!isPumping) void pump();
		await promise;
	}

	function assertWithin(userId: string, batch: Batch): void {
		const isTooMuch = batch.units > batchUnits || budgetOf(userId).units < 0;
		if (isTooMuch) throw domainError("TOO_MUCH_WORK", { userId, units: batch.units });
	}

	return {
		batchOf(userId) {
			const batch: Batch = { units: 0, free: budgetOf(userId).units > 0 ? sliceUnits : smallUnits };
			return {
				begin() {
					calls += 1;
					const number = calls;
					let left = 0;
					const wait = async (): Promise<void> => {
						assertWithin(userId, batch);
						await turnOf(userId, number);
						assertWithin(userId, batch);
						left = sliceUnits;
					};
					return {
						spent(units) {
							batch.units += units;
							budgetOf(userId).units -= units;
							// The first reads of a batch need no turn. Most batches read no more.
							if (batch.free > 0) batch.free -= units;
							else left -= units;
							return batch.free > 0 || left > 0 ? null : wait();
						},
					};
				},
			};
		},
	};
}
