import { BlockFormatError } from "./block-format-error";
import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";
import { countReadings, type Readings } from "./readings";

const blockVersion = 1;

/** `from` inclusive, `to` exclusive, epoch ms; both 0 where there are no readings. */
export type BlockSpan = { count: number; from: number; to: number };

/** Writes what can be told of a block without reading it, and answers it. */
export function writeBlockHeader(writer: ByteWriter, readings: Readings): BlockSpan {
	const count = countReadings(readings);
	const { from, to } = spanOf(readings);
	writer.byte(blockVersion);
	writer.varint(count);
	writer.signed(from);
	writer.varint(to - from);
	return { count, from, to };
}

/** Throws BlockFormatError for a version that we do not know. */
export function readBlockHeader(reader: ByteReader): BlockSpan {
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
