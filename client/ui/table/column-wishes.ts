import * as z from "zod/mini";
import type { Column } from "../data-table";

/** What somebody changed about a list's columns, so that columns that come later stand where their makers put them. */
const ColumnWishes = z.object({ hidden: z.array(z.string()), added: z.array(z.string()) });
export type ColumnWishes = z.infer<typeof ColumnWishes>;

type Choosable = Pick<Column<never>, "id" | "isOptional" | "isFixed">;

const noWishes: ColumnWishes = { hidden: [], added: [] };

/** What a browser has kept; nothing where that means nothing. */
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

/** The first column names the row and always stands. */
export function canHide({ isFixed }: Choosable, index: number): boolean {
	return index > 0 && !isFixed;
}

/** The ids of the columns that stand without anybody's choice. */
export function usualColumns(columns: Choosable[]): string[] {
	return wishedColumns(columns, noWishes);
}

/** The ids of the columns to show, in their order. */
export function wishedColumns(columns: Choosable[], { hidden, added }: ColumnWishes): string[] {
	const isShown = (column: Choosable, index: number) => {
		if (!canHide(column, index)) return true;
		return column.isOptional ? added.includes(column.id) : !hidden.includes(column.id);
	};
	return columns.filter(isShown).map(({ id }) => id);
}

/** The wishes that show just these columns. Those about columns that are not there just now are kept. */
export function wishesFor(columns: Choosable[], shown: string[], before: ColumnWishes): ColumnWishes {
	const ids = columns.map(({ id }) => id);
	const isAway = (id: string) => !ids.includes(id);
	const idsOf = (isWanted: (column: Choosable) => boolean) => columns.filter(isWanted).map(({ id }) => id);
	return {
		hidden: [...before.hidden.filter(isAway), ...idsOf(({ id, isOptional }) => !isOptional && !shown.includes(id))],
		added: [
			...before.added.filter(isAway),
			...idsOf(({ id, isOptional }) => isOptional === true && shown.includes(id)),
		],
	};
}
