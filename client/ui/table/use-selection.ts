import type { OnChangeFn, RowSelectionState } from "@tanstack/react-table";
import { useCallback, useMemo, useState } from "react";
import { allSelected, noneSelected, withoutMissing } from "./selected-ids";

/** The rows of a list that somebody has picked. */
export type Selection<Row> = {
	/** In the order of the list. */
	rows: Row[];
	count: number;
	/** Every row that matches is picked. */
	isAll: boolean;
	selectAll: () => void;
	clear: () => void;
	/** As the headless table keeps it: the picked ids. */
	state: RowSelectionState;
	onChange: OnChangeFn<RowSelectionState>;
};

/** Picks among `rows`, those that match. What matches no more, or is gone, is picked no more. */
export function useSelection<Row>(rows: Row[], rowKey: (row: Row) => string): Selection<Row> {
	const [kept, setState] = useState<RowSelectionState>(noneSelected);
	const state = useMemo(() => withoutMissing(kept, rows.map(rowKey)), [kept, rows, rowKey]);
	if (state !== kept) setState(state);
	const selected = useMemo(
		() => (state === noneSelected ? [] : rows.filter((row) => state[rowKey(row)])),
		[state, rows, rowKey],
	);
	const clear = useCallback(() => setState(noneSelected), []);
	return {
		rows: selected,
		count: selected.length,
		isAll: rows.length > 0 && selected.length === rows.length,
		selectAll: () => setState(allSelected(rows.map(rowKey))),
		clear,
		state,
		onChange: setState,
	};
}
