import { VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { t } from "../../words/made/lists";
import { useTimeDisplayMode, viewerZone } from "../time/time-display";
import type { Column } from "./column";
import classes from "./data-table.module.css";
import { cellMarks } from "./table-cell";
import type { ListTable } from "./use-list-table";
import type { Selection } from "./use-selection";

type TableHeadProps<Row extends RowData> = {
	listName: string;
	columns: Column<Row>[];
	table: ListTable<Row>;
	canSort: boolean;
	selection?: Selection<Row>;
	hasMenu: boolean;
	sideways: ReactNode;
};

export function TableHead<Row extends RowData>(props: TableHeadProps<Row>) {
	const { listName, columns, table, canSort, selection, hasMenu, sideways } = props;
	return (
		<thead>
			<tr aria-rowindex={1}>
				{selection && (
					<td className={classes.pick}>
						<AllBox listName={listName} selection={selection} />
					</td>
				)}
				{columns.map((column) => (
					<HeaderCell key={column.id} column={column} table={table} canSort={canSort} />
				))}
				{hasMenu && (
					<th scope="col" className={classes.menu}>
						<VisuallyHidden>{t("actions")}</VisuallyHidden>
						{sideways}
					</th>
				)}
			</tr>
		</thead>
	);
}

function AllBox<Row>({ listName, selection }: { listName: string; selection: Selection<Row> }) {
	const { count, isAll, selectAll, clear } = selection;
	return (
		<label className={classes.box}>
			<input
				type="checkbox"
				aria-label={t("selection.allThings", { list: listName.replaceAll(" ", "_") })}
				ref={(box) => {
					if (box) box.indeterminate = count > 0 && !isAll;
				}}
				checked={isAll}
				onChange={isAll ? clear : selectAll}
			/>
		</label>
	);
}

type HeaderCellProps<Row extends RowData> = { column: Column<Row>; table: ListTable<Row>; canSort: boolean };

function HeaderCell<Row extends RowData>({ column, table, canSort }: HeaderCellProps<Row>) {
	const modelled = table.getColumn(column.id);
	const sorted = canSort && modelled?.getIsSorted();
	if (!canSort || !modelled?.getCanSort()) return <PlainHeaderCell column={column} />;
	const words = sortWordsOf(column, table.options.data);
	const [current = null, next = ""] =
		sorted === "desc" ? [...words].reverse() : sorted === "asc" ? words : [null, words[0]];
	const isDown = (sorted === "desc") !== (column.isReversed ?? false);
	const SortIcon = !sorted ? IconArrowsSort : isDown ? IconArrowDown : IconArrowUp;
	return (
		<th scope="col" aria-sort={sorted ? (isDown ? "descending" : "ascending") : undefined} {...cellMarks(column)}>
			<button
				type="button"
				className={classes.sort}
				aria-label={current === null ? undefined : `${column.header}, ${current}`}
				title={current === null ? t("sort.press", { order: next }) : t("sort.sorted", { current, next })}
				onClick={() => modelled.toggleSorting()}
			>
				{column.header}
				<SortIcon size={13} stroke={2} aria-hidden="true" data-sorted={sorted ? true : undefined} />
			</button>
			<ClockName column={column} />
		</th>
	);
}

function sortWordsOf<Row>(column: Column<Row>, rows: readonly Row[]): readonly string[] {
	const { sortWords, isReversed, isNumber, rank, value } = column;
	if (sortWords) return sortWords;
	const words = () => {
		const row = rows.find((one) => (value?.(one) ?? null) !== null);
		const sample = row === undefined ? null : (value?.(row) ?? null);
		if (sample instanceof Date) return [t("sort.oldestFirst"), t("sort.newestFirst")];
		if (isNumber || typeof sample === "number") return [t("sort.lowestFirst"), t("sort.highestFirst")];
		return rank ? [t("sort.ascending"), t("sort.descending")] : [t("sort.upward"), t("sort.downward")];
	};
	return isReversed ? words().reverse() : words();
}

function ClockName<Row>({ column: { isTime, clock } }: { column: Column<Row> }) {
	const mode = useTimeDisplayMode();
	return isTime && <span className={classes.clock}> ({clock && mode === "local" ? t("deviceTime") : viewerZone})</span>;
}

export function PlainHeaderCell<Row>({ column }: { column: Column<Row> }) {
	return (
		<th scope="col" {...cellMarks(column)}>
			{column.isHeaderHidden ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header} {column.headerMark}
			<ClockName column={column} />
		</th>
	);
}
