import { describe, expect, it } from "vitest";
import { Calibration, calibrated, calibrationAt, calibrationStepMs } from "../../../shared/device/calibration";
import { clockAheadMs, tolerableAheadMs } from "../../../shared/device/clock-drift";
import * as fc from "../../properties";

describe("a calibrated value", () => {
	it.each([
		[21.3, 1, 0, 21.3],
		[21.3, 1, 0.3, 21.6],
		[4.1, 1, 0.2, 4.3],
		[21.3, 1.02, 0.1, 21.826],
		[10, -2, 5, -15],
		[0, -1, 0, 0],
		[1e308, 1e6, 0, Number.MAX_VALUE],
		[1e308, -1e6, 0, -Number.MAX_VALUE],
		[Number.MAX_VALUE, 1, 1, 1.7976931348623e308],
	])("turns %d by × %d + %d into %d", (value, scale, offset, expected) => {
		expect(calibrated(value, { scale, offset })).toBe(expected);
	});

	it("stays as it was sent without a calibration, to the last bit", () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
				expect(calibrated(value, { scale: 1, offset: 0 })).toBe(value);
			}),
		);
	});

	it("stays a number, and keeps the order of values or turns it over as a whole", () => {
		const value = fc.double({ noNaN: true, noDefaultInfinity: true });
		const scale = fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((one) => Math.abs(one) >= 1e-6);
		const offset = fc.double({ min: -1e9, max: 1e9, noNaN: true });
		fc.assert(
			fc.property(fc.tuple(value, value), scale, offset, ([one, other], amount, more) => {
				const [less, greater] = one < other ? [one, other] : [other, one];
				const [ofLess, ofGreater] = [less, greater].map((value) => calibrated(value, { scale: amount, offset: more }));
				expect([ofLess, ofGreater].every(Number.isFinite)).toBe(true);
				const difference = Number(ofGreater) - Number(ofLess);
				expect(amount > 0 ? difference >= 0 : difference <= 0).toBe(true);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe("the calibration at an instant", () => {
	const list = [
		{ from: calibrationStepMs, scale: 2, offset: 0 },
		{ from: 3 * calibrationStepMs, scale: 1, offset: 5 },
	];

	it.each([
		[calibrationStepMs - 1, 1, 0],
		[calibrationStepMs, 2, 0],
		[3 * calibrationStepMs - 1, 2, 0],
		[3 * calibrationStepMs, 1, 5],
		[Number.MAX_SAFE_INTEGER, 1, 5],
	])("applies at %d as × %d + %d", (at, scale, offset) => {
		expect(calibrationAt(list, at)).toMatchObject({ scale, offset });
	});
});

describe("a calibration", () => {
	it.each([
		["begins within a quarter of an hour", { from: 1 }],
		["begins at no whole millisecond", { from: calibrationStepMs / 7 }],
		["begins never", { from: Number.NaN }],
		["makes everything one", { scale: 0 }],
		["has a scale past all instruments", { scale: 1.1e6 }],
		["has a scale that is no number", { scale: Number.NaN }],
		["has an offset past all instruments", { offset: -1.1e9 }],
		["has an offset that is no number", { offset: Number.POSITIVE_INFINITY }],
	])("counts as none where it %s", (_, wrong) => {
		const right = { from: 0, scale: -1, offset: 0.5 };
		expect(Calibration.safeParse(right).success).toBe(true);
		expect(Calibration.safeParse({ ...right, ...wrong }).success).toBe(false);
	});
});

describe("the clock of a device", () => {
	it.each([
		["was never heard", null, null, null],
		["has sent readings in files only", 5, null, null],
		["has sent no reading", null, 5, null],
		["lags, or sent late", 0, 10 * tolerableAheadMs, null],
		["is ahead by what is tolerable", tolerableAheadMs, 0, null],
		["is ahead by more", tolerableAheadMs + 1, 0, tolerableAheadMs + 1],
	])("measures how far ahead a clock runs that %s", (_, lastReadingAt, lastReceivedAt, aheadMs) => {
		expect(clockAheadMs({ lastReadingAt, lastReceivedAt })).toBe(aheadMs);
	});
});
