/** Intents whose responses are pending; beyond this number the oldest are dropped. */
const mostPending = 50;
const pending = new Map<string, string>();

/** Stays the same until the intent's response, so that a resent request takes effect once. */
export function requestKeyFor(intent: string): string {
	const key = pending.get(intent) ?? crypto.randomUUID();
	pending.set(intent, key);
	for (const oldest of pending.keys()) {
		if (pending.size <= mostPending) break;
		pending.delete(oldest);
	}
	return key;
}

/** Null for a call without an intent. */
export function intentDone(intent: string | null): void {
	if (intent !== null) pending.delete(intent);
}
