/**
 * RFC 4180. Text that a spreadsheet would read as a formula gets a leading apostrophe, also after other separators:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string | number | null): string {
	if (value === null) return "";
	if (typeof value === "number") return String(value);
	const text = value.replace(/^\s*[=+\-@\t\r]/, "'$&").replace(/([;\t]\s*)([=+\-@])/g, "$1'$2");
	// Also quotes what readers would trim or take for a comment.
	return /[",\r\n#]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
