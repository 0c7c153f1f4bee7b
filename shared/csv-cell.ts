/**
 * A field of RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe in front, also behind what
 * other locales take for a separator: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string | number | null): string {
	if (value === null) return "";
	if (typeof value === "number") return String(value);
	const text = value.replace(/^\s*[=+\-@\t\r]/, "'$&").replace(/([;\t]\s*)([=+\-@])/g, "$1'$2");
	// Quoted too is what readers would trim, or take for a comment.
	return /[",\r\n#]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
