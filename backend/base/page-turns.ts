import type { ReadBudget } from "./reading-store";
import type { TurnQueue } from "./turn-queue";

const longestTurnMs = 5_000;

/** Reads one page when it has its turn. */
export type PageTurns = <Result>(page: () => Promise<Result>) => Promise<Result>;

type Parts = { now: () => number; turnQueue: Pick<TurnQueue, "next">; pause: Pause };
type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Some ten milliseconds of an object's thread. */
const unitsATurn = 100_000;

/** Of a read that takes what it takes: others have the thread in between. */
export function budgetOf(turnQueue: Pick<TurnQueue, "next">): ReadBudget {
	let left = unitsATurn;
	return {
		spent(units) {
			left -= units;
			if (left > 0) return null;
			left = unitsATurn;
			return turnQueue.next();
		},
	};
}

/**
 * Pages of reports and exports, one at a time and each followed by a pause as long as it took, so that they take at most
 * half of the object's thread however many are made. `pause` lets others in and waits at least so many ms, or
 * rejects once its signal is aborted.
 */
export function createPageTurns({ now, turnQueue, pause }: Parts): PageTurns {
	let last: Promise<void> = Promise.resolve();

	return async function pageTurn<Result>(page: () => Promise<Result>): Promise<Result> {
		const before = last;
		const { promise: done, resolve } = Promise.withResolvers<void>();
		last = done;
		await endOrLongest(before, pause);
		await turnQueue.next();
		const began = now();
		try {
			return await page();
		} finally {
			// The clock stands still until something is waited for.
			void pause(0)
				.then(() => pause(Math.max(0, now() - began)))
				.finally(resolve);
		}
	};
}

/** A user who has the turn may be gone, and then ends it never. No timer is left behind: an object with one does not rest. */
async function endOrLongest(before: Promise<void>, pause: Pause): Promise<void> {
	const waiting = new AbortController();
	// Rejected by nothing but the abort below, when no one waits for it any more.
	const longest = pause(longestTurnMs, waiting.signal).catch(() => {});
	await Promise.race([before, longest]);
	waiting.abort();
}
