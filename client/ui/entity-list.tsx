import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "./card";
import { countOf } from "./count-words";
import { csvText } from "./csv";
import { type Column, DataTable } from "./data-table";
import { EmptyNote } from "./empty-note";
import { ExportButton } from "./export-button";
import { FilterBar } from "./filter-bar";
import {
	type CellValue,
	chosenFrom,
	type Facet,
	type ListColumn,
	sortFromText,
	sortRows,
	sortToText,
	withToggled,
} from "./list-rows";
import type { ListSearch } from "./list-search";
import { NoMatchNote } from "./no-match-note";
import { PageHead } from "./page-head";

type EntityListProps<Row> = {
	title: string;
	/** One of the things listed; takes an s in the plural. */
	noun: string;
	subtitle?: ReactNode;
	rows: Row[];
	rowKey: (row: Row) => string;
	/** The first names the row and sorts the list unless the address says otherwise. */
	columns: [ListColumn<Row>, ...ListColumn<Row>[]];
	facets?: Facet<Row>[];
	searchHint: string;
	/** The texts in which a row is searched. */
	searched: (row: Row) => (string | null)[];
	empty: { icon: ReactNode; title: string; text: string };
	/** Stands between the head and the rows. */
	children?: ReactNode;
};

/** The screen of a list: its view lives in the address, and its CSV is what is shown. */
export function EntityList<Row>(props: EntityListProps<Row>) {
	const { title, noun, rows, rowKey, columns, facets = [], searched, empty } = props;
	const [search, change] = useListSearch();
	const usual = { columnId: columns[0].id, isDescending: false };
	const sort = sortFromText(search.sort, usual, (id) => columns.some((column) => column.id === id));
	const chosen = facets.map((facet) => ({ facet, values: chosenOf(facet, search) }));
	const text = search.q?.trim() ?? "";
	const isFiltered = text !== "" || chosen.some(({ values }) => values.length > 0);
	const clear = () => change({ q: undefined, ...Object.fromEntries(facets.map(({ name }) => [name, undefined])) });

	const found = rows.filter(
		(row) =>
			chosen.every(({ facet, values }) => values.length === 0 || values.includes(facet.of(row))) &&
			(text === "" || searched(row).some((part) => part?.toLowerCase().includes(text.toLowerCase()))),
	);
	const sorted = columns.find(({ id }) => id === sort.columnId) ?? columns[0];
	const shown = sortRows(found, sort.isDescending, {
		sortKeyOf: (row) => sortValue(sorted, row),
		nameOf: (row) => String(columns[0].value(row)),
		idOf: rowKey,
	});

	return (
		<>
			<PageHead title={title} subtitle={props.subtitle ?? countOf(rows.length, noun)}>
				<ExportButton
					fileName={`${noun.replaceAll(" ", "-")}s.csv`}
					rowCount={shown.length}
					text={() => csvOf(shown, columns, rowKey)}
				/>
			</PageHead>
			{props.children}
			{rows.length > 0 && (
				<FilterBar
					things={`${noun}s`}
					searchHint={props.searchHint}
					text={text}
					onText={(q) => change({ q })}
					chips={chosen.flatMap(({ facet, values }) =>
						chipsOf(facet, rows, values).map((chip) => ({
							...chip,
							onToggle: () => change({ [facet.name]: withToggled(values, chip.value) }),
						})),
					)}
					isFiltered={isFiltered}
					onClear={clear}
					shownCount={shown.length}
					totalCount={rows.length}
				/>
			)}
			<Card>
				{rows.length === 0 ? (
					<EmptyNote {...empty} />
				) : shown.length === 0 ? (
					<NoMatchNote noun={noun} totalCount={rows.length} onClear={clear} />
				) : (
					<DataTable
						caption={title}
						columns={columns.map(shownColumn)}
						rows={shown}
						rowKey={rowKey}
						sort={sort}
						onSort={(next) => change({ sort: sortToText(next, usual) })}
					/>
				)}
			</Card>
		</>
	);
}

function useListSearch(): [ListSearch, (change: ListSearch) => void] {
	const search: ListSearch = useSearch({ strict: false });
	const navigate = useNavigate();
	const change = (next: ListSearch) =>
		void navigate({
			to: ".",
			search: (before) => ({ ...before, ...next }),
			replace: true,
			resetScroll: false,
		});
	return [search, change];
}

function chosenOf<Row>({ name, options }: Facet<Row>, search: ListSearch): string[] {
	return chosenFrom(search[name], (part): part is string => options.some(({ value }) => value === part));
}

/** A chip for each value that occurs; none where all rows are alike, since it would tell nothing apart. */
function chipsOf<Row>({ name, options, of }: Facet<Row>, rows: Row[], chosen: string[]) {
	const chips = options
		.map(({ value, label }) => ({
			key: `${name}-${value}`,
			value,
			label,
			count: rows.filter((row) => of(row) === value).length,
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

function shownColumn<Row>({ value, rank, cell, ...column }: ListColumn<Row>): Column<Row> {
	return { ...column, isSortable: true, cell: cell ?? ((row) => String(value(row) ?? "—")) };
}

function csvOf<Row>(rows: Row[], columns: ListColumn<Row>[], rowKey: (row: Row) => string): string {
	const hasDates = ({ value }: ListColumn<Row>) => rows.some((row) => value(row) instanceof Date);
	const head = columns.map((column) => (hasDates(column) ? `${column.header} (UTC)` : column.header));
	const body = rows.map((row) => [...columns.map(({ value }) => csvValue(value(row))), rowKey(row)]);
	return csvText([[...head, "Id"], ...body]);
}

function csvValue(value: CellValue): string | number | null {
	return value instanceof Date ? value.toISOString() : value;
}
