import { useSyncExternalStore } from "react";

/* Display choices, stored in this browser: all its tabs follow at once. */

const listeners = new Set<() => void>();

const unstored = new Map<string, string>();

export function readChoice(key: string): string | null {
	const kept = unstored.get(key);
	if (kept !== undefined) return kept;
	try {
		return localStorage.getItem(key);
	} catch {
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
// Registered before any listener. Tests of plain rules have no page.
globalThis.addEventListener?.("storage", () => {
	version += 1;
});

/** Changes once a choice may have changed in any tab, for code that reads several choices per value. */
export function choicesVersion(): number {
	return version;
}

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

export function useChoice<Choice>(read: () => Choice): Choice {
	return useSyncExternalStore(subscribe, read);
}
