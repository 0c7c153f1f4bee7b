import {
	columnVisibilityFeature,
	createColumnHelper,
	type RowData,
	rowSelectionFeature,
	rowSortingFeature,
	type SortingState,
	tableFeatures,
	useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { Column, Sort } from "./column";
import { noneSelected, type Selection } from "./use-selection";

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });

type ListTableOptions<Row> = {
	columns: Column<Row>[];
	rows: Row[];
	rowKey: (row: Row) => string;
	sort?: Sort;
	onSort?: (sort: Sort) => void;
	selection?: Selection<Row>;
	shownColumns?: string[];
};

export type ListTable<Row extends RowData> = ReturnType<typeof useListTable<Row>>;

export function useListTable<Row extends RowData>(options: ListTableOptions<Row>) {
	const { columns, rows, rowKey, sort, onSort, selection, shownColumns } = options;
	const definitions = useMemo(() => columns.map(definitionOf), [columns]);
	const columnVisibility = useMemo(() => visibilityOf(columns, shownColumns), [columns, shownColumns]);
	const sorting = useMemo((): SortingState => (sort ? [{ id: sort.columnId, desc: sort.isDescending }] : []), [sort]);
	return useTable(
		{
			features,
			columns: definitions,
			data: rows,
			getRowId: rowKey,
			state: { columnVisibility, sorting, rowSelection: selection?.state ?? noneSelected },
			manualSorting: true,
			enableSortingRemoval: false,
			enableMultiSort: false,
			sortDescFirst: false,
			enableRowSelection: selection !== undefined,
			onRowSelectionChange: selection?.onChange,
			onSortingChange: (updater) => {
				const [next] = typeof updater === "function" ? updater(sorting) : updater;
				if (next) onSort?.({ columnId: next.id, isDescending: next.desc });
			},
		},
		nothing,
	);
}

const nothing = () => null;

function definitionOf<Row extends RowData>(column: Column<Row>) {
	const helper = createColumnHelper<typeof features, Row>();
	return helper.accessor((row): unknown => column.value?.(row), {
		id: column.id,
		enableSorting: column.isSortable ?? column.value !== undefined,
	});
}

function visibilityOf<Row>(columns: Column<Row>[], shownColumns: string[] | undefined): Record<string, boolean> {
	return Object.fromEntries(columns.map(({ id }) => [id, shownColumns?.includes(id) ?? true]));
}
