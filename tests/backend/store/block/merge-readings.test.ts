import { describe, expect, it } from "vitest";
import { mergeReadings } from "../../../../backend/store/block/merge-readings";
import { noReadings, readingsBetween } from "../../../../backend/store/block/readings";
import { sortUpload } from "../../../../backend/store/block/sort-upload";
import * as fc from "../../../properties";
import { uploads } from "./arbitrary-readings";
import { listed, listedFrom } from "./listed-readings";

describe("merging", () => {
	it("keeps the same readings as a plain list, from uploads in any order", () => {
		const shuffled = uploads.chain((list) =>
			fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
		);
		fc.assert(
			fc.property(shuffled, ([inOrder, inAnyOrder]) => {
				expect(listed(mergeReadings(inAnyOrder.map(sortUpload)))).toStrictEqual(listedFrom(inOrder));
			}),
		);
	});

	it("returns the same if its parts are merged in steps", () => {
		fc.assert(
			fc.property(uploads, fc.nat({ max: 8 }), (list, position) => {
				const parts = list.map(sortUpload);
				const inSteps = mergeReadings([mergeReadings(parts.slice(0, position)), mergeReadings(parts.slice(position))]);
				expect(inSteps).toStrictEqual(mergeReadings(parts));
			}),
		);
	});

	it("changes nothing the second time", () => {
		fc.assert(
			fc.property(uploads, (list) => {
				const merged = mergeReadings(list.map(sortUpload));
				expect(mergeReadings([merged, merged])).toStrictEqual(merged);
				expect(mergeReadings([merged, ...list.map(sortUpload)])).toStrictEqual(merged);
			}),
		);
	});

	it("leaves its parts unchanged", () => {
		fc.assert(
			fc.property(uploads, (list) => {
				const parts = list.map(sortUpload);
				mergeReadings(parts);
				expect(parts).toStrictEqual(list.map(sortUpload));
			}),
		);
	});

	it("lets the later part win among equals", () => {
		const at = { seq: 5, receivedAt: 1, channel: [0], at: [10] };
		const merged = mergeReadings([sortUpload({ ...at, value: [1] }), sortUpload({ ...at, value: [2] })]);
		expect(listed(merged)).toStrictEqual([{ channel: 0, at: 10, value: 2, seq: 5, receivedAt: 1 }]);
		expect(merged.uploads).toStrictEqual([{ seq: 5, receivedAt: 1 }]);
	});

	it("drops uploads without readings", () => {
		const at = { receivedAt: 1, channel: [0], at: [10] };
		const parts = [3, 9, 4].map((seq) => sortUpload({ ...at, seq, value: [seq] }));
		expect(mergeReadings(parts).uploads).toStrictEqual([{ seq: 9, receivedAt: 1 }]);
	});

	it("returns nothing for no readings", () => {
		expect(mergeReadings([])).toStrictEqual(noReadings);
		expect(mergeReadings([noReadings, noReadings])).toStrictEqual(noReadings);
	});
});

describe("sorting an upload", () => {
	it("lets the later entry win", () => {
		fc.assert(
			fc.property(uploads, (list) => {
				for (const upload of list) expect(listed(sortUpload(upload))).toStrictEqual(listedFrom([upload]));
			}),
		);
	});
});

describe("readings between two times", () => {
	it("include those from the first up to the second", () => {
		fc.assert(
			fc.property(uploads, fc.nat(), fc.nat(), (list, a, b) => {
				const all = mergeReadings(list.map(sortUpload));
				const times = listed(all).map(({ at }) => at);
				const from = times[a % (times.length + 1)] ?? 0;
				const to = times[b % (times.length + 1)] ?? 2 ** 50;
				const expected = listed(all).filter(({ at }) => at >= from && at < to);
				expect(listed(readingsBetween(all, from, to))).toStrictEqual(expected);
			}),
		);
	});
});
