import { useMemo } from "react";
import type { Column } from "../data-table";
import classes from "../data-table.module.css";
import { TableCell } from "./table-cell";

type WidestCellsProps<Row> = { columns: Column<Row>[]; rows: readonly Row[]; hasPicks: boolean; hasMenu: boolean };

/** Enough rows to find what is long, few enough to look at whenever the rows change. */
const sampleCount = 500;

/**
 * A row that is not drawn but takes part in the widths of the columns: the longest cell of each. Without it the columns
 * of a long list would move while it is scrolled, as only the rows near the window are there.
 */
export function WidestCells<Row>({ columns, rows, hasPicks, hasMenu }: WidestCellsProps<Row>) {
	const widest = useMemo(() => widestRows(columns, rows), [columns, rows]);
	return (
		<tfoot aria-hidden="true" inert>
			<tr className={classes.widest}>
				{hasPicks && <td />}
				{columns.map((column, place) => {
					const row = widest[place];
					return row === undefined ? (
						<td key={column.id} />
					) : (
						<TableCell key={column.id} column={column} row={row} isName={place === 0} />
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
	return columns.map(({ value }, place) => {
		// Names differ most and cost least.
		const among = place === 0 ? rows : sample;
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
