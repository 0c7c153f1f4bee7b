import { useNavigate, useSearch } from "@tanstack/react-router";
import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { useAskedSearch } from "./asked-search";
import { Card } from "./card";
import { countOf } from "./count-words";
import { DataTable } from "./data-table";
import { EmptyNote } from "./empty-note";
import { ExportButton } from "./export-button";
import { FilterBar } from "./filter-bar";
import { listCsv } from "./list-csv";
import { sortToText, withToggled } from "./list-rows";
import { ListSearch } from "./list-search";
import { chipsOf, chosenOf, type ListParts, rowsShown, sortOf, usualSort } from "./list-view";
import { NoMatchNote } from "./no-match-note";
import { PageHead } from "./page-head";
import { useSearchEntry } from "./search-entry";
import { type BulkAction, BulkBar } from "./table/bulk-bar";
import { ColumnChooser } from "./table/column-chooser";
import type { RowAction } from "./table/row-menu";
import { useSelection } from "./table/use-selection";
import { useShownColumns } from "./table/use-shown-columns";

/** Keep columns, facets and functions between drawings, best outside of any component: the rows are sorted by them. */
type EntityListProps<Row extends RowData> = ListParts<Row> & {
	title: string;
	/** One of the things listed; takes an s in the plural. */
	noun: string;
	/** Under what the choice of columns is remembered: what is listed, in the plural, unless another list lists that. */
	listName?: string;
	subtitle?: ReactNode;
	rows: Row[];
	searchHint: string;
	empty: { icon: ReactNode; title: string; text: ReactNode; action?: ReactNode };
	rowActions?: (row: Row) => RowAction[];
	/** Rows can be selected where there is something to do with them. */
	bulkActions?: BulkAction<Row>[];
	/** Buttons of the screen, after those every list has. */
	headActions?: ReactNode;
	/** Stands between the head and the rows. */
	children?: ReactNode;
};

/** The screen of a list: its view lives in the address, and its CSV is what is shown. */
export function EntityList<Row extends RowData>(props: EntityListProps<Row>) {
	const { title, noun, rows, rowKey, columns, facets, searched, empty, bulkActions } = props;
	const listName = props.listName ?? `${noun}s`;
	const [search, change] = useListSearch();
	// Typing and clicking answer at once; a long list follows when there is time.
	const asked = useDeferredValue(search);
	const parts = useMemo(() => ({ rowKey, columns, facets, searched }), [rowKey, columns, facets, searched]);
	const matching = useMemo(() => rowsShown(rows, parts, asked), [rows, parts, asked]);
	const sort = useMemo(() => sortOf(parts, search), [parts, search]);
	const selection = useSelection(matching, rowKey);
	const columnChoice = useShownColumns<Row>(listName, columns);
	const chosen = (facets ?? []).map((facet) => ({ facet, values: chosenOf(facet, search) }));
	const text = search.q?.trim() ?? "";
	const isFiltered = text !== "" || chosen.some(({ values }) => values.length > 0);
	const clear = () =>
		change({ q: undefined, ...Object.fromEntries(chosen.map(({ facet }) => [facet.name, undefined])) });

	return (
		<>
			<PageHead title={title} subtitle={props.subtitle ?? countOf(rows.length, noun)}>
				{rows.length > 0 && <ColumnChooser columns={columns} choice={columnChoice} />}
				<ExportButton
					fileName={`${listName.replaceAll(" ", "-")}.csv`}
					rowCount={matching.length}
					text={() =>
						listCsv(
							columns.filter(({ id }) => columnChoice.shown.includes(id)),
							matching,
							rowKey,
						)
					}
				/>
				{props.headActions}
			</PageHead>
			{props.children}
			{rows.length > 0 && (
				<BulkBar selection={selection} noun={noun} totalCount={matching.length} actions={bulkActions ?? []}>
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
						shownCount={matching.length}
						totalCount={rows.length}
					/>
				</BulkBar>
			)}
			<Card>
				{rows.length === 0 ? (
					<EmptyNote {...empty}>{empty.action}</EmptyNote>
				) : matching.length === 0 ? (
					<NoMatchNote noun={noun} totalCount={rows.length} onClear={clear} />
				) : (
					<DataTable
						listName={listName}
						caption={title}
						columns={columns}
						rows={matching}
						rowKey={rowKey}
						sort={sort}
						onSort={(next) => change({ sort: sortToText(next, usualSort(parts)) })}
						rowActions={props.rowActions}
						selection={bulkActions ? selection : undefined}
						columnChoice={columnChoice}
					/>
				)}
			</Card>
		</>
	);
}

function useListSearch(): [ListSearch, (change: ListSearch) => void] {
	const search = useAskedSearch(ListSearch, useSearch({ strict: false }));
	const navigate = useNavigate();
	const entryOf = useSearchEntry();
	const change = (next: ListSearch) =>
		void navigate({ to: ".", search: (before) => ({ ...before, ...next }), ...entryOf(next) });
	return [search, change];
}
