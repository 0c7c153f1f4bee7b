import { csvText } from "./csv";
import type { CellValue, Column } from "./data-table";

/**
 * A list as it is filtered, sorted and shown: raw values, times as ISO text in UTC, and the id of each row at the end.
 * A column's title holds its unit, as in an export of the log; where rows differ in it, the unit stands beside each
 * value. Columns that hold nothing but looks are left out.
 */
export function listCsv<Row>(columns: Column<Row>[], rows: Row[], rowKey: (row: Row) => string): string {
	const filled = columns.flatMap((column) => csvColumns(column, rows));
	const body = rows.map((row, index) => [...filled.map(({ cells }) => rawText(cells[index] ?? null)), rowKey(row)]);
	return csvText([[...filled.map(({ title }) => title), "Id"], ...body]);
}

type CsvColumn = { title: string; cells: CellValue[] };

function csvColumns<Row>({ header, csv, value, unit }: Column<Row>, rows: Row[]): CsvColumn[] {
	const read = csv ?? value;
	if (!read) return [];
	const cells = rows.map(read);
	if (cells.some(isTime)) return [{ title: `${header} (UTC)`, cells }];
	const units = unit ? rows.map(unit) : [];
	const [known, ...others] = new Set(units.filter((text) => text !== null));
	if (others.length > 0) {
		return [
			{ title: header, cells },
			{ title: `${header} unit`, cells: units },
		];
	}
	return [{ title: known ? `${header} (${known})` : header, cells }];
}

function isTime(value: CellValue): boolean {
	return value instanceof Date;
}

function rawText(value: CellValue): string | number | null {
	return value instanceof Date ? value.toISOString() : value;
}
