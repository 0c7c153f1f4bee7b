import Papa from "papaparse";
import type { FileFormat } from "../../shared/reading-import";

type Separator = FileFormat["separator"];

const linesPerBlock = 1_000;

/**
 * The cells of each line, trimmed. A reading stands in one line, so a row is a line: a quote that is not closed spoils
 * its own line and nothing after it.
 */
export function* splitCells(lines: readonly string[], separator: Separator): Generator<string[]> {
	for (let from = 0; from < lines.length; from += linesPerBlock) {
		const block = lines.slice(from, from + linesPerBlock);
		const rows = parse(block.join("\n"), separator);
		yield* rows.length === block.length ? rows : block.map((line) => parse(line, separator)[0] ?? []);
	}
}

function parse(text: string, delimiter: Separator): string[][] {
	const { data } = Papa.parse<string[]>(text, { delimiter, newline: "\n" });
	return data.map((row) => row.map((cell) => cell.trim()));
}
