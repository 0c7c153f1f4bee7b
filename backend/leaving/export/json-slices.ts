/** A piece of a file. `cursor`: where the next one begins; null: this is the last. */
export type Slice = { bytes: Uint8Array; rows: number; cursor: string | null };

/** Of a file as it is made. */
export type Begun = { cursor: string | null; rows: number };

/** Of a piece of text, and so of one object in R2 and of what an object's memory holds. */
export const sliceLength = 2_000_000;

const encoder = new TextEncoder();

/** A slice of a JSON array, one row a line: `[`, rows, `]`, however many slices it takes. */
export function jsonSlice({ cursor: at, rows: before }: Begun, rows: readonly unknown[], next: string | null): Slice {
	const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
	const begins = at === null ? "[\n" : "";
	const separator = before > 0 && rows.length > 0 ? ",\n" : "";
	const text = `${begins}${separator}${lines}${next === null ? "\n]\n" : ""}`;
	return { bytes: encoder.encode(text), rows: rows.length, cursor: next };
}

export function textSlice(text: string, rows: number, cursor: string | null): Slice {
	return { bytes: encoder.encode(text), rows, cursor };
}
