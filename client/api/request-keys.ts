/** Of intents whose answers have not come; past these the oldest are given up. */
const mostUnanswered = 50;
const unanswered = new Map<string, string>();

/**
 * The key of an intent, which is the same until its answer has come: what is sent again after a lost answer is not made
 * twice. Another input is another intent.
 */
export function requestKeyFor(intent: string): string {
	const key = unanswered.get(intent) ?? crypto.randomUUID();
	unanswered.set(intent, key);
	for (const oldest of unanswered.keys()) {
		if (unanswered.size <= mostUnanswered) break;
		unanswered.delete(oldest);
	}
	return key;
}

/** Null: a call without one. */
export function intentAnswered(intent: string | null): void {
	if (intent !== null) unanswered.delete(intent);
}
