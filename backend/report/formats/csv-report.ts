import { byteOrderMark, type CsvLayout, csvCell, csvComment } from "../../../shared/base/csv-cell";
import { minuteMs } from "../../../shared/base/durations";
import { csvLayout, decimalSignProblem, standardCsvForm } from "../../../shared/log/log-export";
import type { ReportLayout } from "../../../shared/report/report";
import { formatOffset } from "../../../shared/time/time-zones";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { ReportColumn, ReportDocument, ReportText } from "../document/report-document";
import type { ReportCell } from "../figures/report-channel";
import { type NamedTable, namedTables } from "./named-tables";
import type { RenderOptions } from "./render-options";
import { aboutLines, textLines } from "./report-about";
import { clockDuration, type ShownTimes, shownTimes } from "./shown-times";

/** RFC 4180 after comment lines. Each table follows an empty line and its name. */
export async function* csvReport(document: ReportDocument, options: RenderOptions): AsyncGenerator<string, void> {
	const { layout, onRows } = options;
	const texts: ReportText[] = [];
	yield byteOrderMark + comments(aboutLines(document, options));
	for await (const table of namedTables(document, texts)) yield* tableText(table, layout, onRows);
	if (texts.length > 0) yield `\r\n${comments(texts.flatMap(textLines))}`;
}

function comments(lines: [label: string, value: string][]): string {
	return lines.map(([label, value]) => csvComment(label === "" ? value : `${label}: ${value}`)).join("");
}

async function* tableText(
	{ name, columns, emptyText, rows }: NamedTable,
	{ csv, ...times }: ReportLayout,
	onRows: RenderOptions["onRows"],
): AsyncGenerator<string, void> {
	// If separator and decimal sign are equal, uses the standard form.
	const layout = csvLayout(decimalSignProblem(csv) === null ? csv : standardCsvForm);
	const shown = shownTimes(times);
	const say = wordsIn(times.language);
	const titles = columns.flatMap(({ kind, title }) =>
		kind === "time" ? [title, say("column.offset", { title })] : [title],
	);
	yield `\r\n${csvComment(name)}${titles.map((title) => csvCell(title, layout)).join(layout.separator)}\r\n`;
	let isEmpty = true;
	for await (const batch of rows) {
		isEmpty = false;
		yield batch.map((row) => rowText(row, columns, { layout, shown })).join("");
		onRows(batch.length);
	}
	if (isEmpty) yield csvComment(emptyText);
}

type Writing = { layout: CsvLayout; shown: ShownTimes };

function rowText(row: ReportCell[], columns: readonly ReportColumn[], { layout, shown }: Writing): string {
	const { separator } = layout;
	let text = "";
	for (const [index, { kind }] of columns.entries()) {
		const cell = row[index] ?? null;
		if (index > 0) text += separator;
		if (kind !== "time") text += cellText(cell, layout);
		else if (cell === null || typeof cell !== "object" || !("at" in cell)) text += cellText(cell, layout) + separator;
		else {
			const { at, offsetMinutes } = cell;
			text += `${shown.time(at + offsetMinutes * minuteMs)}${separator}${formatOffset(offsetMinutes)}`;
		}
	}
	return `${text}\r\n`;
}

function cellText(cell: ReportCell, layout: CsvLayout): string {
	if (typeof cell === "number") return Number.isFinite(cell) ? csvCell(cell, layout) : "";
	if (cell === null || typeof cell === "string") return csvCell(cell, layout);
	if ("value" in cell) return cellText(cell.value, layout);
	return "ms" in cell ? clockDuration(cell.ms) : new Date(cell.at).toISOString();
}
