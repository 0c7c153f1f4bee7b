import { positionFrom } from "../../../shared/base/sorted";
import type { ByteReader, ByteWriter } from "./bytes";
import { fillIntegerColumn, fillIntegerPart, writeIntegerColumn } from "./integer-column";
import type { Part } from "./integer-frames";

/** Values that are not decimals, as double steps from the decimal; as doubles if steps are not exact. */
type Exceptions = {
	positions: number[];
	/** Steps of 2^`exponent`; null means doubles. */
	steps: { exponent: number; counts: Float64Array } | null;
};

const mostSteps = 2 ** 49;

export function asExceptions(values: Float64Array, decimals: Float64Array, positions: number[]): Exceptions {
	let exponent = Number.POSITIVE_INFINITY;
	for (const position of positions) {
		exponent = Math.min(exponent, stepExponent(values[position] ?? 0), stepExponent(decimals[position] ?? 0));
	}
	const step = 2 ** exponent;
	const counts = new Float64Array(positions.length);
	for (const [index, position] of positions.entries()) {
		const value = values[position] ?? 0;
		const decimal = decimals[position] ?? 0;
		const count = (value - decimal) / step;
		const isExact = Number.isInteger(count) && Math.abs(count) < mostSteps && Object.is(decimal + count * step, value);
		if (!isExact) return { positions, steps: null };
		counts[index] = count;
	}
	return { positions, steps: { exponent, counts } };
}

export function writeExceptions(writer: ByteWriter, values: Float64Array, { positions, steps }: Exceptions): void {
	writer.varint(positions.length);
	writeIntegerColumn(writer, Float64Array.from(positions));
	if (steps) {
		writer.signed(steps.exponent);
		writeIntegerColumn(writer, steps.counts);
	} else for (const position of positions) writer.float64(values[position] ?? 0);
}

export function readExceptions(
	reader: ByteReader,
	values: Float64Array,
	{ from, to, count: most, isInSteps }: Part & { isInSteps: boolean },
): void {
	const count = reader.varint();
	if (count < 1 || count > most) throw new RangeError("More exceptions than values");
	const positions = scratch(0, count);
	fillIntegerColumn(reader, reader.byte(), positions);
	const first = positionFrom(positions, from);
	const end = positionFrom(positions, to);
	if (!isInSteps) {
		reader.position += 8 * first;
		for (let index = first; index < end; index += 1) values[(positions[index] ?? 0) - from] = reader.float64();
		reader.position += 8 * (count - end);
		return;
	}
	const step = 2 ** reader.signed();
	const steps = scratch(1, end - first);
	fillIntegerPart(reader, steps, { firstByte: reader.byte(), from: first, to: end, count });
	for (let index = first; index < end; index += 1) {
		const position = (positions[index] ?? 0) - from;
		values[position] = (values[position] ?? 0) + (steps[index - first] ?? 0) * step;
	}
}

/** Reused: allocating small arrays takes longer than filling them. */
let scratchMemory = new Float64Array(2_048);

function scratch(part: 0 | 1, count: number): Float64Array {
	if (scratchMemory.length < 2 * count) scratchMemory = new Float64Array(4 * count);
	const half = scratchMemory.length / 2;
	return scratchMemory.subarray(part * half, part * half + count);
}

const double = new DataView(new ArrayBuffer(8));

function stepExponent(value: number): number {
	if (value === 0) return Number.POSITIVE_INFINITY;
	double.setFloat64(0, value);
	const biased = (double.getUint16(0) >>> 4) & 0x7ff;
	return Math.max(biased, 1) - 1075;
}
