import type { RowData } from "@tanstack/react-table";
import { type ChangeEvent, lazy, type Ref, type RefObject, Suspense, useCallback } from "react";
import type { Column } from "../data-table";
import type { RowAction } from "./row-menu";
import { TableRow } from "./table-row";
import type { ListTable } from "./use-list-table";
import { WidestCells } from "./widest-cells";

const VirtualRows = lazy(async () => ({ default: (await import("../virtual-rows")).VirtualRows }));

/** Up to here every row stands in the page, where the browser's own search finds it. */
const plainCount = 200;
/** What fills the window until the code for more is there. */
const firstCount = 30;

type TableBodyProps<Row extends RowData> = {
	body: RefObject<HTMLTableSectionElement | null>;
	columns: Column<Row>[];
	table: ListTable<Row>;
	isSelectable: boolean;
	rowActions?: (row: Row) => RowAction[];
};

/** The rows; of a long list only those near the window. */
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
	if (rows.length <= plainCount) return <tbody ref={body}>{drawFirst(plainCount)}</tbody>;
	return (
		<>
			<tbody ref={body}>
				<Suspense fallback={drawFirst(firstCount)}>
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
