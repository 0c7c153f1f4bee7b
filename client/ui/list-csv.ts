import { csvText } from "./csv";
import type { CellValue, Column } from "./data-table";

/**
 * A list as it is filtered, sorted and shown: raw values, times as ISO text in UTC, and the id of each row at the end.
 * Columns that hold nothing but looks are left out.
 */
export function listCsv<Row>(columns: Column<Row>[], rows: Row[], rowKey: (row: Row) => string): string {
	const filled = columns.flatMap(({ header, csv, value }) => {
		const read = csv ?? value;
		return read ? [{ header, cells: rows.map(read) }] : [];
	});
	const head = filled.map(({ header, cells }) => (cells.some(isTime) ? `${header} (UTC)` : header));
	const body = rows.map((row, index) => [...filled.map(({ cells }) => rawText(cells[index] ?? null)), rowKey(row)]);
	return csvText([[...head, "Id"], ...body]);
}

function isTime(value: CellValue): boolean {
	return value instanceof Date;
}

function rawText(value: CellValue): string | number | null {
	return value instanceof Date ? value.toISOString() : value;
}
