import type { ByteReader, ByteWriter } from "./bytes";

/**
 * Frames of reference with patches: Zukowski et al., "Super-Scalar RAM-CPU Cache Compression", 2006.
 * A frame: width and patch flag, base (signed varint), packed differences, patches (position, signed varint).
 */
const frameLength = 128;
const patchFlag = 0x40;
const widthMask = 0x3f;

/** Any unaligned 32-bit read holds this many bits. */
const readWidth = 25;
const maxWidth = 2 * readWidth;

/** Integers within ±2^52. The reader knows the count. */
export function writeFrames(writer: ByteWriter, values: Float64Array): void {
	for (let from = 0; from < values.length; from += frameLength) {
		writeFrame(writer, values.subarray(from, from + frameLength));
	}
}

/** Positions from `from` to before `to` in a list of `count` integers. */
export type Part = { from: number; to: number; count: number };

type FramesPart = Part & {
	start: number;
	isSummed: boolean;
};

/** Reads a part into `values`, and on to the end of all frames. Returns the sum before the part. */
export function readFrames(
	reader: ByteReader,
	values: Float64Array,
	{ from, to, count, start, isSummed }: FramesPart,
): number {
	let sum = 0;
	for (let first = 0; first < count; first += frameLength) {
		const end = Math.min(first + frameLength, count);
		const isBefore = end <= from;
		if (first >= to || (isBefore && !isSummed)) {
			passFrame(reader, end - first);
		} else if (first >= from && end <= to) {
			const index = start + first - from;
			readFrame(reader, values, { from: index, to: index + end - first });
		} else {
			readFrame(reader, frameMemory, { from: 0, to: end - first });
			for (let index = first; index < end && index < from; index += 1) sum += frameMemory[index - first] ?? 0;
			for (let index = Math.max(first, from); index < end && index < to; index += 1) {
				values[start + index - from] = frameMemory[index - first] ?? 0;
			}
		}
	}
	return sum;
}

function readFrame(reader: ByteReader, values: Float64Array, { from, to }: { from: number; to: number }): void {
	const { base, width, patches } = readFrameHead(reader);
	unpackBits(reader, width, { values, from, to, base });
	for (let patch = 0; patch < patches; patch += 1) {
		const index = from + reader.byte();
		values[index] = reader.signed();
	}
}

function passFrame(reader: ByteReader, length: number): void {
	const { width, patches } = readFrameHead(reader);
	reader.position += packedBytes(length, width);
	for (let patch = 0; patch < patches; patch += 1) {
		reader.byte();
		reader.signed();
	}
}

function readFrameHead(reader: ByteReader): { base: number; width: number; patches: number } {
	const control = reader.byte();
	const base = reader.signed();
	const patches = control & patchFlag ? reader.byte() : 0;
	const width = control & widthMask;
	if (width > maxWidth) throw new RangeError("A frame of too wide integers");
	return { base, width, patches };
}

/** Reused: allocating small arrays takes longer than filling them. */
const sortedMemory = new Float64Array(frameLength);
const offsetMemory = new Float64Array(frameLength);
const frameMemory = new Float64Array(frameLength);

function writeFrame(writer: ByteWriter, values: Float64Array): void {
	const { base, width } = bestWindow(values);
	const end = base + 2 ** width;
	const patches: number[] = [];
	const offsets = offsetMemory.subarray(0, values.length);
	for (let index = 0; index < values.length; index += 1) {
		const value = values[index] ?? 0;
		const isWithin = value >= base && value < end;
		offsets[index] = isWithin ? value - base : 0;
		if (!isWithin) patches.push(index);
	}
	writer.byte(width | (patches.length > 0 ? patchFlag : 0));
	writer.signed(base);
	if (patches.length > 0) writer.byte(patches.length);
	packBits(writer, offsets, width);
	for (const index of patches) {
		writer.byte(index);
		writer.signed(values[index] ?? 0);
	}
}

function bestWindow(values: Float64Array): { base: number; width: number } {
	const sorted = sortedMemory.subarray(0, values.length);
	sorted.set(values);
	sorted.sort();
	const lowest = sorted[0] ?? 0;
	const highest = sorted[sorted.length - 1] ?? 0;
	const patchBytes = 1 + signedBytes(Math.max(Math.abs(lowest), Math.abs(highest)));
	let best = { base: lowest, width: 0, bytes: Number.POSITIVE_INFINITY };
	let hopeless = 0;
	// Stops after two narrower widths that are not shorter.
	for (let width = Math.min(bitsOf(highest - lowest), maxWidth); width >= 0 && hopeless < 2; width -= 1) {
		const { place: position, covered } = fullestWindow(sorted, 2 ** width);
		const base = sorted[position] ?? 0;
		const patched = sorted.length - covered;
		const bytes = signedBytes(base) + packedBytes(sorted.length, width) + patched * patchBytes + (patched > 0 ? 1 : 0);
		hopeless = bytes < best.bytes ? 0 : hopeless + 1;
		if (bytes < best.bytes) best = { base, width, bytes };
	}
	return best;
}

function fullestWindow(sorted: Float64Array, size: number): { place: number; covered: number } {
	let position = 0;
	let covered = 0;
	let first = 0;
	for (let last = 0; last < sorted.length; last += 1) {
		const value = sorted[last] ?? 0;
		while (value - (sorted[first] ?? 0) >= size) first += 1;
		if (last - first + 1 > covered) {
			covered = last - first + 1;
			position = first;
		}
	}
	return { place: position, covered };
}

function signedBytes(value: number): number {
	let bytes = 1;
	for (let rest = Math.abs(value) * 2; rest >= 0x80; rest /= 0x80) bytes += 1;
	return bytes;
}

function bitsOf(largest: number): number {
	let bits = 0;
	for (let end = 1; end <= largest; end *= 2) bits += 1;
	return bits;
}

function packedBytes(count: number, width: number): number {
	return Math.ceil((count * width) / 8);
}

/** Integers of 0 to 2^width − 1, lowest bit first. */
function packBits(writer: ByteWriter, values: Float64Array, width: number): void {
	const bytes = writer.claim(packedBytes(values.length, width));
	let position = 0;
	let pending = 0;
	let bits = 0;
	for (let index = 0; index < values.length; index += 1) {
		let rest = values[index] ?? 0;
		// Pieces of 16 bits: JavaScript shifts 32 bits, and up to seven are pending.
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

type UnpackTarget = { values: Float64Array; from: number; to: number; base: number };

/** Reads `to` − `from` integers of `width` bits, plus `base`. At least three bytes must follow the packed ones. */
function unpackBits(reader: ByteReader, width: number, { values, from, to, base }: UnpackTarget): void {
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
