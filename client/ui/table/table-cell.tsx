import type { PointerEvent, ReactNode } from "react";
import { t } from "../../words/made/lists";
import { instantText, readTimeDisplayMode, shownOffsetMinutes } from "../time/time-display";
import type { CellValue, Column } from "./column";

/** Up to this count every row is rendered, where the browser's own search finds it. */
export const plainCount = 200;

export function estimatedRowHeight(): number {
	return window.innerWidth > 720 ? 44 : 58;
}

type TableCellProps<Row> = { column: Column<Row>; row: Row; isName: boolean };

/** The first column's cell is the row's header for screen readers. */
export function TableCell<Row>({ column, row, isName }: TableCellProps<Row>) {
	if (isName) {
		return (
			<th scope="row" {...cellMarks(column)} onPointerEnter={(event) => showCutName(event, nameOf([column], row))}>
				{contentOf(column, row)}
			</th>
		);
	}
	return <td {...cellMarks(column)}>{contentOf(column, row)}</td>;
}

function showCutName({ currentTarget: cell }: PointerEvent<HTMLElement>, name: string): void {
	const isCut = [cell, ...cell.querySelectorAll("a")].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
	if (isCut) cell.title = name;
	else cell.removeAttribute("title");
}

export function cellMarks<Row>({ isNumber, isSoft, isWrapping, isMinor, isSpare }: Column<Row>) {
	return {
		"data-number": isNumber || undefined,
		"data-soft": isSoft || undefined,
		"data-wrapping": isWrapping || undefined,
		"data-minor": isMinor || undefined,
		"data-spare": isSpare || undefined,
	};
}

export function nameOf<Row>([column]: Column<Row>[], row: Row): string {
	if (!column?.value) return t("thisRow");
	const value = column.value(row);
	if (!(value instanceof Date)) return textOf(value);
	const at = value.getTime();
	return instantText(at, shownOffsetMinutes(at, column.clock?.(row) ?? null, readTimeDisplayMode()), "seconds");
}

function contentOf<Row>({ cell, value }: Column<Row>, row: Row): ReactNode {
	if (cell) return cell(row);
	return value && textOf(value(row));
}

function textOf(value: CellValue): string {
	return value instanceof Date ? value.toISOString() : String(value ?? "—");
}
