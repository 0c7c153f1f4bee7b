import { describe, expect, it } from "vitest";
import { pointsInSteps } from "../../../shared/log/compared-spans";
import { summaryOfQuantity, vectorMean } from "../../../shared/log/directions";
import * as fc from "../../properties";

describe("the mean of directions", () => {
	it.each([
		[[350, 10], 0],
		[[80, 100], 90],
		[[270, 280, 290], 280],
		[[359], 359],
		[[720, 90], 45],
	])("takes %j as %s", (values, mean) => {
		const found = vectorMean(values) ?? Number.NaN;
		expect(Math.abs(((found - mean + 540) % 360) - 180)).toBeLessThan(1e-9);
	});

	it.each([[[]], [[0, 180]], [[0, 120, 240]]])("returns null for %j, which cancel out", (values) => {
		expect(vectorMean(values)).toBeNull();
	});

	it("turns as its values turn, and stays between 0 and 360", () => {
		// Within a half circle, where values cannot cancel out.
		const values = fc.array(fc.integer({ min: 0, max: 170 }), { minLength: 1, maxLength: 30 });
		fc.assert(
			fc.property(values, fc.integer({ min: 0, max: 719 }), (given, turn) => {
				const plain = vectorMean(given) ?? Number.NaN;
				expect(plain).toBeGreaterThanOrEqual(Math.min(...given) - 1e-8);
				expect(plain).toBeLessThanOrEqual(Math.max(...given) + 1e-8);
				const turned = vectorMean(given.map((value) => value + turn)) ?? Number.NaN;
				expect(turned).toBeGreaterThanOrEqual(0);
				expect(turned).toBeLessThan(360);
				expect(Math.abs(((turned - plain - turn + 1_980) % 360) - 180)).toBeLessThan(1e-8);
			}),
		);
	});

	it("leaves out lowest and highest, and the mean where only roll-ups are known", () => {
		const summary = {
			readings: 2,
			min: 10,
			max: 350,
			mean: 180,
			outMs: null,
			withinMs: null,
			notJudgedMs: 1,
			unknownMs: 0,
		};
		expect(summaryOfQuantity("windSpeed", summary, null)).toEqual(summary);
		expect(summaryOfQuantity("windDirection", summary, null)).toEqual({ ...summary, min: null, max: null, mean: null });
		expect(summaryOfQuantity("windDirection", summary, [80, 100]).mean).toBeCloseTo(90, 9);
	});

	it("compares the first value of each step", () => {
		const line = { at: [0, 10, 20, 30], value: [350, 10, 20, 40], min: [], max: [] };
		const points = pointsInSteps(line, { zone: "UTC", from: 0, to: 40, stepMs: 20, isTurning: true });
		expect(points).toEqual({ at: [0, 20], mean: [350, 20], min: [350, 20], max: [350, 20] });
	});
});
