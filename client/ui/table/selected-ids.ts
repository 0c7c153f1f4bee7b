import type { RowSelectionState } from "@tanstack/react-table";

export const noneSelected: RowSelectionState = {};

/** What is still selected once only these rows are there; the same object where nothing is missing. */
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
