type SharedCall<Outcome> = {
	key: string;
	known: () => Outcome | null;
	start: () => Promise<Outcome>;
	keepAlive: (work: Promise<unknown>) => void;
};

/**
 * Requests for the same key share one call. Joined requests have their own timer: in workerd the promise never settles
 * if the first request was cancelled.
 * `joinedWaitMs` must exceed the duration of any call.
 */
export function createSharedCalls<Outcome>(joinedWaitMs: number) {
	const running = new Map<string, Promise<Outcome>>();

	function begin({ key, start }: SharedCall<Outcome>): Promise<Outcome> {
		const call = start().finally(() => drop(key, call));
		running.set(key, call);
		return call;
	}

	function drop(key: string, call: Promise<Outcome>): void {
		if (running.get(key) === call) running.delete(key);
	}

	return async (call: SharedCall<Outcome>): Promise<Outcome> => {
		for (;;) {
			const known = call.known();
			if (known !== null) return known;
			const joined = running.get(call.key);
			if (!joined) {
				const own = begin(call);
				call.keepAlive(own);
				return own;
			}
			const outcome = await outcomeWithin(joined, joinedWaitMs);
			if (outcome !== null) return outcome;
			// The call's request was cancelled. The first to notice starts a new call, which the others join.
			drop(call.key, joined);
		}
	};
}

async function outcomeWithin<Outcome>(call: Promise<Outcome>, waitMs: number): Promise<Outcome | null> {
	const { promise: timeout, resolve } = Promise.withResolvers<null>();
	const timer = setTimeout(() => resolve(null), waitMs);
	try {
		return await Promise.race([call, timeout]);
	} finally {
		clearTimeout(timer);
	}
}
