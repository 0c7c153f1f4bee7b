import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";
import { readIntegerColumn, writeIntegerColumn } from "./integer-column";
import type { Part } from "./integer-frames";

/** Which upload each reading came with, as runs: a run's upload, and how many readings it has. */
export function writeUploadRuns(writer: ByteWriter, upload: Uint32Array): void {
	const uploads: number[] = [];
	const starts: number[] = [];
	for (const [place, index] of upload.entries()) {
		if (place > 0 && index === upload[place - 1]) continue;
		uploads.push(index);
		starts.push(place);
	}
	writer.varint(starts.length);
	writeIntegerColumn(writer, Float64Array.from(uploads));
	// The first run begins at 0.
	if (starts.length > 1) writeIntegerColumn(writer, Float64Array.from(starts.slice(1)));
}

/** Reads the upload of each reading of a part. */
export function readUploadRuns(reader: ByteReader, { from, to, count }: Part): Uint32Array {
	const upload = new Uint32Array(to - from);
	const runs = reader.varint();
	if (runs < 1 || runs > count) throw new RangeError("Runs of uploads that do not fit");
	const uploads = readIntegerColumn(reader, runs);
	const starts = runs > 1 ? readIntegerColumn(reader, runs - 1) : new Float64Array();
	let start = 0;
	for (let run = 0; run < runs && start < to; run += 1) {
		const end = starts[run] ?? count;
		if (end > from) upload.fill(uploads[run] ?? 0, Math.max(start - from, 0), end - from);
		start = end;
	}
	return upload;
}
