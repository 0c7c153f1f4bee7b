import { byteOrderMark, csvCell } from "../../shared/base/csv-cell";

/** Smaller numbers are no epoch ms: 1973. */
const earliestMs = 100_000_000_000;
const instantName = /(^|[a-z])(at|At|from|From|to|To|until|Until|since|Since)$/;

export function isInstantName(name: string): boolean {
	return instantName.test(name);
}

/** Converts every time to ISO 8601 in UTC, whether it is a date or epoch ms. */
export function publicValue(value: unknown, name = ""): unknown {
	if (value instanceof Date) return value.toISOString();
	if (typeof value === "number") {
		return isInstantName(name) && value >= earliestMs ? new Date(value).toISOString() : value;
	}
	if (Array.isArray(value)) return value.map((item) => publicValue(item));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, publicValue(item, key)]));
}

/** RFC 4180, one column for each field. Nested values are JSON. */
export function csvOf(rows: readonly object[], columns: string[]): string {
	const lines = rows.map((row) => columns.map((column) => cellOf(publicValue(Reflect.get(row, column), column))));
	return `${byteOrderMark}${[columns, ...lines].map((line) => `${line.map((cell) => csvCell(cell)).join(",")}\r\n`).join("")}`;
}

function cellOf(value: unknown): string | number | null {
	if (value === undefined || value === null) return null;
	if (typeof value === "string" || typeof value === "number") return value;
	return JSON.stringify(value);
}
