import type { ReadBudget } from "./reading-store";
import type { TurnQueue } from "./turn-queue";

const longestTurnMs = 5_000;

export type PageTurns = <Result>(page: () => Promise<Result>) => Promise<Result>;

type Parts = { now: () => number; turnQueue: Pick<TurnQueue, "next">; pause: Pause };
type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** About ten milliseconds of an object's thread. */
const unitsATurn = 100_000;

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

/** Each page is followed by a pause of the same length, so that pages use at most half of the thread. */
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
			// The clock advances only while an operation is awaited.
			void pause(0)
				.then(() => pause(Math.max(0, now() - began)))
				.finally(resolve);
		}
	};
}

/** The previous caller may be gone. Clears its timer: a timer keeps an object in memory. */
async function endOrLongest(before: Promise<void>, pause: Pause): Promise<void> {
	const waiting = new AbortController();
	const longest = pause(longestTurnMs, waiting.signal).catch(() => {});
	await Promise.race([before, longest]);
	waiting.abort();
}
