import { csvCell } from "../../shared/csv-cell";

export function csvText(rows: (string | number | null)[][]): string {
	return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
