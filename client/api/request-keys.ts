/** Of intents whose responses have not come; past these the oldest are given up. */
const mostPending = 50;
const pending = new Map<string, string>();

/**
 * The key of an intent, which is the same until its response has come: what is sent again after a lost response is not made
 * twice. Another input is another intent.
 */
export function requestKeyFor(intent: string): string {
	const key = pending.get(intent) ?? crypto.randomUUID();
	pending.set(intent, key);
	for (const oldest of pending.keys()) {
		if (pending.size <= mostPending) break;
		pending.delete(oldest);
	}
	return key;
}

/** Null: a call without one. */
export function intentDone(intent: string | null): void {
	if (intent !== null) pending.delete(intent);
}
