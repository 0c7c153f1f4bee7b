/** Aborts with the first of the signals. `AbortSignal.any` where the browser has it, since that also frees signals of the past. */
export function anySignal(signals: AbortSignal[]): AbortSignal {
	if ("any" in AbortSignal) return AbortSignal.any(signals);
	const joined = new AbortController();
	for (const signal of signals) {
		const abort = () => joined.abort(signal.reason);
		if (signal.aborted) abort();
		else signal.addEventListener("abort", abort);
	}
	return joined.signal;
}
