import Papa from "papaparse";
import { unguardedCell } from "../../../shared/base/csv-cell";
import { type Decode, openEncoding, possibleEncodings } from "../../../shared/log/file-encoding";
import type { FileEncoding, OpenEncoding } from "../../../shared/log/reading-import";
import { t } from "../../words/made/forms";
import { encodingNames } from "./encoding-names";

/** `line`: where the record begins, as editors count. */
export type FileLine = { line: number; cells: string[] };

/** `openQuote`: the line of a quotation mark that is not closed, or closed within a text. */
export type CsvFile = { name: string; separator: string; lines: FileLine[]; openQuote: number | null };

/** The first bytes of spreadsheet files: zip archives, and the older format. */
const workbookMarks = [
	[0x50, 0x4b, 0x03, 0x04],
	[0xd0, 0xcf, 0x11, 0xe0],
];

const decode: Decode = (bytes, encoding) => new TextDecoder(encoding).decode(bytes);

export function formatComplaintOf(bytes: Uint8Array): string | null {
	const begins = (mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
	if (workbookMarks.some(begins)) return t("file.workbook");
	const isUtf16 = possibleEncodings(bytes, decode)[0]?.startsWith("utf-16");
	return !isUtf16 && bytes.includes(0) ? t("file.notText") : null;
}

export function parseCsvFile(name: string, text: string): CsvFile {
	const separator = separatorOf(text);
	const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator });
	const badRow = errors.find(({ type }) => type === "Quotes")?.row ?? null;
	const lines: FileLine[] = [];
	let openQuote: number | null = null;
	let line = 1;
	for (const [row, cells] of data.entries()) {
		if (row === badRow) openQuote = line;
		if (cells.some((cell) => cell.trim() !== ""))
			lines.push({ line, cells: cells.map((cell) => unguardedCell(cell.trim(), separator)) });
		line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
	}
	return { name, separator, lines, openQuote };
}

const separators = [",", ";", "\t", "|"] as const;

/** The separator that gives the first line most cells; the cells below may hold the others. */
function separatorOf(text: string): string {
	const cellsBy = (delimiter: string) =>
		Papa.parse<string[]>(text, { delimiter, preview: 1, skipEmptyLines: "greedy" }).data[0]?.length ?? 0;
	return separators.reduce<string>((best, each) => (cellsBy(each) > cellsBy(best) ? each : best), separators[0]);
}

export function complaintOf({ lines, openQuote }: CsvFile, mostLines: number): string | null {
	if (lines.length === 0) return t("file.empty");
	if (openQuote !== null) {
		return t("file.openQuote", { openQuote });
	}
	if (lines.length > mostLines + 1) {
		return t("file.tooManyLines", { most: mostLines });
	}
	return null;
}

export type EncodingChoice = OpenEncoding["candidates"][number] & { name: string };

type ReadFile = { file: CsvFile } | { complaint: string } | { line: number; choices: EncodingChoice[] };

export async function readCsvFile(
	chosen: File,
	mostLines: number,
	encoding: FileEncoding | null = null,
): Promise<ReadFile> {
	const bytes = new Uint8Array(await chosen.arrayBuffer());
	const foreign = formatComplaintOf(bytes);
	if (foreign !== null) return { complaint: foreign };
	const possible = possibleEncodings(bytes, decode);
	const used = encoding ?? possible[0] ?? "utf-8";
	const open = encoding === null ? openEncoding(bytes, { possible, used }, decode) : null;
	if (open) {
		const choices = open.candidates.map((choice) => ({ ...choice, name: encodingNames[choice.encoding] }));
		return { line: open.line, choices };
	}
	const file = parseCsvFile(chosen.name, decode(bytes, used));
	const complaint = complaintOf(file, mostLines);
	return complaint === null ? { file } : { complaint };
}
