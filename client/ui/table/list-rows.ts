import { pageLanguage } from "../../base/page-language";
import type { CellValue, Column, Sort } from "./column";
import type { ListSearch } from "./list-search";

export type ListColumn<Row> = Column<Row> & { value: (row: Row) => CellValue };

type FilterName = Exclude<keyof ListSearch, "q" | "sort">;

export type Facet<Row> = {
	name: FilterName;
	label: string;
	options: { value: string; label: string }[];
	of: (row: Row) => string;
};

const collator = new Intl.Collator(pageLanguage, { numeric: true, sensitivity: "base" });

function compareValues(a: string | number, b: string | number): number {
	return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

type SortKeys<Row> = {
	/** Null is always last, in both directions. */
	sortKeyOf: (row: Row) => string | number | null;
	nameOf: (row: Row) => string;
	idOf: (row: Row) => string;
};

export function sortRows<Row>(rows: Row[], isDescending: boolean, { sortKeyOf, nameOf, idOf }: SortKeys<Row>): Row[] {
	const keyed = rows.map((row) => ({ row, value: sortKeyOf(row) }));
	keyed.sort((a, b) => {
		const order =
			a.value === null || b.value === null
				? Number(a.value === null) - Number(b.value === null)
				: compareValues(a.value, b.value) * (isDescending ? -1 : 1);
		return order || collator.compare(nameOf(a.row), nameOf(b.row)) || (idOf(a.row) < idOf(b.row) ? -1 : 1);
	});
	return keyed.map(({ row }) => row);
}

const rowName = ({ name }: { name: string }) => name;
export const rowId = ({ id }: { id: string }): string => id;

export function sortedByName<Row extends { id: string; name: string }>(rows: Row[]): Row[] {
	return sortRows(rows, false, { sortKeyOf: rowName, nameOf: rowName, idOf: rowId });
}

export function sortFromText(text: string | undefined, usual: Sort, hasColumn: (id: string) => boolean): Sort {
	const isDescending = text?.startsWith("-") ?? false;
	const columnId = isDescending ? text?.slice(1) : text;
	return columnId && hasColumn(columnId) ? { columnId, isDescending } : usual;
}

export function sortToText({ columnId, isDescending }: Sort, usual: Sort): string | undefined {
	if (columnId === usual.columnId && isDescending === usual.isDescending) return undefined;
	return `${isDescending ? "-" : ""}${columnId}`;
}

export function chosenFrom<T extends string>(text: string | undefined, isMember: (part: string) => part is T): T[] {
	return [...new Set(text?.split(",") ?? [])].filter(isMember);
}
