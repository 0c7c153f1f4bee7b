import type { OnChangeFn, RowSelectionState } from "@tanstack/react-table";
import { useCallback, useMemo, useState } from "react";

export type Selection<Row> = {
	rows: Row[];
	count: number;
	isAll: boolean;
	selectAll: () => void;
	clear: () => void;
	state: RowSelectionState;
	onChange: OnChangeFn<RowSelectionState>;
};

/** Deselects rows that no longer match or exist. */
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

export const noneSelected: RowSelectionState = {};

export function withoutMissing(selected: RowSelectionState, presentIds: string[]): RowSelectionState {
	const ids = Object.keys(selected);
	if (ids.length === 0) return selected;
	const present = new Set(presentIds);
	const left = ids.filter((id) => present.has(id));
	if (left.length === ids.length) return selected;
	return left.length === 0 ? noneSelected : allSelected(left);
}

export function allSelected(ids: string[]): RowSelectionState {
	return Object.fromEntries(ids.map((id) => [id, true as const]));
}
