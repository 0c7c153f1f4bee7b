import { describe, expect, it } from "vitest";
import { BlockFormatError } from "../../../../backend/store/block/checksum";
import { mergeReadings } from "../../../../backend/store/block/merge-readings";
import { quartersOf } from "../../../../backend/store/block/quarter-buckets";
import { decodeQuarters, encodeQuarters } from "../../../../backend/store/block/quarter-codec";
import { sortUpload } from "../../../../backend/store/block/sort-upload";
import * as fc from "../../../properties";
import { uploads } from "./arbitrary-readings";
import { type ListedReading, listed } from "./listed-readings";

const day = Date.UTC(2026, 10, 21);
const quarterMs = 15 * 60 * 1000;
const stored = uploads.map((list) => mergeReadings(list.map(sortUpload)));

function listedQuarters(readings: ListedReading[]) {
	const groups = new Map<string, ListedReading[]>();
	for (const reading of readings) {
		const quarter = Math.floor((reading.at - day) / quarterMs);
		if (quarter < 0 || quarter > 95) continue;
		const key = `${reading.channel} ${quarter}`;
		groups.set(key, [...(groups.get(key) ?? []), reading]);
	}
	return [...groups].map(([key, group]) => {
		const values = group.map(({ value }) => value);
		return {
			key,
			// Math.min would distinguish 0 from −0.
			min: values.reduce((a, b) => (b < a ? b : a)),
			max: values.reduce((a, b) => (b > a ? b : a)),
			sum: values.reduce((a, b) => a + b, 0),
			first: values.at(0),
			last: values.at(-1),
			count: values.length,
		};
	});
}

describe("quarters of an hour", () => {
	it("equal those of a plain list", () => {
		fc.assert(
			fc.property(stored, (readings) => {
				const rows = quartersOf(readings, day).flatMap(({ channel, quarter, ...columns }) =>
					Array.from(quarter, (number, position) => ({
						key: `${channel} ${number}`,
						min: columns.min[position],
						max: columns.max[position],
						sum: columns.sum[position],
						first: columns.first[position],
						last: columns.last[position],
						count: columns.count[position],
					})),
				);
				expect(rows).toStrictEqual(listedQuarters(listed(readings)));
			}),
		);
	});

	it("survive their encoding bit by bit, all or some channels", () => {
		fc.assert(
			fc.property(stored, fc.uniqueArray(fc.nat({ max: 4 })), (readings, numbers) => {
				const quarters = quartersOf(readings, day);
				const bytes = encodeQuarters(quarters);
				const only = new Set(numbers);
				expect(decodeQuarters(bytes)).toStrictEqual(quarters);
				expect(decodeQuarters(bytes, only)).toStrictEqual(quarters.filter(({ channel }) => only.has(channel)));
			}),
		);
	});

	it("throw an error if bytes are missing or changed", () => {
		const at = Array.from({ length: 200 }, (_, position) => day + position * 400_000);
		const channel = at.map((_, position) => position % 2);
		const value = at.map((_, position) => position / 7);
		const bytes = encodeQuarters(quartersOf(sortUpload({ seq: 1, receivedAt: day, channel, at, value }), day));
		for (let length = 0; length < bytes.length; length += 1) {
			expect(() => decodeQuarters(bytes.subarray(0, length))).toThrow(BlockFormatError);
			const changed = bytes.slice();
			changed[length] = (changed[length] ?? 0) ^ 0x5a;
			expect(() => decodeQuarters(changed)).toThrow(BlockFormatError);
		}
	});
});
