import { ByteReader, ByteWriter } from "./bytes";
import { readChannelCounts, readChannels, type WantedChannels, writeChannels } from "./channel-section";
import { maxInteger, readIntegerColumn, writeIntegerColumn } from "./integer-column";
import {
	type Between,
	type ChannelCount,
	type ChannelReadings,
	countReadings,
	type Readings,
	type UploadFact,
} from "./readings";
import { BlockFormatError, checkSeal, formatOrThrow, sealed } from "./seal";

/**
 * A block: version, how many readings and their span, the table of uploads, a directory of time axes and channels
 * with the length of each, then these one after the other, then a checksum of all before it.
 */

const blockVersion = 1;

/** Readings as bytes, lossless. Throws UnstorableReadingsError for what the store cannot keep, such as NaN. */
export function encodeBlock(readings: Readings): Uint8Array {
	checkReadings(readings);
	const writer = new ByteWriter();
	const { from } = writeBlockHeader(writer, readings);
	writeUploads(writer, readings.uploads, from);
	writeChannels(writer, readings.channels, from);
	return sealed(writer);
}

/**
 * The readings of a block; with `only`, those of these channels, while the others are passed over unread. Channels
 * that were read together may share their `at` and `upload`. Throws BlockFormatError.
 */
export function decodeBlock(bytes: Uint8Array, only?: ReadonlySet<number>): Readings {
	const { table, channels } = readBlock(bytes, { only });
	return { uploads: uploadFacts(table), channels };
}

/**
 * The readings of a block within a span, as `decodeBlock` would give them, without the uploads before the first and
 * after the last of them. What is before the span is added up at most, what is after it not read.
 */
export function decodeBlockBetween(bytes: Uint8Array, between: Between, only?: ReadonlySet<number>): Readings {
	const { table, channels } = readBlock(bytes, { between, only });
	return { uploads: uploadsOf(table, channels), channels };
}

function readBlock(bytes: Uint8Array, wanted: WantedChannels) {
	return formatOrThrow(() => {
		checkSeal(bytes);
		const reader = new ByteReader(bytes);
		const { count, from } = readBlockHeader(reader);
		const table = readUploadTable(reader, from);
		return { table, channels: readChannels(reader, { origin: from, count }, wanted) };
	});
}

/** How many readings of each channel a block holds, without reading them; believed unchecked. Throws BlockFormatError. */
export function blockCounts(bytes: Uint8Array): ChannelCount[] {
	return formatOrThrow(() => {
		const reader = new ByteReader(bytes);
		const { from } = readBlockHeader(reader);
		readUploadTable(reader, from);
		return readChannelCounts(reader);
	});
}

/**
 * How many readings a block holds and their half-open span, epoch ms, from its first bytes alone, which are
 * believed unchecked. Throws BlockFormatError.
 */
export function blockSpan(bytes: Uint8Array): BlockSpan {
	return formatOrThrow(() => readBlockHeader(new ByteReader(bytes)));
}

/** `from` inclusive, `to` exclusive, epoch ms; both 0 where there are no readings. */
type BlockSpan = { count: number; from: number; to: number };

/** Writes what is known of a block without reading it, and answers it. */
function writeBlockHeader(writer: ByteWriter, readings: Readings): BlockSpan {
	const count = countReadings(readings);
	const { from, to } = spanOf(readings);
	writer.byte(blockVersion);
	writer.varint(count);
	writer.signed(from);
	writer.varint(to - from);
	return { count, from, to };
}

/** Throws BlockFormatError for a version that we do not know. */
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

/** Uploads as two columns; times of receipt are counted from `origin`, epoch ms. */
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

/** All uploads of a table. */
function uploadFacts({ seqs, receipts }: UploadTable): UploadFact[] {
	return Array.from(seqs, (seq, index) => ({ seq, receivedAt: receipts[index] ?? 0 }));
}

/**
 * From the first upload of a table that readings are of to the last: few, where those are of a short time. The
 * readings' `upload` is rewritten to index them; columns that are shared are so once.
 */
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
		for (let place = 0; place < column.length; place += 1) column[place] = (column[place] ?? 0) - first;
	}
	if (first >= end) return [];
	return uploadFacts({ seqs: seqs.subarray(first, end), receipts: receipts.subarray(first, end) });
}

/** Throws UnstorableReadingsError where readings are not as their type promises. */
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

/** An integer that differences of differences of stay exact for; of times, past the year 37000. */
function isWhole(value: number): boolean {
	return Number.isInteger(value) && Math.abs(value) <= maxInteger / 2;
}

/** Readings that break what the store promises: a value that is not finite, a time that is no whole millisecond. */
export class UnstorableReadingsError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "UnstorableReadingsError";
	}
}
