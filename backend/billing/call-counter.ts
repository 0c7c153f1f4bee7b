import { secondMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { AccountDb, CallCount } from "../base/context";
import type { Job } from "../base/job";
import { countUsage } from "../db/usage-rows";

/** Longer than the work after an upload, shorter than the life of an idle object. */
const writtenAfterMs = 10 * secondMs;

export type CallCounter = CallCount & { work: Job };

/** A row for each call would cost as much as an upload. An object that ends early has counted too few. */
export function createCallCounter(db: AccountDb, clock: () => number = Date.now): CallCounter {
	let counted = 0;
	/** The caller's clock, which decides the month. */
	let firstAt = 0;
	/** This object's clock: a local run or network server may send old times. */
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
			title: said("work.is.countingCalls"),
			nextDueAt,
			due: (now) => ((nextDueAt() ?? Number.POSITIVE_INFINITY) <= now ? ["calls"] : []),
			run: async () => write(),
		},
	};
}
