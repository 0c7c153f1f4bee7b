import { appConstants } from "../base/app-constants";

type Responded = { response: Response; answeredAt: number };
type EarlyResponse<T = Responded> = { answer: Promise<T>; abort: () => void };
/** `asker`: the user's `sub` and the named account (or ""), separated by a space. */
type EarlyBatch = EarlyResponse<Responded & { asker: string }> & { address: string };

declare global {
	/** Requests that client/public/preload.js has started, by path. */
	var earlyAnswers: Record<string, EarlyResponse> | undefined;
	/** The batch of the screen's calls that preload.js has started. */
	var earlyBatch: EarlyBatch | undefined;
}

// Stops preload.js from sending requests if it runs later.
globalThis.earlyAnswers ??= {};

/** Takes the early response, once. Sends a request if there is none, it failed or it is too old. */
export async function earlyOr(
	path: string,
	signal: AbortSignal | null,
	fetch: () => Promise<Response>,
): Promise<Responded> {
	const early = globalThis.earlyAnswers?.[path];
	if (early) {
		delete globalThis.earlyAnswers?.[path];
		const responded = await taken(early, signal);
		if (responded && isFresh(responded)) return responded;
	}
	return { response: await fetch(), answeredAt: Date.now() };
}

type BatchCall = { address: string; asker: string; signal: AbortSignal; ask: () => Promise<Response> };

/**
 * Takes the early batch for the page's first calls only (a later one may follow a change), if address and user match.
 */
export async function earlyBatchOr({ address, asker, signal, ask: fetch }: BatchCall): Promise<Response> {
	const early = globalThis.earlyBatch;
	globalThis.earlyBatch = undefined;
	if (early?.address !== address) {
		early?.abort();
		return fetch();
	}
	const responded = await taken(early, signal);
	return responded && responded.asker === asker && isFresh(responded) ? responded.response : fetch();
}

function isFresh({ answeredAt: respondedAt }: Responded): boolean {
	return Date.now() - respondedAt < appConstants.loadedWithinMs;
}

async function taken<T>({ answer: result, abort }: EarlyResponse<T>, signal: AbortSignal | null): Promise<T | null> {
	signal?.addEventListener("abort", abort, { once: true });
	try {
		signal?.throwIfAborted();
		return await result;
	} catch {
		signal?.throwIfAborted();
		return null;
	}
}
