import { type ColumnWishes, parseWishes } from "./column-wishes";

const version = 1;
const listeners = new Set<() => void>();
/** Holds for this page's life where the browser forbids storage. */
const unstored = new Map<string, string>();

/** Under what the browser keeps the choice of a list's columns. */
export function wishesKey(listName: string): string {
	return `columns.v${version}.${listName}`;
}

/** The choice as it is kept now; it is not followed. */
export function keptWishes(listName: string): ColumnWishes {
	return parseWishes(readText(wishesKey(listName)));
}

export function readText(key: string): string | null {
	try {
		return unstored.get(key) ?? localStorage.getItem(key);
	} catch {
		// Storage can be forbidden; nothing is remembered then.
		return null;
	}
}

export function writeText(key: string, text: string): void {
	try {
		localStorage.setItem(key, text);
	} catch {
		// Kept for this page's life, since it cannot be stored.
		unstored.set(key, text);
	}
	for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	window.addEventListener("storage", listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener("storage", listener);
	};
}
