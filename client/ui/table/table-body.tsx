import type { RowData } from "@tanstack/react-table";
import { type ChangeEvent, lazy, memo, type Ref, type RefObject, Suspense, useCallback, useMemo } from "react";
import { t } from "../../words/made/lists";
import type { RowTime } from "../time/times-dialog";
import { useValueStyle } from "../value-display";
import type { Column } from "./column";
import classes from "./data-table.module.css";
import { type RowAction, RowMenu } from "./row-menu";
import { estimatedRowHeight, nameOf, plainCount, TableCell } from "./table-cell";
import type { ListTable } from "./use-list-table";

const VirtualRows = lazy(async () => ({ default: (await import("./virtual-rows")).VirtualRows }));

const firstCount = 30;

type TableBodyProps<Row extends RowData> = {
	body: RefObject<HTMLTableSectionElement | null>;
	columns: Column<Row>[];
	table: ListTable<Row>;
	isSelectable: boolean;
	rowActions?: (row: Row) => RowAction[];
};

export function TableBody<Row extends RowData>({
	body,
	columns,
	table,
	isSelectable,
	rowActions,
}: TableBodyProps<Row>) {
	const { rows } = table.getRowModel();
	const { getRow } = table;
	const select = useCallback(
		(id: string, event: ChangeEvent<HTMLInputElement>) => getRow(id).getToggleSelectedHandler()(event),
		[getRow],
	);
	const drawRow = (index: number, measure?: Ref<HTMLTableRowElement>) => {
		const row = rows[index];
		if (row === undefined) return null;
		return (
			<TableRow
				key={row.id}
				row={row.original}
				id={row.id}
				index={index}
				columns={columns}
				isSelected={isSelectable ? row.getIsSelected() : undefined}
				onSelect={select}
				rowActions={rowActions}
				measure={measure}
			/>
		);
	};
	const drawFirst = (count: number) => rows.slice(0, count).map((_, index) => drawRow(index));
	if (rows.length <= plainCount) {
		return (
			<tbody ref={body} data-plain>
				{drawFirst(plainCount)}
			</tbody>
		);
	}
	return (
		<>
			<tbody ref={body}>
				<Suspense
					fallback={
						<>
							{drawFirst(firstCount)}
							<RowsBelow count={rows.length - firstCount} />
						</>
					}
				>
					<VirtualRows
						body={body}
						count={rows.length}
						keyOf={(index) => rows[index]?.id ?? ""}
						drawRow={drawRow}
						isUniform={!columns.some(({ isWrapping }) => isWrapping)}
					/>
				</Suspense>
			</tbody>
			<WidestCells
				columns={columns}
				rows={table.options.data}
				hasPicks={isSelectable}
				hasMenu={rowActions !== undefined}
			/>
		</>
	);
}

/** Reserves the height of the rows, so that Back finds its position before they render. */
function RowsBelow({ count }: { count: number }) {
	return (
		// biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without content takes no focus
		<tr aria-hidden="true" className={classes.spacer} data-undrawn>
			<td style={{ height: count * estimatedRowHeight() }} />
		</tr>
	);
}

type TableRowProps<Row> = {
	row: Row;
	id: string;
	index: number;
	columns: Column<Row>[];
	isSelected?: boolean;
	/** The same function for all rows, so that a row renders only when it changes. */
	onSelect: (id: string, event: ChangeEvent<HTMLInputElement>) => void;
	rowActions?: (row: Row) => RowAction[];
	measure?: Ref<HTMLTableRowElement>;
};

function PlainTableRow<Row>(props: TableRowProps<Row>) {
	const { row, id, index, columns, isSelected, onSelect, rowActions, measure } = props;
	useValueStyle();
	return (
		<tr
			ref={measure}
			tabIndex={-1}
			data-index={index}
			data-row={id}
			aria-rowindex={index + 2}
			data-selected={isSelected || undefined}
		>
			{isSelected !== undefined && (
				<td className={classes.pick}>
					<label className={classes.box}>
						<input
							type="checkbox"
							aria-label={t("select.row", { row: nameOf(columns, row) })}
							checked={isSelected}
							onChange={(event) => onSelect(id, event)}
						/>
					</label>
				</td>
			)}
			{columns.map((column, position) => (
				<TableCell key={column.id} column={column} row={row} isName={position === 0} />
			))}
			{rowActions && (
				<td className={classes.menu}>
					<RowMenu name={nameOf(columns, row)} actions={() => rowActions(row)} times={() => timesOf(columns, row)} />
				</td>
			)}
		</tr>
	);
}

const TableRow = memo(PlainTableRow) as typeof PlainTableRow; // memo's own type forgets that it is generic

function timesOf<Row>(columns: Column<Row>[], row: Row): RowTime[] {
	return columns.flatMap(({ header, value, clock }) => {
		const time = value?.(row);
		return time instanceof Date ? { label: header, at: time.getTime(), clock: clock?.(row) ?? null } : [];
	});
}

type WidestCellsProps<Row> = { columns: Column<Row>[]; rows: readonly Row[]; hasPicks: boolean; hasMenu: boolean };

/** Enough rows to find long values, few enough to scan whenever the rows change. */
const sampleCount = 500;

/** A hidden row with the longest cell of each column: columns would move while scrolling. */
function WidestCells<Row>({ columns, rows, hasPicks, hasMenu }: WidestCellsProps<Row>) {
	const widest = useMemo(() => widestRows(columns, rows), [columns, rows]);
	return (
		<tfoot aria-hidden="true" inert>
			<tr className={classes.widest}>
				{hasPicks && <td />}
				{columns.map((column, index) => {
					const row = widest[index];
					return row === undefined ? (
						<td key={column.id} />
					) : (
						<TableCell key={column.id} column={column} row={row} isName={index === 0} />
					);
				})}
				{hasMenu && <td />}
			</tr>
		</tfoot>
	);
}

function widestRows<Row>(columns: Column<Row>[], rows: readonly Row[]): (Row | undefined)[] {
	const step = Math.max(1, Math.floor(rows.length / sampleCount));
	const sample = rows.filter((_, index) => index % step === 0);
	return columns.map(({ value }, position) => {
		// Names differ most and cost least.
		const among = position === 0 ? rows : sample;
		return value && longestOf(among, (row) => String(value(row) ?? "").length);
	});
}

function longestOf<Row>(rows: readonly Row[], lengthOf: (row: Row) => number): Row | undefined {
	let longest: Row | undefined;
	let greatest = -1;
	for (const row of rows) {
		const length = lengthOf(row);
		if (length <= greatest) continue;
		greatest = length;
		longest = row;
	}
	return longest;
}
