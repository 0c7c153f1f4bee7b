import { appConstants } from "../base/app-constants";

type Answered = { response: Response; answeredAt: number };
type EarlyAnswer = { answer: Promise<Answered>; abort: () => void };

declare global {
	/** By path: what client/public/preload.js has asked for beside this code. */
	var earlyAnswers: Record<string, EarlyAnswer> | undefined;
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
		if (answered && Date.now() - answered.answeredAt < appConstants.loadedWithinMs) return answered;
	}
	return { response: await ask(), answeredAt: Date.now() };
}

/** Null: it failed by itself. */
async function taken({ answer, abort }: EarlyAnswer, signal: AbortSignal | null): Promise<Answered | null> {
	signal?.addEventListener("abort", abort, { once: true });
	try {
		signal?.throwIfAborted();
		return await answer;
	} catch {
		signal?.throwIfAborted();
		return null;
	}
}
