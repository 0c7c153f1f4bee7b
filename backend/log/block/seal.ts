import { BlockFormatError } from "./block-format-error";
import type { ByteWriter } from "./byte-writer";

export const sealBytes = 4;

/** What was written, with a checksum behind: four bytes, which unpacking bits may also read past its own end. */
export function sealed(writer: ByteWriter): Uint8Array<ArrayBuffer> {
	seal(writer, 0);
	return writer.done();
}

/** Writes a checksum of what was written from a place on. */
export function seal(writer: ByteWriter, from: number): void {
	const part = writer.written(from);
	writer.uint32(checksum(viewOf(part), 0, part.length));
}

/** Throws BlockFormatError for bytes that are not as they were sealed; `from` and `to` are of a part with its checksum. */
export function checkSeal(bytes: Uint8Array, from = 0, to = bytes.length): void {
	const view = viewOf(bytes);
	const end = to - sealBytes;
	if (to > bytes.length || end <= from || view.getUint32(end, true) !== checksum(view, from, end)) {
		throw new BlockFormatError("Truncated or corrupt bytes");
	}
}

function viewOf(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Words mixed in as MurmurHash3 does. Every step can be undone, so bytes of one length that differ in one word
 * never have the same.
 */
function checksum(view: DataView, from: number, to: number): number {
	let hash = to - from;
	let position = from;
	for (; position + 4 <= to; position += 4) hash = mixed(hash, view.getUint32(position, true));
	for (; position < to; position += 1) hash = mixed(hash, view.getUint8(position));
	return hash >>> 0;
}

function mixed(hash: number, word: number): number {
	const value = hash ^ Math.imul(word, 0xcc9e2d51);
	return (Math.imul((value << 13) | (value >>> 19), 5) + 0xe6546b64) | 0;
}
