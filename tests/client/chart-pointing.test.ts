import { describe, expect, it } from "vitest";
import type { ChartLine } from "../../client/chart/chart-lines";
import { pointedLines, sharedTime, steppedReading, tipPosition } from "../../client/chart/chart-pointing";
import * as fc from "../properties";
import { chartLine } from "./readings";

const line = (at: number[], change: Partial<ChartLine> = {}) =>
	chartLine({ at, value: at.map((time) => time * 10), ...change });

describe("the readings at a time", () => {
	it("takes each line's own nearest, none in a gap, and no line without readings", () => {
		const lines = [line([10, 20]), line([13, 40]), line([]), line([0, 100], { gapMs: 5 })];
		const pointed = pointedLines(lines, 16);
		expect(pointed.map(({ reading }) => reading && [reading.at, reading.value])).toEqual([[20, 200], [13, 130], null]);
		expect(sharedTime(pointed)).toBeNull();
	});

	it("have their time once where they share it, and the bounds of a mean", () => {
		const pointed = pointedLines([line([10, 20], { min: [1, 2], max: [3, 4] }), line([20])], 19);
		expect(sharedTime(pointed)).toBe(20);
		expect(pointed[0]?.reading).toEqual({ at: 20, value: 200, low: 2, high: 4 });
		expect(sharedTime([])).toBeNull();
	});
});

describe("a step of the keyboard", () => {
	const lines = [line([10, 20, 90]), line([15, 20])];
	const span = { from: 10, to: 90 };

	it.each([
		[null, -1, 20],
		[null, 1, 20],
		[20, -1, 15],
		[15, -1, 10],
		[10, -1, 10],
		[10, 1, 15],
		[15, 1, 20],
		[20, 1, 20],
	] as const)("steps from %s by %i to %i", (from, amount, expected) => {
		expect(steppedReading(lines, span, { from, by: amount })).toBe(expected);
	});

	it("reads nothing where there is nothing", () => {
		expect(steppedReading([line([])], span, { from: null, by: 1 })).toBeNull();
	});
});

describe("the place of the values", () => {
	it("stays within the drawing and never over a pointed reading", () => {
		const width = fc.integer({ min: 280, max: 1_600 });
		fc.assert(
			fc.property(width, fc.array(fc.nat(1_600), { minLength: 1, maxLength: 12 }), (wide, all) => {
				const xs = all.map((x) => Math.min(x, wide));
				const place = tipPosition(xs, wide);
				if (place.side === "below") return;
				const [left, right] =
					place.side === "right"
						? [place.offset, place.offset + place.maxWidth]
						: [wide - place.offset - place.maxWidth, wide - place.offset];
				expect(left).toBeGreaterThanOrEqual(0);
				expect(right).toBeLessThanOrEqual(wide);
				expect(xs.filter((x) => x >= left && x <= right)).toEqual([]);
			}),
		);
	});

	it("stands under the plot on a phone and beside the pointer on a screen", () => {
		expect(tipPosition([170], 340)).toEqual({ side: "below" });
		expect(tipPosition([200], 900)).toEqual({ side: "right", offset: 214, maxWidth: 340 });
		expect(tipPosition([800], 900)).toEqual({ side: "left", offset: 114, maxWidth: 340 });
	});
});
