import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Column } from "../data-table";
import { parseWishes, wishedColumns, wishesFor } from "./column-wishes";

const version = 1;
const listeners = new Set<() => void>();
/** Holds for this page's life where the browser forbids storage. */
const unstored = new Map<string, string>();

/** The ids of the columns to show, in their order, as this browser remembers them; and the way to choose others. */
export function useShownColumns<Row>(
	listName: string,
	columns: Column<Row>[],
): [shown: string[], setShown: (shown: string[]) => void] {
	const key = `columns.v${version}.${listName}`;
	const text = useSyncExternalStore(subscribe, () => readText(key));
	const shown = useMemo(() => wishedColumns(columns, parseWishes(text)), [columns, text]);
	const setShown = useCallback(
		(next: string[]) => writeText(key, JSON.stringify(wishesFor(columns, next, parseWishes(readText(key))))),
		[key, columns],
	);
	return [shown, setShown];
}

function readText(key: string): string | null {
	try {
		return unstored.get(key) ?? localStorage.getItem(key);
	} catch {
		// Storage can be forbidden; nothing is remembered then.
		return null;
	}
}

function writeText(key: string, text: string): void {
	try {
		localStorage.setItem(key, text);
	} catch {
		// Kept for this page's life, since it cannot be stored.
		unstored.set(key, text);
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
