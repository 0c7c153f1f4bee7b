import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Column } from "./data-table";

export type ColumnChoice = {
	shown: string[];
	ticked: string[];
	tick: (column: Choosable, isTicked: boolean) => void;
	reset: () => void;
};

export function useShownColumns<Row>(listName: string, columns: Column<Row>[]): ColumnChoice {
	const key = wishesKey(listName);
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

/** Only changes of the default are stored, so that new columns stand in their default place. */
const ColumnWishes = z.object({ hidden: z.array(z.string()), added: z.array(z.string()) });
export type ColumnWishes = z.infer<typeof ColumnWishes>;

type Choosable = Pick<Column<never>, "id" | "isOptional" | "isFixed">;

export const noWishes: ColumnWishes = { hidden: [], added: [] };

export function parseWishes(text: string | null): ColumnWishes {
	if (text === null) return noWishes;
	try {
		const parsed = ColumnWishes.safeParse(JSON.parse(text));
		return parsed.success ? parsed.data : noWishes;
	} catch {
		// No JSON: something else wrote it.
		return noWishes;
	}
}

export function canHide({ isFixed }: Choosable, index: number): boolean {
	return index > 0 && !isFixed;
}

export function wishedColumns(columns: Choosable[], { hidden, added }: ColumnWishes): string[] {
	const isShown = (column: Choosable, index: number) => {
		if (!canHide(column, index)) return true;
		return column.isOptional ? added.includes(column.id) : !hidden.includes(column.id);
	};
	return columns.filter(isShown).map(({ id }) => id);
}

/** A column that was ticked manually is shown in narrow windows too. */
export function withTick({ hidden, added }: ColumnWishes, column: Choosable, isTicked: boolean): ColumnWishes {
	const { id, isOptional } = column;
	const isOther = (other: string) => other !== id;
	return {
		// An optional column needs no preference to be hidden, and may become a default one.
		hidden: [...hidden.filter(isOther), ...(isTicked || isOptional ? [] : [id])],
		added: [...added.filter(isOther), ...(isTicked ? [id] : [])],
	};
}

const version = 1;
const listeners = new Set<() => void>();
/** For this page's life, where the browser forbids storage. */
const unstored = new Map<string, string>();

function wishesKey(listName: string): string {
	return `columns.v${version}.${listName}`;
}

export function keptWishes(listName: string): ColumnWishes {
	return parseWishes(readText(wishesKey(listName)));
}

function readText(key: string): string | null {
	try {
		return unstored.get(key) ?? localStorage.getItem(key);
	} catch {
		// Storage can be forbidden; then nothing is remembered.
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
