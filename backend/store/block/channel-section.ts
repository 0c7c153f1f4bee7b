import { type ByteReader, ByteWriter } from "./bytes";
import type { Between, ChannelCount, ChannelReadings } from "./readings";
import { readAxisLength, readTimeAxis, sharedAxes, writeTimeAxis } from "./time-axis";
import { readValuePart, writeValueColumn } from "./value-column";

/** Directory (axis lengths; per channel number as a gap, axis, length of values), time axes, values. */
export function writeChannels(writer: ByteWriter, channels: ChannelReadings[], origin: number): void {
	const { axes, axisOf } = sharedAxes(channels);
	const parts = new ByteWriter();
	const axisLengths = axes.map((axis) => lengthOf(parts, () => writeTimeAxis(parts, axis, origin)));
	const valueLengths = channels.map(({ value }) => lengthOf(parts, () => writeValueColumn(parts, value)));
	writer.varint(axes.length);
	for (const length of axisLengths) writer.varint(length);
	writer.varint(channels.length);
	let before = { channel: -1, axis: 0 };
	for (const [index, { channel }] of channels.entries()) {
		const axis = axisOf[index] ?? 0;
		const isSameAxis = axis === before.axis;
		writer.varint((channel - before.channel - 1) * 2 + (isSameAxis ? 0 : 1));
		if (!isSameAxis) writer.varint(axis);
		writer.varint(valueLengths[index] ?? 0);
		before = { channel, axis };
	}
	writer.append(parts.written(0));
}

export type WantedChannels = {
	only?: ReadonlySet<number> | undefined;
	between?: Between | undefined;
};

export function readChannels(
	reader: ByteReader,
	{ origin, count }: { origin: number; count: number },
	{ only, between }: WantedChannels,
): ChannelReadings[] {
	const directory = readDirectory(reader);
	const axes = new Map<number, ReturnType<typeof readTimeAxis>>();
	const channels: ChannelReadings[] = [];
	for (const { channel, axis: number, position } of directory.channels) {
		if (only && !only.has(channel)) continue;
		const { axis, part } = axes.get(number) ?? readAxisAt(number);
		if (part.from === part.to) continue;
		reader.position = position;
		channels.push({ channel, at: axis.at, value: readValuePart(reader, part), upload: axis.upload });
	}
	return channels;

	function readAxisAt(number: number) {
		const position = directory.axisPositions[number];
		if (position === undefined) throw new RangeError("A channel of no time axis");
		reader.position = position;
		const axis = readTimeAxis(reader, { origin, most: count, between });
		axes.set(number, axis);
		return axis;
	}
}

export function readChannelCounts(reader: ByteReader): ChannelCount[] {
	const { axisPositions, channels } = readDirectory(reader);
	return channels.map(({ channel, axis }) => {
		reader.position = axisPositions[axis] ?? Number.NaN;
		return { channel, readings: readAxisLength(reader) };
	});
}

type Entry = { channel: number; axis: number; position: number };

function readDirectory(reader: ByteReader): { axisPositions: number[]; channels: Entry[] } {
	const axisLengths = readLengths(reader);
	const channels: Entry[] = [];
	const channelCount = reader.varint();
	let before = { channel: -1, axis: 0 };
	for (let index = 0; index < channelCount; index += 1) {
		const gap = reader.varint();
		const axis: number = gap % 2 === 1 ? reader.varint() : before.axis;
		const channel: number = before.channel + 1 + Math.floor(gap / 2);
		channels.push({ channel, axis, position: reader.varint() });
		before = { channel, axis };
	}
	let position = reader.position;
	const axisPositions = axisLengths.map((length) => {
		position += length;
		return position - length;
	});
	for (const entry of channels) {
		const length = entry.position;
		entry.position = position;
		position += length;
	}
	return { axisPositions, channels };
}

function readLengths(reader: ByteReader): number[] {
	const lengths: number[] = [];
	for (let left = reader.varint(); left > 0; left -= 1) lengths.push(reader.varint());
	return lengths;
}

function lengthOf(writer: ByteWriter, write: () => void): number {
	const start = writer.length;
	write();
	return writer.length - start;
}
