import { ByteReader, ByteWriter } from "./bytes";
import { BlockFormatError, checksumBytes, formatOrThrow, verifyChecksum, writeChecksum } from "./checksum";
import { fillIntegerColumn, writeIntegerColumn } from "./integer-column";
import { type ChannelQuarters, quartersPerDay } from "./quarter-buckets";
import type { ChannelCount } from "./readings";
import { fillValueColumn, writeValueColumn } from "./value-column";

/** Version, directory (number as a gap, length, count), columns. Directory and channels have own checksums. */
const quartersVersion = 1;

/** Lossless. Channels ascend by number, and each has at least one quarter. */
export function encodeQuarters(quarters: ChannelQuarters[]): Uint8Array {
	const writer = new ByteWriter();
	const parts = new ByteWriter();
	writer.byte(quartersVersion);
	writer.varint(quarters.length);
	let before = -1;
	for (const channelQuarters of quarters) {
		const start = parts.length;
		writeChannel(parts, channelQuarters);
		writeChecksum(parts, start);
		writer.varint(channelQuarters.channel - before - 1);
		writer.varint(parts.length - start);
		writer.varint(channelQuarters.count.reduce((sum, count) => sum + count, 0));
		before = channelQuarters.channel;
	}
	writeChecksum(writer, 0);
	writer.append(parts.written(0));
	return writer.done();
}

/** Decodes the channels in `only`, or all. Throws BlockFormatError. */
export function decodeQuarters(bytes: Uint8Array, only?: ReadonlySet<number>): ChannelQuarters[] {
	return formatOrThrow(() => {
		const reader = new ByteReader(bytes);
		const quarters: ChannelQuarters[] = [];
		for (const { channel, from, to } of readDirectory(reader, bytes)) {
			if (only && !only.has(channel)) continue;
			verifyChecksum(bytes, from, to);
			reader.position = from;
			quarters.push(readChannel(reader, channel));
		}
		return quarters;
	});
}

/** Reads the directory only. Throws BlockFormatError. */
export function quarterCounts(bytes: Uint8Array): ChannelCount[] {
	return formatOrThrow(() => readDirectory(new ByteReader(bytes), bytes));
}

type Entry = ChannelCount & { from: number; to: number };

function readDirectory(reader: ByteReader, bytes: Uint8Array): Entry[] {
	const version = reader.byte();
	if (version !== quartersVersion) throw new BlockFormatError(`Quarters of version ${version}`);
	const entries: Entry[] = [];
	let before = -1;
	let end = 0;
	for (let left = reader.varint(); left > 0; left -= 1) {
		const channel: number = before + 1 + reader.varint();
		const from = end;
		end += reader.varint();
		entries.push({ channel, readings: reader.varint(), from, to: end });
		before = channel;
	}
	const start = reader.position + checksumBytes;
	verifyChecksum(bytes, 0, start);
	if (start + end !== bytes.length) throw new BlockFormatError("Quarters of another length");
	for (const entry of entries) {
		entry.from += start;
		entry.to += start;
	}
	return entries;
}

function writeChannel(writer: ByteWriter, { quarter, count, first, last, min, max, sum }: ChannelQuarters): void {
	writer.varint(quarter.length);
	writeIntegerColumn(writer, quarter);
	writeIntegerColumn(writer, count);
	for (const values of [first, last, min, max, sum]) writeValueColumn(writer, values);
}

function readChannel(reader: ByteReader, channel: number): ChannelQuarters {
	const length = reader.varint();
	if (length < 1 || length > quartersPerDay) throw new BlockFormatError("Not so many quarters in a day");
	// One buffer for all columns: allocating small arrays takes longer than filling them.
	const memory = new Float64Array(7 * length);
	const column = (index: number) => memory.subarray(index * length, (index + 1) * length);
	const [quarter, count] = [column(0), column(1)];
	const [first, last, min, max, sum] = [column(2), column(3), column(4), column(5), column(6)];
	for (const integers of [quarter, count]) fillIntegerColumn(reader, reader.byte(), integers);
	for (const values of [first, last, min, max, sum]) fillValueColumn(reader, values);
	return { channel, quarter, count, first, last, min, max, sum };
}
