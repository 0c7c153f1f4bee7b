/** RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection). */
export function csvCell(value: string | number | null): string {
	if (value === null) return "";
	if (typeof value === "number") return String(value);
	const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText(rows: (string | number | null)[][]): string {
	return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
