import { appConstants } from "../base/app-constants";

type Responded = { response: Response; answeredAt: number };
type EarlyResponse<T = Responded> = { answer: Promise<T>; abort: () => void };
/** `asker`: the `sub` of the person and the account that was named, or "", with a space between. */
type EarlyBatch = EarlyResponse<Responded & { asker: string }> & { address: string };

declare global {
	/** By path: what client/public/preload.js has requested beside this code. */
	var earlyAnswers: Record<string, EarlyResponse> | undefined;
	/** What it has requested of the screen's calls. */
	var earlyBatch: EarlyBatch | undefined;
}

// From here on that script, where it comes later, requests nothing.
globalThis.earlyAnswers ??= {};

/** Takes the response to the page's early call, once; asks where there was none, where it failed or has become old. */
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
 * The same for calls. Only the page's first takes an early answer, as a later one may follow a change, and only if it is
 * exactly what it would send, of the same person.
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

/** Null: it failed by itself. */
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
