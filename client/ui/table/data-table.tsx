import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import type { DeviceClock } from "../../../shared/time-zones";
import type { ColumnChoice } from "./column-preferences";
import classes from "./data-table.module.css";
import type { RowAction } from "./row-menu";
import { TableBody } from "./table-body";
import { TableHead } from "./table-head";
import { useListTable } from "./use-list-table";
import type { Selection } from "./use-selection";
import { type Sideways, useSideways } from "./use-sideways";
import { useTableKeys } from "./use-table-keys";

/** What a column holds of a row, for sorting and for CSV. */
export type CellValue = string | number | Date | null;

export type Sort = { columnId: string; isDescending: boolean };

export type Column<Row> = {
	id: string;
	header: string;
	value?: (row: Row) => CellValue;
	/** The value itself where nothing else is given; an em dash for none. */
	cell?: (row: Row) => ReactNode;
	/** Where words would sort against their meaning. */
	rank?: (row: Row) => number;
	/** What CSV holds instead of the value. */
	csv?: (row: Row) => CellValue;
	/** What CSV counts a row's value in; null for a row without one. */
	unit?: (row: Row) => string | null;
	/** By which device's clock a date of it is told; none where it is the account's. */
	clock?: (row: Row) => DeviceClock | null;
	/** Numbers stand at the end, so that they line up. */
	isNumber?: boolean;
	/** Columns with a value are, unless they say otherwise. */
	isSortable?: boolean;
	isSoft?: boolean;
	/** Prose that may take several lines. */
	isWrapping?: boolean;
	/** Goes where the window is narrow, unless somebody ticked it. */
	isMinor?: boolean;
	/** Goes first, unless somebody ticked it: it stands only where the window is wide. */
	isSpare?: boolean;
	/** Its cells say what they are; the header is there for those who hear it. */
	isHeaderHidden?: boolean;
	/** Not shown until somebody chooses it. */
	isOptional?: boolean;
	/** Cannot be hidden; the first column never can. */
	isFixed?: boolean;
};

type DataTableProps<Row extends RowData> = {
	/** What is listed, in the plural and small letters. */
	listName: string;
	caption: string;
	/** The first names the row. Keep the array between drawings, as the rows. */
	columns: Column<Row>[];
	/** As filtered and sorted. */
	rows: Row[];
	rowKey: (row: Row) => string;
	sort?: Sort;
	onSort?: (sort: Sort) => void;
	rowActions?: (row: Row) => RowAction[];
	selection?: Selection<Row>;
	/** Which columns to show; all where it is left out. */
	columnChoice?: Pick<ColumnChoice, "shown" | "ticked">;
	/** What Enter does on a row whose name is no link. */
	onOpen?: (row: Row) => void;
};

/**
 * Rows and columns of any list, however long. The name stays in place when the rest is scrolled sideways; j and k
 * walk along the rows, x selects the one that has the focus.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
	const { listName, caption, columns, columnChoice, rowActions, selection, onOpen } = props;
	const scroller = useRef<HTMLElement>(null);
	const body = useRef<HTMLTableSectionElement>(null);
	const side = useSideways(scroller);
	const table = useListTable({ ...props, shownColumns: columnChoice?.shown });
	const visible = table.getVisibleLeafColumns();
	const ticked = columnChoice?.ticked;
	const shown = useMemo(() => {
		const standing = columns.filter(({ id }) => visible.some((column) => column.id === id));
		return standing.map((column) =>
			ticked?.includes(column.id) ? { ...column, isMinor: false, isSpare: false } : column,
		);
	}, [columns, visible, ticked]);
	useTableKeys({ body, table, selection, onOpen });

	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
		<section ref={scroller} className={classes.scroller} data-more={side} tabIndex={0} aria-label={caption}>
			<table
				className={classes.table}
				aria-rowcount={props.rows.length + 1}
				data-selectable={selection !== undefined || undefined}
			>
				<caption className={classes.caption}>{caption}</caption>
				<TableHead
					listName={listName}
					columns={shown}
					table={table}
					canSort={props.onSort !== undefined}
					selection={selection}
					hasMenu={rowActions !== undefined}
					sideways={side && <SidewaysButton side={side} scroller={scroller} />}
				/>
				<TableBody
					body={body}
					columns={shown}
					table={table}
					isSelectable={selection !== undefined}
					rowActions={rowActions}
				/>
			</table>
		</section>
	);
}

type SidewaysButtonProps = { side: NonNullable<Sideways>; scroller: RefObject<HTMLElement | null> };

/** Says that a table goes on at its side, and goes there. */
function SidewaysButton({ side, scroller }: SidewaysButtonProps) {
	const isRight = side === "right";
	const Chevron = isRight ? IconChevronRight : IconChevronLeft;
	const label = isRight ? "More columns to the right" : "Back to the first columns";
	const go = () => {
		const area = scroller.current;
		area?.scrollTo({ left: isRight ? area.scrollLeft + stepOf(area) : 0 });
	};
	return (
		<button type="button" className={classes.sideways} aria-label={label} title={label} onClick={go}>
			<Chevron size={17} stroke={2} aria-hidden="true" />
		</button>
	);
}

/** So far that the first column not wholly in sight stands beside the name; of one too wide for that, its next part. */
function stepOf(area: HTMLElement): number {
	const boxOf = (title: Element) => title.getBoundingClientRect();
	const [name, ...others] = [...area.querySelectorAll("thead th")].map(boxOf);
	const edge = others.pop()?.left;
	if (name === undefined || edge === undefined) return 0;
	const next = others.find(({ right }) => right > edge + 1);
	const step = next ? next.left - name.right : 0;
	return step > 1 ? step : edge - name.right;
}
