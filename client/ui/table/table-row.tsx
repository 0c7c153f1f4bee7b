import { type ChangeEvent, memo, type Ref } from "react";
import type { Column } from "../data-table";
import classes from "../data-table.module.css";
import { type RowAction, RowMenu } from "./row-menu";
import { timesOf } from "./row-times";
import { nameOf, TableCell } from "./table-cell";

type TableRowProps<Row> = {
	row: Row;
	id: string;
	index: number;
	columns: Column<Row>[];
	/** Undefined where nothing can be picked. */
	isSelected?: boolean;
	/** The same function for all rows, so that a row is drawn anew only when something of it changes. */
	onSelect: (id: string, event: ChangeEvent<HTMLInputElement>) => void;
	rowActions?: (row: Row) => RowAction[];
	measure?: Ref<HTMLTableRowElement>;
};

function PlainTableRow<Row>(props: TableRowProps<Row>) {
	const { row, id, index, columns, isSelected, onSelect, rowActions, measure } = props;
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
							aria-label={`Select ${nameOf(columns, row)}`}
							checked={isSelected}
							onChange={(event) => onSelect(id, event)}
						/>
					</label>
				</td>
			)}
			{columns.map((column, place) => (
				<TableCell key={column.id} column={column} row={row} isName={place === 0} />
			))}
			{rowActions && (
				<td className={classes.menu}>
					<RowMenu name={nameOf(columns, row)} actions={() => rowActions(row)} times={() => timesOf(columns, row)} />
				</td>
			)}
		</tr>
	);
}

/** A row of a list. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow; // memo's own type forgets that it is generic
