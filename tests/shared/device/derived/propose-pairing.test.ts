import { describe, expect, it } from "vitest";
import { proposedPairing } from "../../../../shared/device/derived/propose-pairing";

const every = (seconds: number, count: number, offset = 0) =>
	Array.from({ length: count }, (_, index) => 1000 * (seconds * index + offset));

describe("a proposed pairing", () => {
	it("drives by the source that is read least often", () => {
		const pairing = proposedPairing([every(1, 3600), every(600, 6, 0.4)], 60);
		expect(pairing).toEqual({ driver: 1, toleranceSeconds: 1, pairedShare: 1 });
		expect(proposedPairing([every(60, 10), every(60, 10)], 60).driver).toBe(0);
	});

	it("tolerates what 19 of 20 pairs need", () => {
		const drifting = every(60, 100).map((at, index) => at + (index % 20 === 19 ? 25_000 : 2_000));
		expect(proposedPairing([every(60, 100), drifting], 60)).toEqual({
			driver: 0,
			toleranceSeconds: 2,
			pairedShare: 0.95,
		});
	});

	it("stays within half the driver's interval, and an hour", () => {
		expect(proposedPairing([every(60, 20), every(60, 20, 45).slice(5)], 60).toleranceSeconds).toBe(30);
		const daily = proposedPairing([every(86_400, 3), every(86_400, 3, 40_000)], 60);
		expect(daily).toEqual({ driver: 0, toleranceSeconds: 3600, pairedShare: 0 });
	});

	it("assumes the usual interval for sources without readings", () => {
		expect(proposedPairing([[], []], 300)).toEqual({ driver: 0, toleranceSeconds: 150, pairedShare: null });
		expect(proposedPairing([every(60, 5), []], 300)).toEqual({ driver: 1, toleranceSeconds: 150, pairedShare: null });
		expect(proposedPairing([every(60, 5)], 300)).toEqual({ driver: 0, toleranceSeconds: 0, pairedShare: 1 });
	});
});
