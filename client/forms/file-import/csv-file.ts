import Papa from "papaparse";
import { unguardedCell } from "../../../shared/base/csv-cell";
import { countText } from "../../ui/format";

/** `line` is where the record begins, as editors count. */
export type FileLine = { line: number; cells: string[] };

/** `lines` holds every record, also the header. */
export type CsvFile = { name: string; separator: string; lines: FileLine[] };

const utf16Marks: [number, number, string][] = [
	[0xff, 0xfe, "utf-16le"],
	[0xfe, 0xff, "utf-16be"],
];

/** The first bytes of spreadsheet files: zip archives, and the older format. */
const workbookMarks = [
	[0x50, 0x4b, 0x03, 0x04],
	[0xd0, 0xcf, 0x11, 0xe0],
];

/** Null: the bytes may be text. */
export function formatComplaintOf(bytes: Uint8Array): string | null {
	const begins = (mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
	if (workbookMarks.some(begins)) return "This is a workbook. Save its sheet as CSV and import that.";
	const isMarked = utf16Marks.some(([first, second]) => begins([first, second]));
	return !isMarked && bytes.includes(0) ? "This is not a text file. Save the list as CSV and import that." : null;
}

/** Text as spreadsheets store it: UTF-8, UTF-16 by its mark, or else the Western code page. */
export function decodeText(bytes: Uint8Array): string {
	const marked = utf16Marks.find(([first, second]) => bytes[0] === first && bytes[1] === second);
	if (marked) return new TextDecoder(marked[2]).decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}

/** Records without text are left out. */
export function parseCsvFile(name: string, text: string): CsvFile {
	const separator = separatorOf(text);
	const { data } = Papa.parse<string[]>(text, { delimiter: separator });
	const lines: FileLine[] = [];
	let line = 1;
	for (const cells of data) {
		if (cells.some((cell) => cell.trim() !== ""))
			lines.push({ line, cells: cells.map((cell) => unguardedCell(cell.trim(), separator)) });
		line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
	}
	return { name, separator, lines };
}

const separators = [",", ";", "\t", "|"] as const;

/** The separator that gives the first line most cells; the cells below may hold the others. */
function separatorOf(text: string): string {
	const cellsBy = (delimiter: string) =>
		Papa.parse<string[]>(text, { delimiter, preview: 1, skipEmptyLines: "greedy" }).data[0]?.length ?? 0;
	return separators.reduce<string>((best, each) => (cellsBy(each) > cellsBy(best) ? each : best), separators[0]);
}

export function complaintOf({ lines }: CsvFile, mostLines: number): string | null {
	if (lines.length === 0) return "This file is empty.";
	// One more for the header.
	if (lines.length > mostLines + 1) {
		return `This file has more than ${countText(mostLines)} lines. Split it and import the parts.`;
	}
	return null;
}

type ReadFile = { file: CsvFile } | { complaint: string };

/** What somebody has chosen, or why it cannot be taken. */
export async function readCsvFile(chosen: File, mostLines: number): Promise<ReadFile> {
	const bytes = new Uint8Array(await chosen.arrayBuffer());
	const foreign = formatComplaintOf(bytes);
	if (foreign !== null) return { complaint: foreign };
	const file = parseCsvFile(chosen.name, decodeText(bytes));
	const complaint = complaintOf(file, mostLines);
	return complaint === null ? { file } : { complaint };
}
