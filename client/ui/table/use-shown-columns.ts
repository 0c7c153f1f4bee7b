import { useMemo, useSyncExternalStore } from "react";
import type { Column } from "../data-table";
import { type Choosable, type ColumnWishes, noWishes, parseWishes, wishedColumns, withTick } from "./column-wishes";

const version = 1;
const listeners = new Set<() => void>();
/** Holds for this page's life where the browser forbids storage. */
const unstored = new Map<string, string>();

/** Which columns of a list stand, as this browser remembers it, and the way to choose others. */
export type ColumnChoice = {
	/** The ids of the columns to show, in their order. */
	shown: string[];
	/** The ids of those that somebody ticked. */
	ticked: string[];
	tick: (column: Choosable, isTicked: boolean) => void;
	reset: () => void;
};

export function useShownColumns<Row>(listName: string, columns: Column<Row>[]): ColumnChoice {
	const key = `columns.v${version}.${listName}`;
	const text = useSyncExternalStore(subscribe, () => readText(key));
	return useMemo(() => {
		const wishes = parseWishes(text);
		const write = (next: ColumnWishes) => writeText(key, JSON.stringify(next));
		return {
			shown: wishedColumns(columns, wishes),
			ticked: wishes.added,
			tick: (column, isTicked) => write(withTick(parseWishes(readText(key)), column, isTicked)),
			reset: () => write(noWishes),
		};
	}, [key, columns, text]);
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
