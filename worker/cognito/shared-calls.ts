type SharedCall<Outcome> = {
	key: string;
	/** What an earlier call has left; null: nothing that still holds. */
	known: () => Outcome | null;
	start: () => Promise<Outcome>;
	/** Lets the call outlive the request that started it, for the sake of those that joined. */
	keepAlive: (work: Promise<unknown>) => void;
};

type SharedCalls<Outcome> = { run: (call: SharedCall<Outcome>) => Promise<Outcome> };

/**
 * Requests that ask for the same thing share one call. What is kept between requests is values: a promise of
 * another request is only ever awaited beside a timer of one's own, since in workerd it never settles when that
 * request was cancelled. `joinedWaitMs` must be past the time a call that is still alive may take.
 */
export function createSharedCalls<Outcome>(joinedWaitMs: number): SharedCalls<Outcome> {
	const running = new Map<string, Promise<Outcome>>();

	function begin({ key, start }: SharedCall<Outcome>): Promise<Outcome> {
		const call = start().finally(() => drop(key, call));
		running.set(key, call);
		return call;
	}

	function drop(key: string, call: Promise<Outcome>): void {
		if (running.get(key) === call) running.delete(key);
	}

	return {
		async run(call) {
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
				// Its request was cancelled. Whoever notices first starts anew, the others join that call.
				drop(call.key, joined);
			}
		},
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
