export type CsvLayout = { separator: "," | ";" | "\t"; decimalSign: "." | "," };

export const standardCsv: CsvLayout = { separator: ",", decimalSign: "." };

/** Without it, spreadsheets assume an old code page. */
export const byteOrderMark = "\uFEFF";

/** Characters that begin a formula in spreadsheets, also in wide forms. For a RegExp class. */
const formulaSigns = "=+\\-@＝＋－＠";
/** Apostrophes before a formula are part of the text. One more is added, so that removing one restores it. */
const formula = `'*[${formulaSigns}]`;
const cellBegins = `\\s*(?:${formula}|'*[\\t\\r])`;
const unguardedStart = new RegExp(`^(?=${cellBegins})`);
const guardedStart = new RegExp(`^'(?=${cellBegins})`);

/** Cell starts for readers with another separator, with which spreadsheets may save the file. */
const innerStarts = new Map(
	[",", ";", "\t", "|"].map((own) => {
		const before = `([\\r\\n;\t${own === "," ? "" : ","}]\\s*)`;
		return [
			own,
			{ unguarded: new RegExp(`${before}(?=${formula})`, "g"), guarded: new RegExp(`${before}'(?=${formula})`, "g") },
		];
	}),
);

/**
 * Writes a cell by RFC 4180. Text that spreadsheets read as a formula gets a leading apostrophe:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string | number | null, layout: CsvLayout = standardCsv): string {
	const { separator, decimalSign } = layout;
	if (value === null) return "";
	if (typeof value === "number") return String(value).replace(".", decimalSign);
	const text = withInner(value, separator, "unguarded", "$1'").replace(unguardedStart, "'");
	const isPlain = !/["\r\n#]/.test(text) && !text.includes(separator) && text === text.trim();
	return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

const commentFormula = new RegExp(`([,;]\\s*)([${formulaSigns}])`, "g");

/** A comment line. It must not end the line, open a quote or start a formula, because it is not quoted. */
export function csvComment(text: string): string {
	const oneLine = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll('"', "'");
	return `# ${oneLine.replace(commentFormula, "$1'$2")}\r\n`;
}

/** Reverses `csvCell` for a cell that a reader has parsed. */
export function unguardedCell(cell: string, separator: string): string {
	return withInner(cell.replace(guardedStart, ""), separator, "guarded", "$1");
}

function withInner(text: string, separator: string, state: "guarded" | "unguarded", replacement: string): string {
	const starts = innerStarts.get(separator);
	return starts ? text.replace(starts[state], replacement) : text;
}
