import { VisuallyHidden } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { lazy, type ReactNode, type Ref, Suspense, useRef } from "react";
import type { Column } from "./column";
import classes from "./data-table.module.css";
import { plainCount, TableCell } from "./table-cell";
import { PlainHeaderCell } from "./table-head";
import { useSideways } from "./use-sideways";

const VirtualRows = lazy(async () => ({ default: (await import("./virtual-rows")).VirtualRows }));

const firstCount = 50;

type LongTableProps<Row> = {
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	rowKey: (row: Row) => string;
	bandOf?: (row: Row) => ReactNode;
};

/** Scrolls with the page; renders only the rows near the window. */
export function LongTable<Row>({ caption, columns, rows, rowKey, bandOf }: LongTableProps<Row>) {
	const scroller = useRef<HTMLElement>(null);
	const body = useRef<HTMLTableSectionElement>(null);
	const side = useSideways(scroller);
	useHotkeys([
		["j", () => focusRow(body.current, 1)],
		["k", () => focusRow(body.current, -1)],
	]);
	const drawRow = (index: number, measure?: Ref<HTMLTableRowElement>) => {
		const row = rows[index];
		if (row === undefined) return null;
		const band = bandOf?.(row);
		return (
			<tr key={rowKey(row)} ref={measure} data-index={index} aria-rowindex={index + 2}>
				{band ? (
					<td colSpan={columns.length} className={classes.band}>
						<span>{band}</span>
					</td>
				) : (
					columns.map((column, position) => (
						<TableCell key={column.id} column={column} row={row} isName={position === 0} />
					))
				)}
			</tr>
		);
	};
	const drawFirst = (count: number) => rows.slice(0, count).map((_, index) => drawRow(index));

	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
		<section ref={scroller} className={classes.scroller} data-more={side} tabIndex={0} aria-label={caption}>
			<table className={`${classes.table} ${classes.long}`} aria-rowcount={rows.length + 1}>
				<VisuallyHidden component="caption">{caption}</VisuallyHidden>
				<thead>
					<tr aria-rowindex={1}>
						{columns.map((column) => (
							<PlainHeaderCell key={column.id} column={column} />
						))}
					</tr>
				</thead>
				<tbody ref={body}>
					{rows.length <= plainCount ? (
						drawFirst(plainCount)
					) : (
						<Suspense fallback={drawFirst(firstCount)}>
							<VirtualRows
								body={body}
								count={rows.length}
								keyOf={(index) => (rows[index] === undefined ? "" : rowKey(rows[index]))}
								drawRow={drawRow}
							/>
						</Suspense>
					)}
				</tbody>
			</table>
		</section>
	);
}

function focusRow(body: HTMLTableSectionElement | null, step: 1 | -1): void {
	const rows = [...(body?.querySelectorAll<HTMLElement>("tr[data-index]") ?? [])];
	const targets = rows.flatMap((row) => row.querySelector<HTMLElement>("a, button") ?? []);
	const current = targets.findIndex((target) => target.closest("tr")?.contains(document.activeElement));
	targets[Math.min(Math.max(current + step, 0), targets.length - 1)]?.focus();
}
