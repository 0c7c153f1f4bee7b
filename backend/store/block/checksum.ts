import type { ByteWriter } from "./bytes";

export const checksumBytes = 4;

/** Appends a checksum. Unpacking may read these four bytes past its end. */
export function withChecksum(writer: ByteWriter): Uint8Array<ArrayBuffer> {
	writeChecksum(writer, 0);
	return writer.done();
}

export function writeChecksum(writer: ByteWriter, from: number): void {
	const part = writer.written(from);
	writer.uint32(checksum(viewOf(part), 0, part.length));
}

/** Checks the part from `from` to `to`, checksum included. Throws BlockFormatError. */
export function verifyChecksum(bytes: Uint8Array, from = 0, to = bytes.length): void {
	const view = viewOf(bytes);
	const end = to - checksumBytes;
	if (to > bytes.length || end <= from || view.getUint32(end, true) !== checksum(view, from, end)) {
		throw new BlockFormatError("Truncated or corrupt bytes");
	}
}

function viewOf(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** MurmurHash3. Every step is reversible, so a difference in one word always changes the checksum. */
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

/** Thrown for truncated or corrupt bytes, or a block of a later release. */
export class BlockFormatError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "BlockFormatError";
	}
}

/** Turns RangeErrors, such as reads past the end, into BlockFormatError. */
export function formatOrThrow<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (error instanceof RangeError) throw new BlockFormatError("Truncated or corrupt bytes", { cause: error });
		throw error;
	}
}
