import { minuteMs } from "../../../shared/base/durations";
import { formatOffset } from "../../../shared/time/time-zones";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { SheetCell } from "../../workbook/sheet-xml";
import { type WorkbookSheet, workbookBytes } from "../../workbook/workbook-bytes";
import type { ReportColumn, ReportDocument, ReportText } from "../document/report-document";
import type { ReportCell } from "../figures/report-channel";
import { type NamedTable, namedTables } from "./named-tables";
import type { RenderOptions } from "./render-options";
import { aboutLines, textLines } from "./report-about";
import { timeFormat } from "./shown-times";

const second = 1000;
/** Characters. Narrower columns show #####. */
const widths = { time: { "24": 21, "12": 24 }, offset: 12, duration: 12, number: 15 } as const;
const aboutWidths = [24, 90];

export async function* xlsxReport(document: ReportDocument, options: RenderOptions): AsyncGenerator<Uint8Array, void> {
	yield* workbookBytes(sheets(document, options), timeFormat(options.layout));
}

async function* sheets(document: ReportDocument, options: RenderOptions): AsyncGenerator<WorkbookSheet, void> {
	const texts: ReportText[] = [];
	const say = wordsIn(options.layout.language);
	for await (const table of namedTables(document, texts)) {
		const { name, position, columns } = table;
		yield {
			name,
			position,
			titles: columns.flatMap(({ kind, title }) =>
				kind === "time" ? [title, say("column.offset", { title })] : [title],
			),
			widths: columns.flatMap((one) => columnWidths(one, options.layout)),
			rows: sheetRows(table, options.onRows),
		};
	}
	const about: SheetCell[][] = [...aboutLines(document, options), ...texts.flatMap(textLines)];
	yield {
		name: say("sheet.about"),
		titles: [say("sheet.fact"), say("sheet.value")],
		widths: aboutWidths,
		rows: oneBatch(about),
	};
}

function columnWidths({ kind, title }: ReportColumn, { hourCycle }: RenderOptions["layout"]): number[] {
	if (kind === "time") return [widths.time[hourCycle], widths.offset];
	const least = kind === "text" ? 24 : widths[kind];
	return [Math.min(Math.max(title.length + 3, least), 60)];
}

async function* sheetRows(
	{ columns, emptyText, rows }: NamedTable,
	onRows: RenderOptions["onRows"],
): AsyncGenerator<SheetCell[][], void> {
	let isEmpty = true;
	for await (const batch of rows) {
		isEmpty = false;
		yield batch.map((row) => columns.flatMap((column, index) => sheetCells(row[index] ?? null, column)));
		onRows(batch.length);
	}
	if (isEmpty) yield [[emptyText]];
}

async function* oneBatch(rows: SheetCell[][]): AsyncGenerator<SheetCell[][], void> {
	yield rows;
}

function sheetCells(cell: ReportCell, { kind, digits }: ReportColumn): SheetCell[] {
	const isTime = kind === "time";
	if (cell === null || typeof cell === "string") return isTime ? [cell, null] : [cell];
	if (typeof cell === "number") {
		const shown = Number.isFinite(cell) ? (digits === null ? cell : { value: cell, decimals: digits }) : null;
		return isTime ? [shown, null] : [shown];
	}
	if ("value" in cell) return [cell];
	if ("ms" in cell) return [{ durationMs: cell.ms }];
	// A workbook rounds times, which could move a day's last moment into the next.
	const wallMs = Math.floor((cell.at + cell.offsetMinutes * minuteMs) / second) * second;
	const time = { wallMs, isPrecise: false };
	return isTime ? [time, formatOffset(cell.offsetMinutes)] : [time];
}
