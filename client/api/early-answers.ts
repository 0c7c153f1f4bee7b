import { appConstants } from "../base/app-constants";

type Answered = { response: Response; answeredAt: number };
type EarlyAnswer<T = Answered> = { answer: Promise<T>; abort: () => void };
/** `asker`: the `sub` of the person and the account that was named, or "", with a space between. */
type EarlyBatch = EarlyAnswer<Answered & { asker: string }> & { address: string };

declare global {
	/** By path: what client/public/preload.js has asked for beside this code. */
	var earlyAnswers: Record<string, EarlyAnswer> | undefined;
	/** What it has asked for of the screen's calls. */
	var earlyBatch: EarlyBatch | undefined;
}

// From here on that script, where it comes later, asks for nothing.
globalThis.earlyAnswers ??= {};

/** Takes the answer to the page's early call, once; asks where there was none, where it failed or has become old. */
export async function earlyOr(
	path: string,
	signal: AbortSignal | null,
	ask: () => Promise<Response>,
): Promise<Answered> {
	const early = globalThis.earlyAnswers?.[path];
	if (early) {
		delete globalThis.earlyAnswers?.[path];
		const answered = await taken(early, signal);
		if (answered && isFresh(answered)) return answered;
	}
	return { response: await ask(), answeredAt: Date.now() };
}

type BatchCall = { address: string; asker: string; signal: AbortSignal; ask: () => Promise<Response> };

/**
 * The same for calls. Only the page's first takes an early answer, as a later one may follow a change, and only if it is
 * exactly what it would send, of the same person.
 */
export async function earlyBatchOr({ address, asker, signal, ask }: BatchCall): Promise<Response> {
	const early = globalThis.earlyBatch;
	globalThis.earlyBatch = undefined;
	if (early?.address !== address) {
		early?.abort();
		return ask();
	}
	const answered = await taken(early, signal);
	return answered && answered.asker === asker && isFresh(answered) ? answered.response : ask();
}

function isFresh({ answeredAt }: Answered): boolean {
	return Date.now() - answeredAt < appConstants.loadedWithinMs;
}

/** Null: it failed by itself. */
async function taken<T>({ answer, abort }: EarlyAnswer<T>, signal: AbortSignal | null): Promise<T | null> {
	signal?.addEventListener("abort", abort, { once: true });
	try {
		signal?.throwIfAborted();
		return await answer;
	} catch {
		signal?.throwIfAborted();
		return null;
	}
}
