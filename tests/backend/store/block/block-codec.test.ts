import { describe, expect, it } from "vitest";
import {
	blockSpan,
	decodeBlock,
	decodeBlockBetween,
	encodeBlock,
	UnstorableReadingsError,
} from "../../../../backend/store/block/block-codec";
import { BlockFormatError } from "../../../../backend/store/block/checksum";
import { mergeReadings } from "../../../../backend/store/block/merge-readings";
import { noReadings, onlyChannels, type Readings, readingsBetween } from "../../../../backend/store/block/readings";
import { sortUpload } from "../../../../backend/store/block/sort-upload";
import * as fc from "../../../properties";
import { storableValue, uploads } from "./arbitrary-readings";
import { listed } from "./listed-readings";

const stored = uploads.map((list) => mergeReadings(list.map(sortUpload)));
const start = Date.UTC(2026, 10, 21);

function oneChannel(at: number[], value: number[]): Readings {
	return {
		uploads: [{ seq: 7, receivedAt: start }],
		channels: [
			{ channel: 0, at: Float64Array.from(at), value: Float64Array.from(value), upload: new Uint32Array(at.length) },
		],
	};
}

function minutes(count: number, valueAt: (position: number) => number): Readings {
	const positions = Array.from({ length: count }, (_, position) => position);
	return oneChannel(
		positions.map((position) => start + position * 60_000),
		positions.map(valueAt),
	);
}

function walk(steps: number[], toValue: (hundredths: number) => number): number[] {
	let hundredths = 2_000;
	return steps.map((step) => {
		hundredths += step;
		return toValue(hundredths);
	});
}

function manyUploads(values: number[], isJittered: boolean): Readings {
	const at = Float64Array.from(
		values,
		(_, position) => start + position * 60_000 + (isJittered ? (position * 7919) % 1000 : 0),
	);
	const upload = Uint32Array.from(values, (_, position) => Math.floor(position / 3));
	const isEven = (_: number, position: number) => position % 2 === 0;
	const value = Float64Array.from(values);
	return {
		uploads: Array.from({ length: Math.ceil(values.length / 3) }, (_, seq) => ({
			seq,
			receivedAt: start + seq * 180_000,
		})),
		channels: [
			{ channel: 0, at, value, upload },
			{ channel: 2, at: at.filter(isEven), value: value.filter(isEven), upload: upload.filter(isEven) },
		],
	};
}

describe("a block", () => {
	it("returns the encoded readings, bit by bit", () => {
		fc.assert(
			fc.property(stored, (readings) => {
				expect(decodeBlock(encodeBlock(readings))).toStrictEqual(readings);
			}),
		);
	});

	it("returns values of every kind", () => {
		fc.assert(
			fc.property(fc.array(storableValue, { minLength: 1, maxLength: 400 }), (values) => {
				const readings = minutes(values.length, (position) => values[position] ?? 0);
				expect(decodeBlock(encodeBlock(readings))).toStrictEqual(readings);
			}),
		);
	});

	it("returns columns of one kind", () => {
		const kinds = fc.constantFrom(
			(n: number) => n,
			(n: number) => n * 0.0625,
			(n: number) => n / 1000,
			(n: number) => Math.fround(n / 7),
			(n: number) => n / 7,
			(n: number) => n * 1e12,
			(n: number) => -n * 1e-300,
			(n: number) => (n % 9 === 0 ? n / 7 : n / 100),
			() => -0,
		);
		const numbers = fc.array(fc.integer({ min: -40_000, max: 40_000 }), { minLength: 1, maxLength: 300 });
		fc.assert(
			fc.property(kinds, numbers, (make, list) => {
				const readings = minutes(list.length, (position) => make(list[position] ?? 0));
				expect(decodeBlock(encodeBlock(readings))).toStrictEqual(readings);
			}),
		);
	});

	it("returns 100,000 readings, and one of two channels of a device", () => {
		const one = minutes(100_000, (position) => (position % 17 === 0 ? position / 7 : (position % 101) / 10));
		const [column] = one.channels;
		const readings = { ...one, channels: [0, 3].flatMap((channel) => (column ? [{ ...column, channel }] : [])) };
		const bytes = encodeBlock(readings);
		expect(decodeBlock(bytes)).toStrictEqual(readings);
		expect(decodeBlock(bytes, new Set([3]))).toStrictEqual(onlyChannels(readings, new Set([3])));
	});

	it("decodes only the requested channels", () => {
		fc.assert(
			fc.property(stored, fc.uniqueArray(fc.nat({ max: 4 })), (readings, numbers) => {
				const only = new Set(numbers);
				expect(decodeBlock(encodeBlock(readings), only)).toStrictEqual(onlyChannels(readings, only));
			}),
		);
	});

	it("decodes a span the same as the whole", () => {
		const long = { minLength: 1, maxLength: 500, size: "max" } as const;
		const steps = fc.array(fc.integer({ min: -40, max: 40 }), long);
		const columns = fc.oneof(
			steps.map((list) => walk(list, (hundredths) => hundredths / 100)),
			steps.map((list) => walk(list, (hundredths) => (hundredths % 9 === 0 ? hundredths / 97 : hundredths / 100))),
			steps.map((list) => list.map((step, position) => 3 * position + (step > 38 ? step * 1000 : 0))),
			steps.map((list) => list.map((step) => Math.fround(step / 7))),
			fc.array(storableValue, long),
		);
		const ends = fc.tuple(fc.integer({ min: -20, max: 520 }), fc.integer({ min: -20, max: 520 }));
		fc.assert(
			fc.property(columns, ends, fc.boolean(), (values, minutesOf, isJittered) => {
				const readings = manyUploads(values, isJittered);
				const [from = 0, to = 0] = minutesOf.sort((a, b) => a - b).map((minute) => start + minute * 60_000);
				const read = decodeBlockBetween(encodeBlock(readings), { from, to });
				expect(listed(read)).toStrictEqual(listed(readingsBetween(readings, from, to)));
				expect(read.uploads.length).toBeLessThanOrEqual(Math.max(0, ...read.channels.map(({ at }) => at.length)));
			}),
			{ numRuns: 300 },
		);
	});

	it("decodes a span of uploads of every kind, and of some channels", () => {
		const ends = fc.tuple(fc.nat({ max: 220 }), fc.nat({ max: 220 }));
		fc.assert(
			fc.property(stored, ends, fc.option(fc.uniqueArray(fc.nat({ max: 4 }))), (readings, minutesOf, numbers) => {
				const [from = 0, to = 0] = minutesOf.sort((a, b) => a - b).map((minute) => start + minute * 60_000);
				const only = numbers ? new Set(numbers) : undefined;
				const expected = readingsBetween(only ? onlyChannels(readings, only) : readings, from, to);
				const read = decodeBlockBetween(encodeBlock(readings), { from, to }, only);
				expect(listed(read)).toStrictEqual(listed(expected));
				expect(read.channels.every(({ at }) => at.length > 0)).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it("returns its span from its first bytes", () => {
		fc.assert(
			fc.property(stored, (readings) => {
				const times = readings.channels.flatMap(({ at }) => [...at]);
				const isEmpty = times.length === 0;
				expect(blockSpan(encodeBlock(readings).subarray(0, 25))).toStrictEqual({
					count: times.length,
					from: isEmpty ? 0 : Math.min(...times),
					to: isEmpty ? 0 : Math.max(...times) + 1,
				});
			}),
		);
	});

	it("covers the whole range of times and values", () => {
		const readings = oneChannel([-(2 ** 49), -1, 0, 1, 2 ** 49], [1, -(2 ** 50), 2 ** 50, 2 ** 50 + 0.5, -0.5]);
		expect(decodeBlock(encodeBlock(readings))).toStrictEqual(readings);
	});

	it("encodes an empty list of readings", () => {
		expect(decodeBlock(encodeBlock(noReadings))).toStrictEqual(noReadings);
	});

	it("decodes from the middle of a larger buffer", () => {
		const bytes = encodeBlock(minutes(50, (position) => position));
		const buffer = new Uint8Array(bytes.length + 13).fill(255);
		buffer.set(bytes, 7);
		expect(decodeBlock(buffer.subarray(7, 7 + bytes.length))).toStrictEqual(minutes(50, (position) => position));
	});
});

describe("the readings that a block rejects", () => {
	const [fine] = oneChannel([start], [1]).channels;
	if (!fine) throw new Error("A channel was made");
	const two = oneChannel([start, start + 1], [1, 2]);
	it.each<[string, Readings]>([
		["NaN", oneChannel([start], [Number.NaN])],
		["∞", oneChannel([start], [Number.POSITIVE_INFINITY])],
		["−∞", oneChannel([start, start + 1], [1, Number.NEGATIVE_INFINITY])],
		["half a millisecond", oneChannel([start + 0.5], [1])],
		["no time", oneChannel([Number.NaN], [1])],
		["a time past counting", oneChannel([2 ** 49 + 1], [1])],
		["times that fall", oneChannel([start + 1, start], [1, 2])],
		["a time twice", oneChannel([start, start], [1, 2])],
		["an empty channel", oneChannel([], [])],
		["columns of different lengths", { ...two, channels: [{ ...fine, at: Float64Array.of(1, 2) }] }],
		["a channel twice", { ...two, channels: [fine, fine] }],
		["half a channel number", { ...two, channels: [{ ...fine, channel: 0.5 }] }],
		["a reading of no upload", { ...two, uploads: [] }],
		["an upload of no number", { ...two, uploads: [{ seq: Number.NaN, receivedAt: start }] }],
		["an upload received never", { ...two, uploads: [{ seq: 1, receivedAt: Number.POSITIVE_INFINITY }] }],
	])("throw an error for %s", (_name, readings) => {
		expect(() => encodeBlock(readings)).toThrow(UnstorableReadingsError);
	});
});

describe("bytes that are no block", () => {
	const whole = encodeBlock(minutes(300, (position) => (position % 5 === 0 ? position / 7 : position / 10)));

	it("throw an error at every length but the whole", () => {
		for (let length = 0; length < whole.length; length += 1) {
			expect(() => decodeBlock(whole.subarray(0, length))).toThrow(BlockFormatError);
		}
		expect(() => decodeBlock(Uint8Array.of(...whole, 0))).toThrow(BlockFormatError);
	});

	it("throw an error if one bit differs", () => {
		for (let bit = 0; bit < whole.length * 8; bit += 1) {
			const bytes = whole.slice();
			bytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
			expect(() => decodeBlock(bytes)).toThrow(BlockFormatError);
		}
	});

	it("throw an error at random", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
				expect(() => decodeBlock(bytes)).toThrow(BlockFormatError);
			}),
		);
	});

	it("throw an error for another version, also for the span alone", () => {
		const later = whole.slice();
		later[0] = 2;
		expect(() => blockSpan(later)).toThrow(BlockFormatError);
		expect(() => blockSpan(new Uint8Array())).toThrow(BlockFormatError);
	});
});
