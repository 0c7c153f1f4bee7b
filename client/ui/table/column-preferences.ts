import { useMemo } from "react";
import { readChoice, storeChoice, useChoice } from "../browser-choice";
import type { Column } from "./column";

export type ColumnChoice = {
	shown: string[];
	ticked: string[];
	tick: (column: Choosable, isTicked: boolean) => void;
	reset: () => void;
};

export function useShownColumns<Row>(listName: string, columns: Column<Row>[]): ColumnChoice {
	const key = preferencesKey(listName);
	const text = useChoice(() => readChoice(key));
	return useMemo(() => {
		const preferences = parsePreferences(text);
		const write = (next: ColumnPreferences) => storeChoice(key, JSON.stringify(next));
		return {
			shown: chosenColumns(columns, preferences),
			ticked: preferences.added,
			tick: (column, isTicked) => write(withTick(parsePreferences(readChoice(key)), column, isTicked)),
			reset: () => write(noPreferences),
		};
	}, [key, columns, text]);
}

/** Only changes of the default are stored, so that new columns take their default position. */
export type ColumnPreferences = { hidden: string[]; added: string[] };

type Choosable = Pick<Column<never>, "id" | "isOptional" | "isFixed">;

export const noPreferences: ColumnPreferences = { hidden: [], added: [] };

export function parsePreferences(text: string | null): ColumnPreferences {
	if (text === null) return noPreferences;
	try {
		const { hidden, added }: Record<string, unknown> = JSON.parse(text);
		return areTexts(hidden) && areTexts(added) ? { hidden, added } : noPreferences;
	} catch {
		// Not an object in JSON: another program wrote it.
		return noPreferences;
	}
}

function areTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((each) => typeof each === "string");
}

export function canHide({ isFixed }: Choosable, index: number): boolean {
	return index > 0 && !isFixed;
}

export function chosenColumns(columns: Choosable[], { hidden, added }: ColumnPreferences): string[] {
	const isShown = (column: Choosable, index: number) => {
		if (!canHide(column, index)) return true;
		return column.isOptional ? added.includes(column.id) : !hidden.includes(column.id);
	};
	return columns.filter(isShown).map(({ id }) => id);
}

/** A column that was ticked manually is shown in narrow windows too. */
export function withTick(
	{ hidden, added }: ColumnPreferences,
	column: Choosable,
	isTicked: boolean,
): ColumnPreferences {
	const { id, isOptional } = column;
	const isOther = (other: string) => other !== id;
	return {
		// An optional column needs no preference to be hidden, and may become a default one.
		// An optional column needs no preference to be hidden, and may become a default one.
		hidden: [...hidden.filter(isOther), ...(isTicked || isOptional ? [] : [id])],
		added: [...added.filter(isOther), ...(isTicked ? [id] : [])],
	};
}

const version = 1;
function preferencesKey(listName: string): string {
	return `columns.v${version}.${listName}`;
}

export function storedPreferences(listName: string): ColumnPreferences {
	return parsePreferences(readChoice(preferencesKey(listName)));
}
