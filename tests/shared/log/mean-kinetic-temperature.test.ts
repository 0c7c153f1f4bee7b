import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { minuteMs } from "../../../shared/base/durations";
import { isKinetic, kineticOf as kineticOfSamples, kineticSummary } from "../../../shared/log/mean-kinetic-temperature";
import * as fc from "../../properties";

const start = Date.UTC(2026, 2, 1);

function every(minutes: number, value: readonly number[]) {
	return { at: value.map((_, index) => start + index * minutes * minuteMs), value };
}

function kineticOf(value: readonly number[], { energy = 83, unit = "°C" } = {}) {
	return kineticSummary({ ...every(15, value), unit, activationEnergy: energy }).kinetic;
}

describe("the mean kinetic temperature", () => {
	it.each([
		[[0, 10, 20, 30], 20.936],
		[[...Array<number>(23).fill(5), 25], 7.75],
		[Array<number>(10).fill(5), 5],
	])("equals the published one for equally spaced readings", (value, expected) => {
		expect(kineticOf(value)).toBeCloseTo(expected, 3);
	});

	it.each([
		[83, 10.584],
		[83.144, 10.595],
	])("gives for 124 real readings at %s kJ/mol %s °C", (energy, expected) => {
		const path = new URL("../fixtures/temperature-readings.txt", import.meta.url);
		const value = readFileSync(path, "utf8").split(/\s+/).filter(Boolean).map(Number);
		expect(value).toHaveLength(124);
		expect(kineticOf(value, { energy })).toBeCloseTo(expected, 3);
	});

	it("equals that of readings at equal distances for the readings of a window, none of them at absolute zero", () => {
		const readings = fc.array(fc.integer({ min: -300, max: 400 }), { minLength: 1, maxLength: 40 });
		fc.assert(
			fc.property(readings, fc.nat(5), (value, first) => {
				const samples = [...Array<number>(first).fill(999), ...value].map((one) => ({ value: one }));
				const found = kineticOfSamples("°C", 83.144)(samples, first, samples.length);
				const expected = kineticOf(value, { energy: 83.144 });
				if (expected === null) expect(found).toBeNull();
				else expect(found).toBeCloseTo(expected, 6);
			}),
			{
				examples: [
					[[-272, -271], 0],
					[[-274], 1],
				],
			},
		);
		expect(() => kineticOfSamples("bar", 83.144)).toThrow(RangeError);
	});

	it("stays the same temperature in each unit", () => {
		expect(kineticOf([32, 50, 68, 86], { unit: "°F" })).toBeCloseTo(20.936 * 1.8 + 32, 2);
		expect(kineticOf([273.15, 283.15, 293.15, 303.15], { unit: "K" })).toBeCloseTo(20.936 + 273.15, 3);
	});

	it("weighs each reading as long as it holds, and nothing of a gap", () => {
		const minutes = [0, 10, 20, 30, 35, 40, 50, 60, 180, 190, 200, 210];
		const at = minutes.map((minute) => start + minute * minuteMs);
		// The third quartile of the hours has seven readings, so that the usual interval is a seventh of an hour.
		const weights = [10, 10, 10, 5, 5, 10, 10, 60 / 7, 10, 10, 10, 60 / 7];
		const total = weights.reduce((sum, weight) => sum + weight, 0);
		for (const [index, weight] of weights.entries()) {
			const value = at.map((_, other) => (other === index ? total : 0));
			const { mean } = kineticSummary({ at, value, unit: "°C", activationEnergy: 83 });
			expect(mean).toBeCloseTo(weight, 3);
		}
	});

	it("gives the mean of the same weights beside it", () => {
		const at = [0, 10, 20, 25, 30, 40].map((minute) => start + minute * minuteMs);
		const { mean } = kineticSummary({ at, value: [0, 0, 0, 12, 0, 0], unit: "°C", activationEnergy: 83 });
		expect(mean).toBeCloseTo((12 * 5) / 47.5, 12);
	});

	it("equals a single reading, and is nothing where there is none", () => {
		expect(kineticOf([4.2])).toBeCloseTo(4.2, 9);
		expect(kineticOf([])).toBeNull();
	});

	it("leaves out and counts what no temperature can be", () => {
		const read = kineticSummary({ ...every(5, [5, -300, 5]), unit: "°C", activationEnergy: 83 });
		expect(read).toMatchObject({ impossible: 1 });
		expect(read.kinetic).toBeCloseTo(5, 9);
		expect(kineticSummary({ ...every(5, [-300]), unit: "°C", activationEnergy: 83 }).kinetic).toBeNull();
	});

	it("holds for temperatures at which bare exponentials vanish", () => {
		expect(kineticOf([4, 4, 4], { unit: "K", energy: 500 })).toBeCloseTo(4, 9);
	});

	it("applies to temperatures in a known unit only", () => {
		expect(isKinetic({ quantity: "temperature", unit: "°C" })).toBe(true);
		expect(isKinetic({ quantity: "temperature", unit: "V" })).toBe(false);
		expect(isKinetic({ quantity: "humidity", unit: "%" })).toBe(false);
		expect(() => kineticOf([1], { unit: "%" })).toThrow(RangeError);
	});

	it("lies between the mean of the same weights and the highest reading", () => {
		const readings = fc.array(
			fc.record({ step: fc.integer({ min: 1, max: 200 }), value: fc.integer({ min: -80, max: 90 }) }),
			{
				minLength: 1,
				maxLength: 60,
			},
		);
		fc.assert(
			fc.property(readings, (all) => {
				let minute = 0;
				const at = all.map(({ step }) => {
					minute += step;
					return start + minute * minuteMs;
				});
				const value = all.map((one) => one.value);
				const { kinetic, mean } = kineticSummary({ at, value, unit: "°C", activationEnergy: 83.144 });
				expect(kinetic ?? Number.NaN).toBeGreaterThanOrEqual((mean ?? Number.NaN) - 1e-9);
				expect(kinetic ?? Number.NaN).toBeLessThanOrEqual(Math.max(...value) + 1e-9);
			}),
		);
	});
});
