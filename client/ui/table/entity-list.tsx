import { Button } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import type { ApiCall } from "../../../shared/account/api-call";
import { foldText } from "../../../shared/base/fold-text";
import { EmptyNote } from "../feedback/notes";
import { countOf } from "../format";
import { Card } from "../layout/card";
import { PageHead } from "../layout/page-head";
import { ApiCallButton, type ListedCalls } from "./api-call-button";
import { type BulkAction, BulkBar } from "./bulk-bar";
import type { Sort } from "./column";
import { ColumnChooser } from "./column-chooser";
import { useShownColumns } from "./column-preferences";
import { DataTable } from "./data-table";
import { ExportButton, listCsv } from "./export-csv";
import { ExportPagesButton, type ListPages } from "./export-pages";
import { FilterBar, NoMatchNote } from "./filter-bar";
import classes from "./filter-bar.module.css";
import { chosenFrom, type Facet, type ListColumn, sortFromText, sortRows, sortToText, withToggled } from "./list-rows";
import { ListSearch, useRequestedSearch, useSearchEntry } from "./list-search";
import type { RowAction } from "./row-menu";
import { RowTimes } from "./row-times";
import { useSelection } from "./use-selection";

/** Keep columns, facets and functions the same between renders: a change sorts all rows again. */
type EntityListProps<Row extends RowData> = ListParts<Row> & {
	title: string;
	noun: string;
	/** Names the stored column choice and the CSV file; the plural noun by default. */
	listName?: string;
	subtitle?: ReactNode;
	rows: Row[];
	searchHint: string;
	empty: { icon: ReactNode; title: string; text: ReactNode; action?: ReactNode };
	rowActions?: (row: Row) => RowAction[];
	bulkActions?: BulkAction<Row>[];
	headActions?: ReactNode;
	/** The same list of the API, if there is one. `hasIds`: the API accepts ids of rows. */
	api: (ApiCall & { hasIds?: boolean }) | null;
	onOlder?: (() => void) | null;
	isLoadingOlder?: boolean;
	pages?: ListPages<Row>;
	/** How far back older pages were searched, epoch ms; null: the rows show it. */
	searchedTo?: number | null;
	noMatch?: { title?: string; text: string; onClear: () => void } | null;
	children?: ReactNode;
};

/** Its state is in the address. Its CSV holds the shown rows, with older pages. */
export function EntityList<Row extends RowData>(props: EntityListProps<Row>) {
	const { title, noun, rows, rowKey, columns, facets, searched, bulkActions, onOlder, noMatch } = props;
	const count = countOf(rows.length, noun);
	const listName = props.listName ?? `${noun}s`;
	const [search, change] = useListSearch();
	const requested = useDeferredValue(search);
	const parts = useMemo(() => ({ rowKey, columns, facets, searched }), [rowKey, columns, facets, searched]);
	const matching = useMemo(() => rowsShown(rows, parts, requested), [rows, parts, requested]);
	const sort = useMemo(() => sortOf(parts, search), [parts, search]);
	const selection = useSelection(matching, rowKey);
	const columnChoice = useShownColumns<Row>(listName, columns);
	const fileName = `${listName.replaceAll(" ", "-")}.csv`;
	const csvOf = (written: Row[]) =>
		listCsv(
			columns.filter(({ id }) => columnChoice.shown.includes(id)),
			written,
			rowKey,
		);
	const chosen = (facets ?? []).map((facet) => ({ facet, values: chosenOf(facet, search) }));
	const text = search.q?.trim() ?? "";
	const isFiltered = text !== "" || chosen.some(({ values }) => values.length > 0);
	const clear = () =>
		change({ q: undefined, ...Object.fromEntries(chosen.map(({ facet }) => [facet.name, undefined])) });

	return (
		<>
			<PageHead
				title={title}
				subtitle={props.subtitle ?? (onOlder ? `The newest ${count} are here${searchedText(props.searchedTo)}` : count)}
			>
				{rows.length > 0 && <ColumnChooser columns={columns} choice={columnChoice} />}
				{onOlder && props.pages ? (
					<ExportPagesButton
						{...{ fileName, noun, pages: props.pages }}
						text={(all) => csvOf(rowsShown(all, parts, requested))}
					/>
				) : (
					<ExportButton fileName={fileName} rowCount={matching.length} text={() => csvOf(matching)} />
				)}
				{props.api && <ApiCallButton {...callsOf(props.api, { isFiltered, ids: matching.map(rowKey) })} />}
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
			<RowTimes>
				<Card>
					{rows.length === 0 ? (
						<NothingNote empty={props.empty} noMatch={onOlder ? nothingYet(noMatch ?? null) : (noMatch ?? null)} />
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
							actions={bulkActions}
							columnChoice={columnChoice}
						/>
					)}
				</Card>
			</RowTimes>
			{onOlder && (
				<div className={classes.older}>
					<Button variant="default" loading={props.isLoadingOlder === true} onClick={onOlder}>
						Load older
					</Button>
				</div>
			)}
		</>
	);
}

/** More ids make an address longer than some programs accept. */
const idsInCall = 200;

function callsOf(
	{ hasIds = false, list, parameters }: NonNullable<EntityListProps<never>["api"]>,
	{ isFiltered, ids }: { isFiltered: boolean; ids: string[] },
): ListedCalls {
	const isById = isFiltered && hasIds && ids.length > 0 && ids.length <= idsInCall;
	const byId: Record<string, string> = isById ? { id: ids.join(",") } : {};
	return { isWider: isFiltered && !isById, calls: () => [{ list, parameters: { ...parameters, ...byId } }] };
}

function searchedText(searchedTo: number | null | undefined): string {
	return typeof searchedTo === "number" ? `, searched back to ${utcDay(searchedTo)}` : "";
}

function utcDay(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

function nothingYet<NoMatch extends { title?: string }>(noMatch: NoMatch | null): NoMatch | null {
	return noMatch && { ...noMatch, title: "Nothing so far. Load older to search on" };
}

type NothingNoteProps = {
	empty: EntityListProps<never>["empty"];
	noMatch: Exclude<EntityListProps<never>["noMatch"], undefined>;
};

function NothingNote({ empty: { action, ...empty }, noMatch }: NothingNoteProps) {
	if (noMatch === null) return <EmptyNote {...empty}>{action}</EmptyNote>;
	const { title = "Nothing matches", text, onClear } = noMatch;
	return (
		<EmptyNote icon={empty.icon} title={title} text={text}>
			<Button variant="default" onClick={onClear}>
				Clear filters
			</Button>
		</EmptyNote>
	);
}

function useListSearch(): [ListSearch, (change: ListSearch) => void] {
	const search = useRequestedSearch(ListSearch, useSearch({ strict: false }));
	const navigate = useNavigate();
	const entryOf = useSearchEntry();
	const change = (next: ListSearch) =>
		void navigate({ to: ".", search: (before) => ({ ...before, ...next }), ...entryOf(next) });
	return [search, change];
}

export type ListParts<Row> = {
	rowKey: (row: Row) => string;
	columns: [ListColumn<Row>, ...ListColumn<Row>[]];
	facets?: Facet<Row>[];
	searched: (row: Row) => (string | null)[];
};

function usualSort<Row>({ columns }: ListParts<Row>): Sort {
	return { columnId: columns[0].id, isDescending: false };
}

export function sortOf<Row>(parts: ListParts<Row>, { sort }: ListSearch): Sort {
	return sortFromText(sort, usualSort(parts), (id) => parts.columns.some((column) => column.id === id));
}

function chosenOf<Row>({ name, options }: Facet<Row>, search: ListSearch): string[] {
	return chosenFrom(search[name], (part): part is string => options.some(({ value }) => value === part));
}

export function rowsShown<Row>(rows: Row[], parts: ListParts<Row>, search: ListSearch): Row[] {
	const { rowKey, columns, facets = [], searched } = parts;
	const chosen = facets.map((facet) => ({ facet, values: chosenOf(facet, search) }));
	const text = foldText(search.q?.trim() ?? "");
	const found = rows.filter(
		(row) =>
			chosen.every(({ facet, values }) => values.length === 0 || values.includes(facet.of(row))) &&
			(text === "" || searched(row).some((part) => part !== null && foldText(part).includes(text))),
	);
	const sort = sortOf(parts, search);
	const sorted = columns.find(({ id }) => id === sort.columnId) ?? columns[0];
	return sortRows(found, sort.isDescending, {
		sortKeyOf: (row) => sortValue(sorted, row),
		nameOf: (row) => String(columns[0].value(row)),
		idOf: rowKey,
	});
}

/** Empty if all rows are alike: chips would distinguish nothing. */
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
