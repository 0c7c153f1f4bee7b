import { describe, expect, it } from "vitest";
import { axisLabels, axisUnit } from "../../client/chart/value-axis";
import * as fc from "../properties";

describe("the labels of a value axis", () => {
	it.each([
		[[0, 5, 10], 5, ["0", "5", "10"]],
		[[4, 4.5, 5], 0.5, ["4", "4.5", "5"]],
		[[-20, -10, 0], 10, ["−20", "−10", "0"]],
		[[1013.25, 1013.5], 0.25, ["1,013.25", "1,013.5"]],
		[[0, 0.1, 0.2, 0.30000000000000004], 0.1, ["0", "0.1", "0.2", "0.3"]],
		[[0.0001, 0.0002], 0.0001, ["0.0001", "0.0002"]],
		[[1e-8, 2e-8], 1e-8, ["1e−8", "2e−8"]],
		[[0, 9.9e37, 1.98e38], 9.9e37, ["0", "9.9e37", "1.98e38"]],
		[[-1e37, 0, 1e37], 1e37, ["−1e37", "0", "1e37"]],
		[[1.2 * 1e37, 1.4 * 1e37], 0.2e37, ["1.2e37", "1.4e37"]],
		[[1e20, 1.5e20], 0.5e20, ["1e20", "1.5e20"]],
		[[250_000, 500_000], 250_000, ["250,000", "500,000"]],
		[[1e10, 2e10], 1e10, ["1e10", "2e10"]],
	])("%j are short and exact", (values, step, labels) => {
		expect(axisLabels(values, step)).toEqual(labels);
	});

	it("differ wherever values do, and read as these", () => {
		const exponent = fc.integer({ min: -30, max: 60 });
		fc.assert(
			fc.property(
				exponent,
				fc.integer({ min: -400, max: 400 }),
				fc.constantFrom(1, 2, 2.5, 5),
				(power, first, mult) => {
					const step = mult * 10 ** power;
					const values = [0, 1, 2, 3].map((index) => (first + index) * step);
					const labels = axisLabels(values, step);
					expect(new Set(labels).size).toBe(values.length);
					for (const [index, label] of labels.entries()) {
						const read = Number(label.replaceAll("−", "-").replaceAll(",", ""));
						expect(Math.abs(read - (values[index] ?? 0))).toBeLessThanOrEqual(step / 50);
						expect(label.length).toBeLessThanOrEqual(10);
					}
				},
			),
		);
	});
});

describe("the unit of a value axis", () => {
	it.each([
		[[-20, 40], 1],
		[[0, 0], 1],
		[[0, 1e14], 1],
		[[0, 1.12e37], 1e37],
		[[-9.99e37, 5], 1e37],
		[[1e-9, 3e-9], 1e-9],
	] as const)("derives the unit of %j as %s", ([low, high], unit) => {
		expect(axisUnit([low, high])).toBe(unit);
	});
});
