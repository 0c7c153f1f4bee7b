import { dayMs } from "../../shared/base/durations";
import { ownValue } from "../../shared/base/own-value";

/** Parts of an Excel workbook, ECMA-376 part 1. Strings are inline, so that a sheet is written in one pass. */

/** `wallMs` is a wall time as if it were UTC. `decimals` only affects the display. */
export type SheetCell =
	| string
	| number
	| { wallMs: number; isPrecise: boolean }
	| { durationMs: number }
	| { value: number; decimals: number }
	| null;

export type Sheet = { name: string; part: number; columnCount: number; rowCount: number };

/** Days of Excel: 1 January 1970, and 31 December 9999. */
const epochDay = 25_569;
const lastDay = 2_958_465;
const cellCharacters = 32_767;
const mostDecimals = 6;

const styles = { plain: 0, head: 1, time: 2, preciseTime: 3, duration: 4, firstNumber: 5 } as const;
export const standardTimeFormat = "mmm dd, yyyy, hh:mm:ss AM/PM";
const formats = [
	"yyyy-mm-dd hh:mm:ss.000",
	"[h]:mm:ss",
	...Array.from({ length: mostDecimals + 1 }, (_, decimals) => (decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`)),
];
const firstFormat = 164;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

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
	if ("durationMs" in cell) return numberCell(cell.durationMs / dayMs, { column, row, style: styles.duration });
	const day = cell.wallMs / dayMs + epochDay;
	if (day < 1 || day > lastDay) return textCell(new Date(cell.wallMs).toISOString(), column, row, styles.plain);
	return numberCell(day, { column, row, style: cell.isPrecise ? styles.preciseTime : styles.time });
}

function numberCell(value: number, { column, row, style }: { column: number; row: number; style: number }): string {
	return `<c r="${columnName(column)}${row}"${style === styles.plain ? "" : ` s="${style}"`}><v>${value}</v></c>`;
}

function textCell(text: string, column: number, row: number, style: number): string {
	const shown = `<is><t xml:space="preserve">${escaped(text.slice(0, cellCharacters))}</t></is>`;
	return `<c r="${columnName(column)}${row}" t="inlineStr"${style === styles.plain ? "" : ` s="${style}"`}>${shown}</c>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Removes characters that XML 1.0 forbids: control characters, lone surrogates, U+FFFE and U+FFFF. */
function escaped(text: string): string {
	const allowed = text
		.toWellFormed()
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
		.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, "")
		.replace(/[\uFFFE\uFFFF]/g, "\uFFFD")
		.replaceAll("\r\n", "\n")
		// Excel reads `_x0041_` as a character's number.
		.replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_");
	return allowed.replace(/[&<>"]/g, (character) => ownValue(entities, character) ?? "");
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

/** `timeFormat` is Excel's, for times to the second. */
export function workbookParts(sheets: readonly Sheet[], timeFormat: string): { path: string; text: string }[] {
	const each = (xml: (sheet: Sheet, index: number) => string) => sheets.map(xml).join("");
	const relation = (id: string, type: string, target: string) =>
		`<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`;
	const list = each(({ name, part }) => `<sheet name="${escaped(name)}" sheetId="${part}" r:id="rId${part}"/>`);
	const filters = each((sheet, index) => {
		const range = rangeOf(sheet).replace(/([A-Z]+)(\d+)/g, "$$$1$$$2");
		const place = `'${escaped(sheet.name.replaceAll("'", "''"))}'!${range}`;
		return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${place}</definedName>`;
	});
	const relations = each(({ part }) => relation(`rId${part}`, "worksheet", `worksheets/sheet${part}.xml`));
	const types = each(
		({ part }) => `<Override PartName="/xl/worksheets/sheet${part}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`,
	);
	return [
		{
			path: "xl/workbook.xml",
			text: `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>${list}</sheets><definedNames>${filters}</definedNames></workbook>`,
		},
		{
			path: "xl/_rels/workbook.xml.rels",
			text: `${declaration}<Relationships xmlns="${packageRelations}">${relations}${relation(`rId${sheets.length + 1}`, "styles", "styles.xml")}</Relationships>`,
		},
		{ path: "xl/styles.xml", text: stylesXml(timeFormat) },
		{
			path: "_rels/.rels",
			text: `${declaration}<Relationships xmlns="${packageRelations}">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
		},
		{
			path: "[Content_Types].xml",
			text: `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${types}</Types>`,
		},
	];
}

function stylesXml(timeFormat: string): string {
	const numFmts = [timeFormat, ...formats].map(
		(code, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${escaped(code)}"/>`,
	);
	const format = (numFmtId: number, fontId = 0) =>
		`<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
	const cellXfs = [format(0), format(0, 1), ...numFmts.map((_, index) => format(firstFormat + index))];
	const font = '<sz val="11"/><name val="Calibri"/>';
	return `${declaration}<styleSheet xmlns="${main}"><numFmts count="${numFmts.length}">${numFmts.join("")}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellXfs.length}">${cellXfs.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
