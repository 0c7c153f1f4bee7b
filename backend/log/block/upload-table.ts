import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";
import { readIntegerColumn, writeIntegerColumn } from "./integer-column";
import type { ChannelReadings, UploadFact } from "./readings";

/** Uploads as two columns; times of receipt are told from `origin`, epoch ms. */
export function writeUploads(writer: ByteWriter, uploads: UploadFact[], origin: number): void {
	writer.varint(uploads.length);
	if (uploads.length === 0) return;
	writeIntegerColumn(
		writer,
		Float64Array.from(uploads, ({ seq }) => seq),
	);
	writeIntegerColumn(
		writer,
		Float64Array.from(uploads, ({ receivedAt }) => receivedAt - origin),
	);
}

type UploadTable = { seqs: Float64Array; receipts: Float64Array };

export function readUploadTable(reader: ByteReader, origin: number): UploadTable {
	const count = reader.varint();
	if (count === 0) return { seqs: new Float64Array(), receipts: new Float64Array() };
	const seqs = readIntegerColumn(reader, count);
	const receipts = readIntegerColumn(reader, count);
	for (let index = 0; index < count; index += 1) receipts[index] = (receipts[index] ?? 0) + origin;
	return { seqs, receipts };
}

/** All uploads of a table. */
export function uploadFacts({ seqs, receipts }: UploadTable): UploadFact[] {
	return Array.from(seqs, (seq, index) => ({ seq, receivedAt: receipts[index] ?? 0 }));
}

/**
 * From the first upload of a table that readings are of to the last: few, where those are of a short time. The
 * readings' `upload` is rewritten to index them; columns that are shared are so once.
 */
export function uploadsOf({ seqs, receipts }: UploadTable, channels: ChannelReadings[]): UploadFact[] {
	const columns = new Set(channels.map(({ upload }) => upload));
	let first = seqs.length;
	let end = 0;
	for (const column of columns) {
		for (const index of column) {
			if (index < first) first = index;
			if (index >= end) end = index + 1;
		}
	}
	for (const column of columns) {
		for (let place = 0; place < column.length; place += 1) column[place] = (column[place] ?? 0) - first;
	}
	if (first >= end) return [];
	return uploadFacts({ seqs: seqs.subarray(first, end), receipts: receipts.subarray(first, end) });
}
