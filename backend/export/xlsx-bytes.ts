import type { SheetCell } from "../workbook/sheet-xml";
import { type WorkbookSheet, workbookBytes } from "../workbook/workbook-bytes";
import type { ExportRow } from "./export-rows";
import type { ExportSettings } from "./export-settings";
import type { Cell, ExportTable } from "./export-table";

/** Notes are held in memory. Further ones stay in the log's rows. */
const mostNotes = 20_000;
const positionWidths = [24, 28, 12, 24, 18];
const noteWidths = [...positionWidths, 60, 24];
const settingWidths = [18, 80];
const otherWidth = 14;

type XlsxOptions = { settings: ExportSettings; maxRowsPerSheet?: number };

export function xlsxBytes(
	rows: AsyncIterable<ExportRow[]>,
	table: ExportTable,
	options: XlsxOptions,
): ReadableStream<Uint8Array> {
	return workbookBytes(logSheets(rows, table, options));
}

async function* logSheets(
	rows: AsyncIterable<ExportRow[]>,
	{ titles, cellsOf, notes: noteTable }: ExportTable,
	{ settings, maxRowsPerSheet: maxRows }: XlsxOptions,
): AsyncGenerator<WorkbookSheet, void> {
	const notes: ExportRow[] = [];
	const widths = titles.map((_, index) => positionWidths[index] ?? otherWidth);
	yield { name: "Log", titles, widths, rows: withoutNotes(rows, cellsOf, notes), ...(maxRows && { maxRows }) };
	if (notes.length > 0) {
		const noteRows = notes.map((note) => sheetCells(noteTable.cellsOf(note)));
		yield { name: "Notes", titles: noteTable.titles, widths: noteWidths, rows: oneBatch(noteRows) };
	}
	yield { name: "About", titles: ["Setting", "Value"], widths: settingWidths, rows: oneBatch(settings) };
}

async function* withoutNotes(
	batches: AsyncIterable<ExportRow[]>,
	cellsOf: ExportTable["cellsOf"],
	notes: ExportRow[],
): AsyncGenerator<SheetCell[][], void> {
	for await (const batch of batches) {
		const cells: SheetCell[][] = [];
		for (const row of batch) {
			const isNote = row.kind === "event" && row.event.kind === "note";
			if (isNote && notes.length < mostNotes) notes.push(row);
			else cells.push(sheetCells(cellsOf(row)));
		}
		yield cells;
	}
}

async function* oneBatch(rows: SheetCell[][]): AsyncGenerator<SheetCell[][], void> {
	yield rows;
}

function sheetCells(cells: Cell[]): SheetCell[] {
	return cells.map((cell) =>
		typeof cell === "object" && cell !== null && "word" in cell && cell.word !== null ? cell.word : cell,
	);
}
