import { useSyncExternalStore } from "react";

/* How a person reads things, kept in this browser: all its tabs follow at once. */

const listeners = new Set<() => void>();

/** Of what storage denied, for this page's life. */
const unstored = new Map<string, string>();

export function readChoice(key: string): string | null {
	const kept = unstored.get(key);
	if (kept !== undefined) return kept;
	try {
		return localStorage.getItem(key);
	} catch {
		// Storage can be forbidden; the default applies then.
		return null;
	}
}

export function storeChoice(key: string, choice: string): void {
	try {
		localStorage.setItem(key, choice);
	} catch {
		unstored.set(key, choice);
	}
	announceChoices();
}

/** From then on the default applies. */
export function forgetChoice(key: string): void {
	unstored.delete(key);
	try {
		localStorage.removeItem(key);
	} catch {
		// Nothing was stored either.
	}
	announceChoices();
}

let version = 0;
// Before a user who listens looks again. Tests of plain rules have no page.
globalThis.addEventListener?.("storage", () => {
	version += 1;
});

/** Another number once any choice, here or in another tab, may have changed: for who reads several at every value. */
export function choicesVersion(): number {
	return version;
}

/** What choices mean has changed, as where a default has. */
export function announceChoices(): void {
	version += 1;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	window.addEventListener("storage", listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener("storage", listener);
	};
}

/** `read` gives the same value until a choice changes it. */
export function useChoice<Choice>(read: () => Choice): Choice {
	return useSyncExternalStore(subscribe, read);
}
