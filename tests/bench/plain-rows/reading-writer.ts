import type { ReadingRow, ReadingRows } from "./reading-rows";

export function readingWriter(rows: ReadingRows) {
	let unwritten: ReadingRow[] = [];

	function flush(): void {
		rows.putNew(unwritten);
		unwritten = [];
	}

	return {
		/** `newestAt`: the newest reading time of the channel, this upload included. A later reading needs no look-up. */
		store(reading: ReadingRow, newestAt: number | null): "new" | "replaced" | "duplicate" {
			if (newestAt === null || reading.at > newestAt) {
				unwritten.push(reading);
				return "new";
			}
			// This upload may hold the same reading, which is not written yet.
			flush();
			const known = rows.find(reading);
			if (known && (known.value === reading.value || known.seq > reading.seq)) return "duplicate";
			rows.put(reading);
			return known ? "replaced" : "new";
		},
		flush,
	};
}
