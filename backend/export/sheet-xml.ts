import { dayMs } from "../../shared/durations";

/** The parts of an Excel workbook, ECMA-376 part 1. Strings stand in their cells, so that a sheet is written as it comes. */

/** `wallMs` is a wall time as if it were UTC. `decimals` are what is shown; the cell holds the whole number. */
export type SheetCell =
	| string
	| number
	| { wallMs: number; isPrecise: boolean }
	| { value: number; decimals: number }
	| null;

export type Sheet = { name: string; columnCount: number; rowCount: number };

/** 1 January 1970 in Excel's days. */
const epochDay = 25_569;
const cellCharacters = 32_767;
const mostDecimals = 6;

/** Indexes into `cellXfs` below. */
const styles = { plain: 0, head: 1, time: 2, preciseTime: 3, firstNumber: 4 } as const;
const formats = [
	"mmm dd, yyyy, hh:mm:ss AM/PM",
	"yyyy-mm-dd hh:mm:ss.000",
	...Array.from({ length: mostDecimals + 1 }, (_, decimals) => (decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`)),
];
const firstFormat = 164;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Up to its rows; the first row stays in sight. */
export function sheetHead(widths: readonly number[]): string {
	const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
	const columns = widths.map(
		(width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
	);
	return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`;
}

export function sheetFoot(sheet: Sheet): string {
	return `</sheetData><autoFilter ref="${rangeOf(sheet)}"/></worksheet>`;
}

export function titleRow(titles: readonly string[]): string {
	return rowOf(
		1,
		titles.map((title, column) => textCell(title, column, 1, styles.head)),
	);
}

/** `row` counts from 1. */
export function sheetRow(cells: readonly SheetCell[], row: number): string {
	return rowOf(
		row,
		cells.map((cell, column) => cellOf(cell, column, row)),
	);
}

function rowOf(row: number, cells: string[]): string {
	return `<row r="${row}">${cells.join("")}</row>`;
}

function cellOf(cell: SheetCell, column: number, row: number): string {
	if (cell === null || cell === "") return "";
	if (typeof cell === "string") return textCell(cell, column, row, styles.plain);
	if (typeof cell === "number") return numberCell(cell, { column, row, style: styles.plain });
	if ("value" in cell) {
		return numberCell(cell.value, { column, row, style: styles.firstNumber + Math.min(cell.decimals, mostDecimals) });
	}
	const style = cell.isPrecise ? styles.preciseTime : styles.time;
	return numberCell(cell.wallMs / dayMs + epochDay, { column, row, style });
}

function numberCell(value: number, { column, row, style }: { column: number; row: number; style: number }): string {
	return `<c r="${columnName(column)}${row}"${style === styles.plain ? "" : ` s="${style}"`}><v>${value}</v></c>`;
}

function textCell(text: string, column: number, row: number, style: number): string {
	const shown = `<is><t xml:space="preserve">${escaped(text.slice(0, cellCharacters))}</t></is>`;
	return `<c r="${columnName(column)}${row}" t="inlineStr"${style === styles.plain ? "" : ` s="${style}"`}>${shown}</c>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Without what XML 1.0 cannot hold: control characters, halves of a pair, U+FFFE and U+FFFF. */
function escaped(text: string): string {
	const allowed = text
		.toWellFormed()
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
		.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, "")
		.replace(/[\uFFFE\uFFFF]/g, "\uFFFD")
		.replaceAll("\r\n", "\n")
		// Excel reads `_x0041_` as a character's number.
		.replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_");
	return allowed.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}

const columnNames: string[] = [];

function columnName(column: number): string {
	columnNames[column] ??=
		(column < 26 ? "" : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
	return columnNames[column];
}

function rangeOf({ columnCount, rowCount }: Sheet): string {
	return `A1:${columnName(columnCount - 1)}${rowCount}`;
}

/** Everything beside the sheets, whose parts are `xl/worksheets/sheet1.xml` and on in this order. */
export function workbookParts(sheets: readonly Sheet[]): { path: string; text: string }[] {
	const each = (xml: (sheet: Sheet, number: number) => string) =>
		sheets.map((sheet, index) => xml(sheet, index + 1)).join("");
	const relation = (id: string, type: string, target: string) =>
		`<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`;
	const filters = each((sheet, number) => {
		const range = rangeOf(sheet).replace(/([A-Z]+)(\d+)/g, "$$$1$$$2");
		return `<definedName name="_xlnm._FilterDatabase" localSheetId="${number - 1}" hidden="1">'${sheet.name}'!${range}</definedName>`;
	});
	return [
		{
			path: "xl/workbook.xml",
			text: `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>${each((sheet, number) => `<sheet name="${sheet.name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets><definedNames>${filters}</definedNames></workbook>`,
		},
		{
			path: "xl/_rels/workbook.xml.rels",
			text: `${declaration}<Relationships xmlns="${packageRelations}">${each((_, number) => relation(`rId${number}`, "worksheet", `worksheets/sheet${number}.xml`))}${relation(`rId${sheets.length + 1}`, "styles", "styles.xml")}</Relationships>`,
		},
		{ path: "xl/styles.xml", text: stylesXml() },
		{
			path: "_rels/.rels",
			text: `${declaration}<Relationships xmlns="${packageRelations}">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
		},
		{
			path: "[Content_Types].xml",
			text: `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`)}</Types>`,
		},
	];
}

function stylesXml(): string {
	const numFmts = formats.map(
		(code, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${escaped(code)}"/>`,
	);
	const format = (numFmtId: number, fontId = 0) =>
		`<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
	const cellXfs = [format(0), format(0, 1), ...formats.map((_, index) => format(firstFormat + index))];
	const font = '<sz val="11"/><name val="Calibri"/>';
	return `${declaration}<styleSheet xmlns="${main}"><numFmts count="${numFmts.length}">${numFmts.join("")}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellXfs.length}">${cellXfs.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
