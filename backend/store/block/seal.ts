import type { ByteWriter } from "./bytes";

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

/** Bytes that are no block of a version we read: truncated, corrupt, or of a later release. */
export class BlockFormatError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "BlockFormatError";
	}
}

/** What `read` answers. Reads past the end and other RangeErrors of it become a BlockFormatError. */
export function formatOrThrow<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (error instanceof RangeError) throw new BlockFormatError("Truncated or corrupt bytes", { cause: error });
		throw error;
	}
}
