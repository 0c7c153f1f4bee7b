import { VisuallyHidden } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import { type RefObject, useMemo, useRef } from "react";
import { t } from "../../words/made/lists";
import type { BulkAction } from "./bulk-bar";
import type { Column, Sort } from "./column";
import type { ColumnChoice } from "./column-preferences";
import classes from "./data-table.module.css";
import type { RowAction } from "./row-menu";
import { TableBody } from "./table-body";
import { TableHead } from "./table-head";
import { useListTable } from "./use-list-table";
import type { Selection } from "./use-selection";
import { type Sideways, useSideways } from "./use-sideways";
import { useTableKeys } from "./use-table-keys";

type DataTableProps<Row extends RowData> = {
	listName: string;
	caption: string;
	/** The first column names the row. Keep the same array between renders, as for the rows. */
	columns: Column<Row>[];
	rows: Row[];
	rowKey: (row: Row) => string;
	sort?: Sort;
	onSort?: (sort: Sort) => void;
	rowActions?: (row: Row) => RowAction[];
	selection?: Selection<Row>;
	columnChoice?: Pick<ColumnChoice, "shown" | "ticked">;
	onOpen?: (row: Row) => void;
	actions?: BulkAction<Row>[];
};

/** The name stays in place while the rest scrolls sideways; j and k move along the rows, x selects. */
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
	useTableKeys({ body, table, selection, onOpen, actions: props.actions });

	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
		<section ref={scroller} className={classes.scroller} data-more={side} tabIndex={0} aria-label={caption}>
			<table
				className={classes.table}
				aria-rowcount={props.rows.length + 1}
				data-selectable={selection !== undefined || undefined}
			>
				<VisuallyHidden component="caption">{caption}</VisuallyHidden>
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

function SidewaysButton({ side, scroller }: SidewaysButtonProps) {
	const isRight = side === "right";
	const Chevron = isRight ? IconChevronRight : IconChevronLeft;
	const label = isRight ? t("columns.more") : t("columns.back");
	const go = () => {
		const area = scroller.current;
		if (!area) return;
		const forwards = getComputedStyle(area).direction === "rtl" ? -1 : 1;
		area.scrollTo({ left: isRight ? area.scrollLeft + forwards * stepOf(area) : 0 });
	};
	return (
		<button type="button" className={classes.sideways} aria-label={label} title={label} onClick={go}>
			<Chevron size={17} stroke={2} aria-hidden="true" />
		</button>
	);
}

/** Pixels to scroll until the first partly hidden column is beside the name; of a wider column, its next part. */
function stepOf(area: HTMLElement): number {
	const boxOf = (title: Element) => title.getBoundingClientRect();
	const [name, ...others] = [...area.querySelectorAll("thead th")].map(boxOf);
	const edge = others.pop()?.left;
	if (name === undefined || edge === undefined) return 0;
	const next = others.find(({ right }) => right > edge + 1);
	const step = next ? next.left - name.right : 0;
	return step > 1 ? step : edge - name.right;
}
