import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { appConstants } from "../app-constants";
import classes from "./data-table.module.css";

export type Sort = { columnId: string; isDescending: boolean };

export type Column<Row> = {
	id: string;
	header: string;
	cell: (row: Row) => ReactNode;
	/** Numbers stand at the end, so that they line up. */
	isNumber?: boolean;
	isSortable?: boolean;
	isSoft?: boolean;
	/** Prose that may take several lines. */
	isWrapping?: boolean;
	/** Goes first where the window is narrow. */
	isMinor?: boolean;
};

type DataTableProps<Row> = {
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	rowKey: (row: Row) => string;
	sort?: Sort;
	onSort?: (sort: Sort) => void;
};

/** Rows and columns of any list. The first column names the row; j and k walk along its links. */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, onSort }: DataTableProps<Row>) {
	const [shownCount, setShownCount] = useState<number>(appConstants.rowsPerStep);
	const body = useRef<HTMLTableSectionElement>(null);
	useHotkeys([
		["j", () => focusRow(body.current, 1)],
		["k", () => focusRow(body.current, -1)],
	]);
	const hiddenCount = rows.length - shownCount;

	return (
		<>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard */}
			<section className={classes.scroller} tabIndex={0} aria-label={caption}>
				<table className={classes.table}>
					<caption className={classes.caption}>{caption}</caption>
					<thead>
						<tr>
							{columns.map((column) => (
								<HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
							))}
						</tr>
					</thead>
					<tbody ref={body}>
						{rows.slice(0, shownCount).map((row) => (
							<tr key={rowKey(row)}>
								{columns.map((column, index) => (
									<Cell key={column.id} column={column} isName={index === 0}>
										{column.cell(row)}
									</Cell>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</section>
			{hiddenCount > 0 && (
				<div className={classes.more}>
					<span>
						{shownCount.toLocaleString("en-US")} of {rows.length.toLocaleString("en-US")} rows
					</span>
					<Button
						variant="default"
						size="compact-md"
						onClick={() => setShownCount(shownCount + appConstants.rowsPerStep)}
					>
						Show {Math.min(hiddenCount, appConstants.rowsPerStep)} more
					</Button>
				</div>
			)}
		</>
	);
}

type HeaderCellProps<Row> = { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void };

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
	const isSorted = sort?.columnId === column.id;
	const direction = sort?.isDescending ? "descending" : "ascending";
	const SortIcon = isSorted ? (sort.isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
	return (
		<th scope="col" aria-sort={isSorted ? direction : undefined} {...cellMarks(column)}>
			{column.isSortable && onSort ? (
				<button
					type="button"
					className={classes.sort}
					onClick={() => onSort({ columnId: column.id, isDescending: isSorted && !sort.isDescending })}
				>
					{column.header}
					<SortIcon size={13} stroke={2} aria-hidden="true" data-sorted={isSorted || undefined} />
				</button>
			) : (
				column.header
			)}
		</th>
	);
}

type CellProps<Row> = { column: Column<Row>; isName: boolean; children: ReactNode };

function Cell<Row>({ column, isName, children }: CellProps<Row>) {
	if (isName) {
		return (
			<th scope="row" {...cellMarks(column)}>
				{children}
			</th>
		);
	}
	return <td {...cellMarks(column)}>{children}</td>;
}

function cellMarks<Row>({ isNumber, isSoft, isWrapping, isMinor }: Column<Row>) {
	return {
		"data-number": isNumber || undefined,
		"data-soft": isSoft || undefined,
		"data-wrapping": isWrapping || undefined,
		"data-minor": isMinor || undefined,
	};
}

function focusRow(body: HTMLTableSectionElement | null, step: 1 | -1): void {
	const links = [...(body?.querySelectorAll<HTMLElement>("th[scope=row] a") ?? [])];
	const current = links.indexOf(document.activeElement as HTMLElement); // only compared; null is found nowhere
	links[Math.min(Math.max(current + step, 0), links.length - 1)]?.focus();
}
