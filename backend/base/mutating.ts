import type { MemberContext } from "./context";

/**
 * Runs `end` before the last of several calls beside each other has ended, however they end. A streamed answer is given
 * before its calls have run, so nothing can follow from when it was given.
 */
export function createMutating(end: () => Promise<void>): MemberContext["mutating"] {
	let running = 0;
	return async (mutation) => {
		running += 1;
		try {
			return await mutation();
		} finally {
			running -= 1;
			if (running === 0) await end();
		}
	};
}
