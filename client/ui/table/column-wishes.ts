import * as z from "zod/mini";
import type { Column } from "../data-table";

/** What somebody changed about a list's columns, so that columns that come later stand where their makers put them. */
const ColumnWishes = z.object({ hidden: z.array(z.string()), added: z.array(z.string()) });
export type ColumnWishes = z.infer<typeof ColumnWishes>;

export type Choosable = Pick<Column<never>, "id" | "isOptional" | "isFixed">;

export const noWishes: ColumnWishes = { hidden: [], added: [] };

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

/** The ids of the columns to show, in their order. */
export function wishedColumns(columns: Choosable[], { hidden, added }: ColumnWishes): string[] {
	const isShown = (column: Choosable, index: number) => {
		if (!canHide(column, index)) return true;
		return column.isOptional ? added.includes(column.id) : !hidden.includes(column.id);
	};
	return columns.filter(isShown).map(({ id }) => id);
}

/** The wishes after a column is ticked, or its tick taken away. What is ticked by hand stands in narrow windows too. */
export function withTick({ hidden, added }: ColumnWishes, column: Choosable, isTicked: boolean): ColumnWishes {
	const { id, isOptional } = column;
	const isOther = (other: string) => other !== id;
	return {
		// An optional one needs nobody's wish to go, and may become a usual one.
		hidden: [...hidden.filter(isOther), ...(isTicked || isOptional ? [] : [id])],
		added: [...added.filter(isOther), ...(isTicked ? [id] : [])],
	};
}
