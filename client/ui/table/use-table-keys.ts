import type { RowData } from "@tanstack/react-table";
import { type RefObject, useEffectEvent, useLayoutEffect } from "react";
import { ownValue } from "../../../shared/base/own-value";
import type { BulkAction } from "./bulk-bar";
import type { ListTable } from "./use-list-table";
import type { Selection } from "./use-selection";

type TableKeysOptions<Row extends RowData> = {
	body: RefObject<HTMLTableSectionElement | null>;
	table: ListTable<Row>;
	selection?: Selection<Row>;
	onOpen?: (row: Row) => void;
	actions?: BulkAction<Row>[];
};

/** j and k move, x selects, with Shift all up to the row, Enter opens, Escape deselects; actions have their own. */
export function useTableKeys<Row extends RowData>({
	body,
	table,
	selection,
	onOpen,
	actions,
}: TableKeysOptions<Row>): void {
	const onKey = useEffectEvent((event: KeyboardEvent) => {
		if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
		const key = event.key.toLowerCase();
		const isHandled = ownValue(handlers, key)?.(event) ?? runAction(key);
		if (isHandled) event.preventDefault();
	});
	useLayoutEffect(() => {
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, []);

	const runAction = (key: string) => {
		const action = actions?.find(({ shortcut }) => shortcut === key);
		const focused = focusedRow(body.current)?.dataset.row;
		const selected = selection?.count ? selection.rows : [];
		const rows = selected.length > 0 || focused === undefined ? selected : [table.getRow(focused).original];
		if (!action || action.denial || rows.length === 0) return false;
		action.onRun(rows, () => selection?.clear());
		return true;
	};

	const handlers: Record<string, (event: KeyboardEvent) => boolean> = {
		j: () => focusRow(body.current, 1),
		k: () => focusRow(body.current, -1),
		x: ({ shiftKey }) => {
			const row = focusedRow(body.current);
			const modelled = selection && row?.dataset.row !== undefined && table.getRow(row.dataset.row);
			if (!modelled) return false;
			modelled.getToggleSelectedHandler()({ target: { checked: !modelled.getIsSelected() }, shiftKey });
			return true;
		},
		enter: ({ target }) => {
			const row = focusedRow(body.current);
			if (!onOpen || row?.dataset.row === undefined || target !== row) return false;
			onOpen(table.getRow(row.dataset.row).original);
			return true;
		},
		escape: () => {
			if (!selection || selection.count === 0) return false;
			selection.clear();
			return true;
		},
	};
}

/** True where keys type letters or belong to an overlay. */
function isElsewhere(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return true;
	if (target instanceof HTMLInputElement) return target.type !== "checkbox";
	return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function focusedRow(body: HTMLTableSectionElement | null): HTMLElement | null {
	const row = document.activeElement?.closest<HTMLElement>("tr[data-row]") ?? null;
	return body?.contains(row) ? row : null;
}

function focusRow(body: HTMLTableSectionElement | null, step: 1 | -1): boolean {
	const rows = [...(body?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
	const focused = focusedRow(body);
	const current = focused ? rows.indexOf(focused) : -1;
	const next = rows[Math.min(Math.max(current + step, 0), rows.length - 1)];
	(next?.querySelector<HTMLElement>("th[scope=row] a") ?? next)?.focus({ focusVisible: true });
	return next !== undefined;
}
