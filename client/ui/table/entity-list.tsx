import { useNavigate, useSearch } from "@tanstack/react-router";
import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import type { ApiCall } from "../../../shared/account/api-call";
import { foldText } from "../../../shared/base/fold-text";
import { t } from "../../words/made/lists";
import { EmptyNote } from "../feedback/notes";
import { PlainButton } from "../form/buttons";
import { countText } from "../format";
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
import { FilterBar } from "./filter-bar";
import classes from "./filter-bar.module.css";
import { choiceField, type FilterField, type FilterOption } from "./filter-field";
import type { ListNoun } from "./list-noun";
import { chosenFrom, type Facet, type ListColumn, sortFromText, sortRows, sortToText } from "./list-rows";
import { ListSearch, useRequestedSearch, useSearchEntry } from "./list-search";
import { NoMatchNote } from "./no-match-note";
import type { RowAction } from "./row-menu";
import { RowTimes } from "./row-times";
import { SearchBox } from "./search-box";
import { useSelection } from "./use-selection";

/** Keep columns, facets and functions the same between renders: a change sorts all rows again. */
type EntityListProps<Row extends RowData> = ListParts<Row> & {
	title: string;
	noun: ListNoun;
	/** Names the stored column choice and the CSV file; the plural noun by default. */
	listName?: string;
	subtitle?: ReactNode;
	rows: Row[];
	searchHint: string;
	empty: { icon: ReactNode; title: string; text: ReactNode; action?: ReactNode };
	rowActions?: (row: Row) => RowAction[];
	bulkActions?: BulkAction<Row>[];
	/** Creates a row: stands in the head, and in an empty list that has no `action` of its own. */
	newLink?: ReactNode;
	headActions?: ReactNode;
	/** The same list of the API, if there is one. `hasIds`: the API accepts ids of rows. */
	api: (ApiCall & { hasIds?: boolean }) | null;
	onOlder?: (() => void) | null;
	isLoadingOlder?: boolean;
	pages?: ListPages<Row>;
	/** How far back older pages were searched, epoch ms; null: the rows show it. */
	searchedTo?: number | null;
	/** Filters that the backend applies, so that they reach rows that are not loaded. */
	server?: ServerFilters;
	views?: ReactNode;
	children?: ReactNode;
};

/** `cleared`: the parameters of the address that hold them. */
type ServerFilters = { fields: FilterField[]; cleared: Record<string, undefined>; noMatch: NoMatch };

type NoMatch = { title?: string; text: string };

/** Its state is in the address. Its CSV holds the shown rows, with older pages. */
export function EntityList<Row extends RowData>(props: EntityListProps<Row>) {
	const { title, noun, rows, rowKey, columns, facets, searched, bulkActions, onOlder, server } = props;
	const count = t("things", { noun, count: rows.length });
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
	const isNarrowed = text !== "" || chosen.some(({ values }) => values.length > 0);
	const isServerFiltered = server?.fields.some(({ chip }) => chip !== null) ?? false;
	const ownNames = Object.fromEntries(chosen.map(({ facet }) => [facet.name, undefined]));
	const clear = () => change({ q: undefined, ...ownNames, ...server?.cleared });
	const ownFields = chosen.map(({ facet, values }) =>
		facetField({
			facet,
			rows,
			chosen: values,
			onChoose: (next) => change({ [facet.name]: next.join(",") || undefined }),
		}),
	);

	return (
		<>
			<PageHead
				isDense
				title={title}
				subtitle={props.subtitle ?? (onOlder ? newestText(noun, rows.length, props.searchedTo) : count)}
			>
				{rows.length > 0 && <ColumnChooser columns={columns} choice={columnChoice} />}
				{onOlder && props.pages ? (
					<ExportPagesButton
						fileName={fileName}
						noun={noun}
						pages={props.pages}
						text={(all) => csvOf(rowsShown(all, parts, requested))}
					/>
				) : (
					<ExportButton fileName={fileName} rowCount={matching.length} text={() => csvOf(matching)} />
				)}
				{props.api && <ApiCallButton {...callsOf(props.api, { isFiltered: isNarrowed, ids: matching.map(rowKey) })} />}
				{props.newLink}
				{props.headActions}
			</PageHead>
			{props.children}
			{(rows.length > 0 || isServerFiltered) && (
				<BulkBar selection={selection} noun={noun} totalCount={matching.length} actions={bulkActions ?? []}>
					<FilterBar
						things={noun}
						search={
							<SearchBox
								label={t("search.label", { noun })}
								placeholder={props.searchHint}
								text={text}
								onText={(q) => change({ q })}
							/>
						}
						fields={[...(server?.fields ?? []), ...ownFields]}
						isFiltered={isNarrowed || isServerFiltered}
						onClear={clear}
						{...(isNarrowed && {
							count: t("shownOf", { shown: countText(matching.length), all: countText(rows.length) }),
						})}
						views={props.views}
					/>
				</BulkBar>
			)}
			<RowTimes>
				<Card>
					{rows.length === 0 ? (
						<NothingNote
							empty={{ action: props.newLink, ...props.empty }}
							noMatch={server && isServerFiltered ? (onOlder ? nothingYet(server.noMatch) : server.noMatch) : null}
							onClear={clear}
						/>
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
					<PlainButton loading={props.isLoadingOlder === true} onClick={onOlder}>
						{t("older.load")}
					</PlainButton>
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

function newestText(noun: ListNoun, count: number, searchedTo: number | null | undefined): string {
	if (typeof searchedTo !== "number") return t("newest", { noun, count });
	return t("newest.searchedTo", { noun, count, day: utcDay(searchedTo) });
}

function utcDay(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

function nothingYet(noMatch: NoMatch): NoMatch {
	return { ...noMatch, title: t("older.nothingYet") };
}

type NothingNoteProps = {
	empty: EntityListProps<never>["empty"];
	noMatch: NoMatch | null;
	onClear: () => void;
};

function NothingNote({ empty: { action, ...empty }, noMatch, onClear }: NothingNoteProps) {
	if (noMatch === null) return <EmptyNote {...empty}>{action}</EmptyNote>;
	const { title = t("nothingMatches"), text } = noMatch;
	return (
		<EmptyNote icon={empty.icon} title={title} text={text}>
			<PlainButton onClick={onClear}>{t("filter.clear")}</PlainButton>
		</EmptyNote>
	);
}

function useListSearch(): [ListSearch, (change: Record<string, string | undefined>) => void] {
	const search = useRequestedSearch(ListSearch, useSearch({ strict: false }));
	const navigate = useNavigate();
	const entryOf = useSearchEntry();
	const change = (next: Record<string, string | undefined>) =>
		void navigate({ to: ".", search: (before: object) => ({ ...before, ...next }), ...entryOf(next) });
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

type FacetParts<Row> = { facet: Facet<Row>; rows: Row[]; chosen: string[]; onChoose: (chosen: string[]) => void };

function facetField<Row>({ facet, rows, ...choice }: FacetParts<Row>): FilterField {
	const { name, label, options } = facet;
	return choiceField({
		name,
		label,
		...choice,
		options: () => occurringOptions(facet, rows, choice.chosen),
		labelOf: (value) => options.find((option) => option.value === value)?.label ?? value,
	});
}

/** Empty if all rows are alike: a filter would distinguish nothing. */
export function occurringOptions<Row>({ options, of }: Facet<Row>, rows: Row[], chosen: string[]): FilterOption[] {
	const counts = new Map<string, number>();
	for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
	const occurring = options
		.map((option) => ({ ...option, count: counts.get(option.value) ?? 0 }))
		.filter(({ value, count }) => count > 0 || chosen.includes(value));
	const isTelling = occurring.length > 1 || occurring.some(({ count }) => count < rows.length);
	return isTelling || chosen.length > 0 ? occurring : [];
}

function sortValue<Row>({ rank, value }: ListColumn<Row>, row: Row): string | number | null {
	if (rank) return rank(row);
	const held = value(row);
	return held instanceof Date ? held.getTime() : held;
}
