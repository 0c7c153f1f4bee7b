import { useMemo, useSyncExternalStore } from "react";
import type { Column } from "../data-table";
import { type Choosable, type ColumnWishes, noWishes, parseWishes, wishedColumns, withTick } from "./column-wishes";
import { readText, subscribe, wishesKey, writeText } from "./kept-wishes";

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
