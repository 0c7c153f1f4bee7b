import type { ByteReader, ByteWriter } from "./bytes";
import { type Part, readFrames, writeFrames } from "./integer-frames";

/** Within ±2^50, sums and differences are exact. */
export const maxInteger = 2 ** 50;

const differencesFlag = 1;
const unitFlag = 2;
/** The other bits of the first byte are the caller's. */
const tagShift = 2;

/** First byte (form, tag 0 to 63), first integer, unit if not 1, then differences or distances from a line. */
export function writeIntegerColumn(writer: ByteWriter, values: Float64Array, tag = 0): void {
	const first = values[0] ?? 0;
	if (values.length === 1) {
		writer.byte(differencesFlag | (tag << tagShift));
		writer.signed(first);
		return;
	}
	const unit = commonDivisor(values, first);
	const distances = new Float64Array(values.length);
	for (let index = 0; index < values.length; index += 1) distances[index] = ((values[index] ?? 0) - first) / unit;
	const isDifferences = isShorterAsDifferences(distances);
	writer.byte((isDifferences ? differencesFlag : 0) | (unit === 1 ? 0 : unitFlag) | (tag << tagShift));
	writer.signed(first);
	if (unit !== 1) writer.varint(unit);
	if (isDifferences) {
		toDifferences(distances);
	} else {
		const rise = distances.at(-1) ?? 0;
		writer.signed(rise);
		const slope = slopeOf(rise, values.length);
		for (let index = 1; index < distances.length; index += 1) {
			distances[index] = (distances[index] ?? 0) - Math.round(index * slope);
		}
	}
	writeFrames(writer, distances.subarray(1));
}

/** Fills `values`, at least one. The caller has read the first byte. */
export function fillIntegerColumn(reader: ByteReader, firstByte: number, values: Float64Array): void {
	fillIntegerPart(reader, values, { firstByte, from: 0, to: values.length, count: values.length });
}

/** `values` is as long as the part. Reads on to the end of the column. */
export function fillIntegerPart(
	reader: ByteReader,
	values: Float64Array,
	{ firstByte, from, to, count }: Part & { firstByte: number },
): void {
	const first = reader.signed();
	const unit = firstByte & unitFlag ? reader.varint() : 1;
	// Frames start with the column's second integer.
	const start = from === 0 ? 1 : 0;
	if (from === 0) values[0] = 0;
	const isSummed = (firstByte & differencesFlag) !== 0;
	const slope = isSummed ? 0 : slopeOf(reader.signed(), count);
	const before = readFrames(reader, values, { start, isSummed, from: from + start - 1, to: to - 1, count: count - 1 });
	if (isSummed) addUp(values, first + before * unit, unit);
	else addLine(values, { first, slope, unit, from });
}

export function readIntegerColumn(reader: ByteReader, count: number): Float64Array {
	const values = new Float64Array(count);
	fillIntegerColumn(reader, reader.byte(), values);
	return values;
}

export function firstByteOf(tag: number): number {
	return tag << tagShift;
}

export function tagOf(firstByte: number): number {
	return firstByte >>> tagShift;
}

function addUp(values: Float64Array, first: number, unit: number): void {
	let sum = first;
	for (let index = 0; index < values.length; index += 1) {
		sum += (values[index] ?? 0) * unit;
		values[index] = sum;
	}
}

type Line = { first: number; slope: number; unit: number; from: number };

function addLine(values: Float64Array, { first, slope, unit, from }: Line): void {
	for (let index = 0; index < values.length; index += 1) {
		values[index] = first + ((values[index] ?? 0) + Math.round((from + index) * slope)) * unit;
	}
}

function toDifferences(values: Float64Array): void {
	for (let index = values.length - 1; index > 0; index -= 1) {
		values[index] = (values[index] ?? 0) - (values[index - 1] ?? 0);
	}
}

function slopeOf(rise: number, count: number): number {
	return count > 1 ? rise / (count - 1) : 0;
}

function isShorterAsDifferences(distances: Float64Array): boolean {
	const slope = slopeOf(distances.at(-1) ?? 0, distances.length);
	let before = 0;
	let saved = 0;
	for (let index = 1; index < distances.length; index += 1) {
		const distance = distances[index] ?? 0;
		saved += Math.clz32(Math.min(Math.abs(distance - before - slope), 0xffff_ffff));
		saved -= Math.clz32(Math.min(Math.abs(distance - index * slope), 0xffff_ffff));
		before = distance;
	}
	return saved >= 0;
}

function commonDivisor(values: Float64Array, first: number): number {
	let divisor = 0;
	for (let index = 1; index < values.length; index += 1) {
		let rest = Math.abs((values[index] ?? 0) - first);
		while (rest > 0) {
			const remainder = divisor % rest;
			divisor = rest;
			rest = remainder;
		}
		if (divisor === 1) return 1;
	}
	return Math.max(divisor, 1);
}
