import type { ByteReader, ByteWriter } from "./bytes";
import { asDecimals, powers } from "./decimals";
import { asExceptions, readExceptions, writeExceptions } from "./exceptions";
import { fillIntegerPart, firstByteOf, tagOf, writeIntegerColumn } from "./integer-column";
import type { Part } from "./integer-frames";

/** Integers over a power of ten, then exceptions; or only floats or doubles. The tag holds power and form. */
const scaleMask = 0xf;
const float32Tag = 0xe;
const float64Tag = 0xf;
const exceptionsFlag = 0x10;
const stepsFlag = 0x20;

/** Lossless. `values` has at least one. */
export function writeValueColumn(writer: ByteWriter, values: Float64Array): void {
	const start = writer.length;
	const isFloat32 = values.every((value) => Math.fround(value) === value);
	writeDecimals(writer, values);
	if (writer.length - start <= 1 + values.length * (isFloat32 ? 4 : 8)) return;
	writer.rewind(start);
	writer.byte(firstByteOf(isFloat32 ? float32Tag : float64Tag));
	for (const value of values) {
		if (isFloat32) writer.float32(value);
		else writer.float64(value);
	}
}

export function readValuePart(reader: ByteReader, part: Part): Float64Array {
	const values = new Float64Array(part.to - part.from);
	fillValuePart(reader, values, part);
	return values;
}

export function fillValueColumn(reader: ByteReader, values: Float64Array): void {
	fillValuePart(reader, values, { from: 0, to: values.length, count: values.length });
}

/** `values` is as long as the part. Reads on to the end of the column. */
function fillValuePart(reader: ByteReader, values: Float64Array, { from, to, count }: Part): void {
	const firstByte = reader.byte();
	const tag = tagOf(firstByte);
	const scale = tag & scaleMask;
	if (scale >= float32Tag) {
		fillPlain(reader, values, { from, to, count, isFloat32: scale === float32Tag });
		return;
	}
	const power = powers[scale];
	if (power === undefined) throw new RangeError("Values of an unknown form");
	fillIntegerPart(reader, values, { from, to, count, firstByte });
	if (power !== 1) {
		for (let index = 0; index < values.length; index += 1) values[index] = (values[index] ?? 0) / power;
	}
	if (tag & exceptionsFlag) {
		readExceptions(reader, values, { from, to, count, isInSteps: (tag & stepsFlag) !== 0 });
	}
}

function fillPlain(
	reader: ByteReader,
	values: Float64Array,
	{ from, to, count, isFloat32 }: Part & { isFloat32: boolean },
): void {
	const bytes = isFloat32 ? 4 : 8;
	reader.position += bytes * from;
	for (let index = 0; index < values.length; index += 1) {
		values[index] = isFloat32 ? reader.float32() : reader.float64();
	}
	reader.position += bytes * (count - to);
}

function writeDecimals(writer: ByteWriter, values: Float64Array): void {
	const { scale, integers, exceptions: indexes } = asDecimals(values);
	if (indexes.length === 0) {
		writeIntegerColumn(writer, integers, scale);
		return;
	}
	const power = powers[scale] ?? 1;
	const exceptions = asExceptions(
		values,
		integers.map((integer) => integer / power),
		indexes,
	);
	writeIntegerColumn(writer, integers, scale | exceptionsFlag | (exceptions.steps ? stepsFlag : 0));
	writeExceptions(writer, values, exceptions);
}
