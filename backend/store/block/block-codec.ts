import { ByteReader, ByteWriter } from "./bytes";
import { readChannelCounts, readChannels, type WantedChannels, writeChannels } from "./channel-section";
import { BlockFormatError, formatOrThrow, verifyChecksum, withChecksum } from "./checksum";
import { maxInteger, readIntegerColumn, writeIntegerColumn } from "./integer-column";
import {
	type Between,
	type ChannelCount,
	type ChannelReadings,
	countReadings,
	type Readings,
	type UploadFact,
} from "./readings";

/** A block: version, count, span, uploads, directory with lengths, time axes, channels, checksum. */

const blockVersion = 1;

/** Lossless. Throws UnstorableReadingsError for values such as NaN. */
export function encodeBlock(readings: Readings): Uint8Array {
	checkReadings(readings);
	const writer = new ByteWriter();
	const { from } = writeBlockHeader(writer, readings);
	writeUploads(writer, readings.uploads, from);
	writeChannels(writer, readings.channels, from);
	return withChecksum(writer);
}

/** Decodes the channels in `only`, or all. Channels may share `at` and `upload`. Throws BlockFormatError. */
export function decodeBlock(bytes: Uint8Array, only?: ReadonlySet<number>): Readings {
	const { table, channels } = readBlock(bytes, { only });
	return { uploads: uploadFacts(table), channels };
}

/** Sums data before the span and skips data after it. Throws BlockFormatError. */
export function decodeBlockBetween(bytes: Uint8Array, between: Between, only?: ReadonlySet<number>): Readings {
	const { table, channels } = readBlock(bytes, { between, only });
	return { uploads: uploadsOf(table, channels), channels };
}

function readBlock(bytes: Uint8Array, wanted: WantedChannels) {
	return formatOrThrow(() => {
		verifyChecksum(bytes);
		const reader = new ByteReader(bytes);
		const { count, from } = readBlockHeader(reader);
		const table = readUploadTable(reader, from);
		return { table, channels: readChannels(reader, { origin: from, count }, wanted) };
	});
}

/** Readings per channel, without decoding them or checking the checksum. Throws BlockFormatError. */
export function blockCounts(bytes: Uint8Array): ChannelCount[] {
	return formatOrThrow(() => {
		const reader = new ByteReader(bytes);
		const { from } = readBlockHeader(reader);
		readUploadTable(reader, from);
		return readChannelCounts(reader);
	});
}

/** Reads the header alone. Does not check the checksum. Throws BlockFormatError. */
export function blockSpan(bytes: Uint8Array): BlockSpan {
	return formatOrThrow(() => readBlockHeader(new ByteReader(bytes)));
}

/** `from` inclusive, `to` exclusive, epoch ms; both 0 without readings. */
type BlockSpan = { count: number; from: number; to: number };

function writeBlockHeader(writer: ByteWriter, readings: Readings): BlockSpan {
	const count = countReadings(readings);
	const { from, to } = spanOf(readings);
	writer.byte(blockVersion);
	writer.varint(count);
	writer.signed(from);
	writer.varint(to - from);
	return { count, from, to };
}

function readBlockHeader(reader: ByteReader): BlockSpan {
	const version = reader.byte();
	if (version !== blockVersion) throw new BlockFormatError(`A block of version ${version}`);
	const count = reader.varint();
	const from = reader.signed();
	return { count, from, to: from + reader.varint() };
}

function spanOf({ channels }: Readings): { from: number; to: number } {
	if (channels.length === 0) return { from: 0, to: 0 };
	let from = Number.POSITIVE_INFINITY;
	let to = Number.NEGATIVE_INFINITY;
	for (const { at } of channels) {
		from = Math.min(from, at.at(0) ?? from);
		to = Math.max(to, (at.at(-1) ?? to) + 1);
	}
	return { from, to };
}

function writeUploads(writer: ByteWriter, uploads: UploadFact[], origin: number): void {
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

function readUploadTable(reader: ByteReader, origin: number): UploadTable {
	const count = reader.varint();
	if (count === 0) return { seqs: new Float64Array(), receipts: new Float64Array() };
	const seqs = readIntegerColumn(reader, count);
	const receipts = readIntegerColumn(reader, count);
	for (let index = 0; index < count; index += 1) receipts[index] = (receipts[index] ?? 0) + origin;
	return { seqs, receipts };
}

function uploadFacts({ seqs, receipts }: UploadTable): UploadFact[] {
	return Array.from(seqs, (seq, index) => ({ seq, receivedAt: receipts[index] ?? 0 }));
}

/** Keeps the range of uploads that the readings use, and shifts their `upload` indexes in place. */
function uploadsOf({ seqs, receipts }: UploadTable, channels: ChannelReadings[]): UploadFact[] {
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
		for (let position = 0; position < column.length; position += 1) column[position] = (column[position] ?? 0) - first;
	}
	if (first >= end) return [];
	return uploadFacts({ seqs: seqs.subarray(first, end), receipts: receipts.subarray(first, end) });
}

function checkReadings({ uploads, channels }: Readings): void {
	for (const { seq, receivedAt } of uploads) {
		if (!isWhole(seq) || seq < 0 || !isWhole(receivedAt)) throw new UnstorableReadingsError("No fact of an upload");
	}
	let before = -1;
	for (const readings of channels) {
		if (!Number.isSafeInteger(readings.channel) || readings.channel <= before) {
			throw new UnstorableReadingsError("Channels do not ascend");
		}
		before = readings.channel;
		checkChannel(readings, uploads.length);
	}
}

function checkChannel({ at, value, upload }: ChannelReadings, uploads: number): void {
	const isEven = at.length > 0 && value.length === at.length && upload.length === at.length;
	if (!isEven) throw new UnstorableReadingsError("Columns are empty or differ in length");
	let before = Number.NEGATIVE_INFINITY;
	for (const time of at) {
		if (!isWhole(time) || time <= before) throw new UnstorableReadingsError("Times are not whole or do not ascend");
		before = time;
	}
	if (!value.every(Number.isFinite)) throw new UnstorableReadingsError("A value is not finite");
	if (!upload.every((index) => index < uploads)) throw new UnstorableReadingsError("A reading of no upload");
}

/** Integers whose second differences stay exact; as a time, past the year 37000. */
function isWhole(value: number): boolean {
	return Number.isInteger(value) && Math.abs(value) <= maxInteger / 2;
}

/** Thrown for a value that is not finite, or a time that is not a whole millisecond. */
export class UnstorableReadingsError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "UnstorableReadingsError";
	}
}
