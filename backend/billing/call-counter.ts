import { secondMs } from "../../shared/base/durations";
import type { AccountDb, CallCount } from "../base/context";
import type { Job } from "../base/job";
import { countUsage } from "../db/usage-rows";

/** Longer than what follows an upload takes, and shorter than an idle object lives. */
const writtenAfterMs = 10 * secondMs;

export type CallCounter = CallCount & { work: Job };

/**
 * Counts API calls in memory and writes them some seconds later, all at once: a row for each would cost as much as the
 * upload itself. An object that ends within these seconds has counted too few, never too many.
 */
export function createCallCounter(db: AccountDb, clock: () => number = Date.now): CallCounter {
	let counted = 0;
	/** By the caller, whose month it is of. */
	let firstAt = 0;
	/** By this object: what a local run or a network server sends may have come in long ago. */
	let dueAt = 0;

	function write(): void {
		if (counted === 0) return;
		const [count, now] = [counted, firstAt];
		countUsage(db, { meter: "apiCalls", now, count });
		counted = 0;
	}

	const nextDueAt = () => (counted === 0 ? null : dueAt);
	return {
		count(now) {
			if (counted > 0 && now - firstAt >= writtenAfterMs) write();
			if (counted === 0) {
				firstAt = now;
				dueAt = clock() + writtenAfterMs;
			}
			counted += 1;
		},
		write,
		work: {
			name: "count calls",
			title: "Counting API calls",
			nextDueAt,
			due: (now) => ((nextDueAt() ?? Number.POSITIVE_INFINITY) <= now ? ["calls"] : []),
			run: async () => write(),
		},
	};
}
