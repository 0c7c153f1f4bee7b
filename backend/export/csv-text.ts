import { csvCell } from "../../shared/csv-cell";
import type { ExportRow } from "./export-rows";
import type { ExportSettings } from "./export-settings";
import type { Cell, ExportTable } from "./export-table";

const byteOrderMark = "\uFEFF";

/**
 * RFC 4180 behind lines of settings that begin with `#`, which readers of tables can be told to pass over. Text that
 * a spreadsheet would take for a formula gets an apostrophe in front.
 */
export async function* csvText(
	rows: AsyncIterable<ExportRow[]>,
	{ titles, cellsOf }: ExportTable,
	settings: ExportSettings,
): AsyncGenerator<string, void> {
	const comments = settings.map(([name, value]) => `# ${name}: ${commentText(value)}\r\n`);
	yield `${byteOrderMark}${comments.join("")}${line(titles)}`;
	for await (const batch of rows) {
		if (batch.length > 0) yield batch.map((row) => line(cellsOf(row))).join("");
	}
}

function line(cells: Cell[]): string {
	return `${cells.map((cell) => csvCell(typeof cell === "object" && cell !== null ? cell.text : cell)).join(",")}\r\n`;
}

/** A comment is no quoted field: nothing in it may end the line, open a quote or begin a formula of a cell of its own. */
function commentText(value: string): string {
	const oneLine = value.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll('"', "'");
	return oneLine.replace(/([,;]\s*)([=+\-@])/g, "$1'$2");
}
