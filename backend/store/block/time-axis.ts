import { positionFrom } from "../../../shared/base/sorted";
import type { ByteReader, ByteWriter } from "./bytes";
import { fillIntegerColumn, readIntegerColumn, writeIntegerColumn } from "./integer-column";
import type { Part } from "./integer-frames";
import type { Between, ChannelReadings } from "./readings";

type TimeAxis = Pick<ChannelReadings, "at" | "upload">;

/** Times are relative to `origin`, epoch ms. */
export function writeTimeAxis(writer: ByteWriter, { at, upload }: TimeAxis, origin: number): void {
	writer.varint(at.length);
	writeIntegerColumn(
		writer,
		at.map((time) => time - origin),
	);
	writeUploadRuns(writer, upload);
}

export function readAxisLength(reader: ByteReader): number {
	return reader.varint();
}

type AxisOfBlock = {
	origin: number;
	/** The block's count; no axis is longer. */
	most: number;
	between?: Between | undefined;
};

export function readTimeAxis(
	reader: ByteReader,
	{ origin, most, between }: AxisOfBlock,
): { axis: TimeAxis; part: Part } {
	const count = readAxisLength(reader);
	if (count < 1 || count > most) throw new RangeError("A time axis of a length that cannot be");
	const times = between ? readTimes(reader, count) : readIntegerColumn(reader, count);
	const from = between ? positionFrom(times, between.from - origin) : 0;
	const to = between ? positionFrom(times, between.to - origin) : count;
	const part = { from, to: Math.max(from, to), count };
	const at = between ? times.slice(part.from, part.to) : times;
	for (let index = 0; index < at.length; index += 1) at[index] = (at[index] ?? 0) + origin;
	return { axis: { at, upload: readUploadRuns(reader, part) }, part };
}

/** Reused: most of these times are dropped. */
let timesMemory = new Float64Array(2_048);

function readTimes(reader: ByteReader, count: number): Float64Array {
	if (timesMemory.length < count) timesMemory = new Float64Array(2 * count);
	const times = timesMemory.subarray(0, count);
	fillIntegerColumn(reader, reader.byte(), times);
	return times;
}

export function sharedAxes(channels: TimeAxis[]): { axes: TimeAxis[]; axisOf: number[] } {
	const axes: TimeAxis[] = [];
	const axisOf = channels.map((channel) => {
		const known = axes.findIndex((axis) => isSame(axis.at, channel.at) && isSame(axis.upload, channel.upload));
		return known >= 0 ? known : axes.push(channel) - 1;
	});
	return { axes, axisOf };
}

function isSame(a: Float64Array | Uint32Array, b: Float64Array | Uint32Array): boolean {
	return a === b || (a.length === b.length && a.every((value, index) => value === b[index]));
}

function writeUploadRuns(writer: ByteWriter, upload: Uint32Array): void {
	const uploads: number[] = [];
	const starts: number[] = [];
	for (const [position, index] of upload.entries()) {
		if (position > 0 && index === upload[position - 1]) continue;
		uploads.push(index);
		starts.push(position);
	}
	writer.varint(starts.length);
	writeIntegerColumn(writer, Float64Array.from(uploads));
	if (starts.length > 1) writeIntegerColumn(writer, Float64Array.from(starts.slice(1)));
}

function readUploadRuns(reader: ByteReader, { from, to, count }: Part): Uint32Array {
	const upload = new Uint32Array(to - from);
	const runs = reader.varint();
	if (runs < 1 || runs > count) throw new RangeError("Runs of uploads that do not fit");
	const uploads = readIntegerColumn(reader, runs);
	const starts = runs > 1 ? readIntegerColumn(reader, runs - 1) : new Float64Array();
	let start = 0;
	for (let run = 0; run < runs && start < to; run += 1) {
		const end = starts[run] ?? count;
		if (end > from) upload.fill(uploads[run] ?? 0, Math.max(start - from, 0), end - from);
		start = end;
	}
	return upload;
}
