import type { Sort } from "./data-table";
import { chosenFrom, type Facet, type ListColumn, sortFromText, sortRows } from "./list-rows";
import type { ListSearch } from "./list-search";

export type ListParts<Row> = {
	rowKey: (row: Row) => string;
	/** The first names the row and sorts the list unless the address says otherwise. */
	columns: [ListColumn<Row>, ...ListColumn<Row>[]];
	facets?: Facet<Row>[];
	/** The texts in which a row is searched. */
	searched: (row: Row) => (string | null)[];
};

/** How a list is sorted when its address says nothing. */
export function usualSort<Row>({ columns }: ListParts<Row>): Sort {
	return { columnId: columns[0].id, isDescending: false };
}

export function sortOf<Row>(parts: ListParts<Row>, { sort }: ListSearch): Sort {
	return sortFromText(sort, usualSort(parts), (id) => parts.columns.some((column) => column.id === id));
}

export function chosenOf<Row>({ name, options }: Facet<Row>, search: ListSearch): string[] {
	return chosenFrom(search[name], (part): part is string => options.some(({ value }) => value === part));
}

/** The rows that match what the address asks for, in its order. */
export function rowsShown<Row>(rows: Row[], parts: ListParts<Row>, search: ListSearch): Row[] {
	const { rowKey, columns, facets = [], searched } = parts;
	const chosen = facets.map((facet) => ({ facet, values: chosenOf(facet, search) }));
	const text = search.q?.trim().toLowerCase() ?? "";
	const found = rows.filter(
		(row) =>
			chosen.every(({ facet, values }) => values.length === 0 || values.includes(facet.of(row))) &&
			(text === "" || searched(row).some((part) => part?.toLowerCase().includes(text))),
	);
	const sort = sortOf(parts, search);
	const sorted = columns.find(({ id }) => id === sort.columnId) ?? columns[0];
	return sortRows(found, sort.isDescending, {
		sortKeyOf: (row) => sortValue(sorted, row),
		nameOf: (row) => String(columns[0].value(row)),
		idOf: rowKey,
	});
}

/** A chip for each value that occurs; none where all rows are alike, since it would tell nothing apart. */
export function chipsOf<Row>({ name, options, of }: Facet<Row>, rows: Row[], chosen: string[]) {
	const counts = new Map<string, number>();
	for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
	const chips = options
		.map(({ value, label }) => ({
			key: `${name}-${value}`,
			value,
			label,
			count: counts.get(value) ?? 0,
			isOn: chosen.includes(value),
		}))
		.filter(({ count, isOn }) => count > 0 || isOn);
	return chips.length > 1 || chosen.length > 0 ? chips : [];
}

function sortValue<Row>({ rank, value }: ListColumn<Row>, row: Row): string | number | null {
	if (rank) return rank(row);
	const held = value(row);
	return held instanceof Date ? held.getTime() : held;
}
