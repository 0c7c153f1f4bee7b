import { createBoundedCache } from "../../shared/base/bounded-cache";
import { domainError } from "./errors";
import type { ReadBudget } from "./reading-store";

/**
 * Long reads of one account's object, which answers everybody on one thread: in slices, one at a time, and between two
 * of them uploads and other calls have their turn. People take turns; of one person's calls the oldest goes on first.
 */
export type ReadTurnQueue = { batchOf(userId: string): BatchReads };

/** Of one request. */
export type BatchReads = {
	/** For one of its calls. Waits throw TOO_MUCH_WORK once the batch, or the person, has taken too much. */
	begin(): ReadBudget;
};

/** In units of `ReadBudget`, of which some thousands take a millisecond. */
const sliceUnits = 40_000;
/** Small enough to be answered whatever was read before. */
const smallUnits = 4_000;
/** Some year-long charts, or searches for gaps in a month of a large fleet. */
const batchUnits = 8_000_000;
const personUnits = 20_000_000;
/** A year-long chart that follows every invalidation takes less. */
const personUnitsPerMs = 3_000;
const mostWaiting = 100;
const knownPeople = 1_000;

type Waiting = { number: number; go: () => void };
type Budget = { units: number; at: number };
type Batch = { units: number; free: number };

/** `pause` lets whatever else is waiting have the thread. */
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

	/** Nothing is held by who has the turn: a call that was cancelled requests none again. */
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
		// Behind everybody else.
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
							// What a batch reads first costs no turn: most read no more.
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
