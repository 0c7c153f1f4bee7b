/** `cursor`: start of the next slice; null: the last slice. */
export type Slice = { bytes: Uint8Array; rows: number; cursor: string | null };

export type Begun = { cursor: string | null; rows: number };

/** Characters. Bounds the size of an object in R2 and the memory that a slice needs. */
export const sliceLength = 2_000_000;

const encoder = new TextEncoder();

/** One row a line: `[`, rows, `]`, over any number of slices. */
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
