/** How a CSV file is written. Where both are a comma, no reader can tell them apart. */
export type CsvLayout = { separator: "," | ";" | "\t"; decimalSign: "." | "," };

export const standardCsv: CsvLayout = { separator: ",", decimalSign: "." };

/** Before a file: without it spreadsheets assume the computer's old code page. */
export const byteOrderMark = "\uFEFF";

/** What spreadsheets take for the beginning of a formula, some the wide forms too; for a class of a RegExp. */
const formulaSigns = "=+\\-@＝＋－＠";
/** Apostrophes before it are of the text: one more goes in front, so that taking off one gives the text back. */
const formula = `'*[${formulaSigns}]`;
const cellBegins = `\\s*(?:${formula}|'*[\\t\\r])`;
const unguardedStart = new RegExp(`^(?=${cellBegins})`);
const guardedStart = new RegExp(`^'(?=${cellBegins})`);

/**
 * A reader that splits at another separator, or at line ends within quotes, begins a cell behind these. Semicolon and
 * tab are among them in every file, as a spreadsheet may save one of ours with another separator.
 */
const innerStarts = new Map(
	[",", ";", "\t", "|"].map((own) => {
		const before = `([\\r\\n;\t${own === "," ? "" : ","}]\\s*)`;
		return [
			own,
			// biome-ignore lint/plugin: of the separators above.
			{ unguarded: new RegExp(`${before}(?=${formula})`, "g"), guarded: new RegExp(`${before}'(?=${formula})`, "g") },
		];
	}),
);

/**
 * RFC 4180. Text that a spreadsheet would read as a formula gets a leading apostrophe, also after other separators:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string | number | null, layout: CsvLayout = standardCsv): string {
	const { separator, decimalSign } = layout;
	if (value === null) return "";
	if (typeof value === "number") return String(value).replace(".", decimalSign);
	const text = withInner(value, separator, "unguarded", "$1'").replace(unguardedStart, "'");
	// Also quotes what readers would trim or take for a comment.
	const isPlain = !/["\r\n#]/.test(text) && !text.includes(separator) && text === text.trim();
	return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

const commentFormula = new RegExp(`([,;]\\s*)([${formulaSigns}])`, "g");

/** A line beside the table. It is not quoted: it must not end the line, open a quote or start a formula. */
export function csvComment(text: string): string {
	const oneLine = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll('"', "'");
	return `# ${oneLine.replace(commentFormula, "$1'$2")}\r\n`;
}

/** The text that `csvCell` was given, of a cell as a reader finds it. */
export function unguardedCell(cell: string, separator: string): string {
	return withInner(cell.replace(guardedStart, ""), separator, "guarded", "$1");
}

function withInner(text: string, separator: string, state: "guarded" | "unguarded", replacement: string): string {
	const starts = innerStarts.get(separator);
	return starts ? text.replace(starts[state], replacement) : text;
}
