export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Null for invalid JSON, and for `null` itself. */
export function parsedOrNull(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null; // callers treat it as absent
	}
}
