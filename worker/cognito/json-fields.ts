export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field's text; null where it is absent, empty or not text. */
export function textField(record: Record<string, unknown>, name: string): string | null {
	const value = record[name];
	return typeof value === "string" && value !== "" ? value : null;
}
