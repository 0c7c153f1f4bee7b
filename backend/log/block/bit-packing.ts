import type { ByteReader } from "./byte-reader";
import type { ByteWriter } from "./byte-writer";

/** Bits that one unaligned read of 32 is sure to hold. */
const readWidth = 25;

/** Unsigned integers of more bits than this are not packed. */
export const maxWidth = 2 * readWidth;

/** Bytes that `count` integers of `width` bits take. */
export function packedBytes(count: number, width: number): number {
	return Math.ceil((count * width) / 8);
}

/** Writes integers of 0 to 2^width − 1, each in `width` bits, lowest bit first. */
export function packBits(writer: ByteWriter, values: Float64Array, width: number): void {
	const bytes = writer.claim(packedBytes(values.length, width));
	let position = 0;
	let pending = 0;
	let bits = 0;
	for (let index = 0; index < values.length; index += 1) {
		let rest = values[index] ?? 0;
		// In pieces of 16, as JavaScript's shifts know 32 bits and up to seven are pending.
		for (let left = width; left > 0; left -= 16) {
			pending |= (rest % 0x10000) << bits;
			rest = Math.floor(rest / 0x10000);
			bits += left < 16 ? left : 16;
			for (; bits >= 8; bits -= 8) {
				bytes[position] = pending;
				position += 1;
				pending >>>= 8;
			}
		}
	}
	if (bits > 0) bytes[position] = pending;
}

/** Where integers are unpacked to: `base` is added to each. */
export type UnpackTarget = { values: Float64Array; from: number; to: number; base: number };

/** Reads `to` − `from` integers of `width` bits. At least three bytes must follow the packed ones. */
export function unpackBits(reader: ByteReader, width: number, { values, from, to, base }: UnpackTarget): void {
	const { view, position } = reader;
	if (width === 0) {
		values.fill(base, from, to);
		return;
	}
	let bit = position * 8;
	const mask = 2 ** Math.min(width, readWidth) - 1;
	if (width <= readWidth) {
		for (let index = from; index < to; index += 1) {
			values[index] = base + ((view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask);
			bit += width;
		}
	} else {
		const highMask = 2 ** (width - readWidth) - 1;
		for (let index = from; index < to; index += 1) {
			const low = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask;
			const highBit = bit + readWidth;
			const high = (view.getUint32(highBit >>> 3, true) >>> (highBit & 7)) & highMask;
			values[index] = base + low + high * 2 ** readWidth;
			bit += width;
		}
	}
	reader.position = position + packedBytes(to - from, width);
}
