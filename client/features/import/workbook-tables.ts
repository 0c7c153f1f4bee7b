import type { CellValue } from "hucre/xlsx";

export type Table = { sheet: string; csv: string };

/** Times of day without a date are of this year: https://en.wikipedia.org/wiki/Microsoft_Excel#Date_problems */
const clockYear = 1899;

/** The visible sheets with rows, as CSV with times as on the sheet. Null: unreadable, or protected by a password. */
export async function workbookTables(bytes: Uint8Array): Promise<Table[] | null> {
	const { readXlsx } = await import("hucre/xlsx");
	try {
		const { sheets } = await readXlsx(bytes, { sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden });
		return sheets.flatMap(({ name, rows }) => {
			const filled = rows.filter((cells) => cells.some((cell) => cell !== null && cell !== ""));
			return filled.length === 0 ? [] : [{ sheet: name, csv: csvOf(rows) }];
		});
	} catch {
		// The library throws typed errors for damaged and encrypted workbooks, and plain ones for odd XML.
		return null;
	}
}

function csvOf(rows: readonly CellValue[][]): string {
	const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
	const hasClock = Array.from({ length: width }, (_, column) => rows.some((cells) => isWithClock(cells[column])));
	const lines = rows.map((cells) => cells.map((cell, column) => quoted(textOf(cell, hasClock[column] ?? false))));
	return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

function isWithClock(cell: CellValue | undefined): boolean {
	return cell instanceof Date && cell.getTime() % 86_400_000 !== 0;
}

/** A column of whole days stays one of dates: its time of day is open. */
function textOf(cell: CellValue, hasClock: boolean): string {
	if (!(cell instanceof Date)) return cell === null ? "" : String(cell);
	if (Number.isNaN(cell.getTime())) return "";
	const [date = "", clock = ""] = cell.toISOString().split("T");
	const time = clock.replace(/(?:\.000)?Z$/, "").replace("Z", "");
	if (cell.getUTCFullYear() === clockYear) return time;
	return hasClock ? `${date} ${time}` : date;
}

function quoted(text: string): string {
	return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
