import type { ReadingRow, ReadingRows } from "./reading-rows";

/** Stores the readings of one upload; nothing is kept before `flush`. */
export function readingWriter(rows: ReadingRows) {
	let unwritten: ReadingRow[] = [];

	function flush(): void {
		rows.putNew(unwritten);
		unwritten = [];
	}

	return {
		/** `newestAt` is the newest reading time of its channel, this upload's included: past it nothing needs a look-up. */
		store(reading: ReadingRow, newestAt: number | null): "new" | "replaced" | "duplicate" {
			if (newestAt === null || reading.at > newestAt) {
				unwritten.push(reading);
				return "new";
			}
			// Its like may be among those of this upload that are not written yet.
			flush();
			const known = rows.find(reading);
			if (known && (known.value === reading.value || known.seq > reading.seq)) return "duplicate";
			rows.put(reading);
			return known ? "replaced" : "new";
		},
		flush,
	};
}
