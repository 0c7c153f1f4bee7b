import { useSyncExternalStore } from "react";

/* How a person reads things, kept in this browser: all its tabs follow at once. */

const listeners = new Set<() => void>();

/** Of what storage refused, for this page's life. */
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
