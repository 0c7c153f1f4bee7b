import { type BlockSpan, readBlockHeader, writeBlockHeader } from "./block-header";
import { ByteReader } from "./byte-reader";
import { ByteWriter } from "./byte-writer";
import { readChannelCounts, readChannels, type WantedChannels, writeChannels } from "./channel-section";
import { checkReadings } from "./check-readings";
import { formatOrThrow } from "./format-or-throw";
import type { ChannelCount, Readings } from "./readings";
import type { Between } from "./readings-between";
import { checkSeal, sealed } from "./seal";
import { readUploadTable, uploadFacts, uploadsOf, writeUploads } from "./upload-table";

/**
 * A block: version, how many readings and their span, the table of uploads, a directory of time axes and channels
 * with the length of each, then these one after the other, then a checksum of all before it.
 */

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
