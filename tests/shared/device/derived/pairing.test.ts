import { describe, expect, it } from "vitest";
import { decidedUntil, type Pairing, pairReadings } from "../../../../shared/device/derived/pairing";
import * as fc from "../../../properties";

type Reading = { at: number; value: number };

/** Looks at every reading of every source for every reading of the driver. */
function naivePairs(sources: Reading[][], { driver, toleranceMs }: Pairing) {
	return (sources[driver] ?? []).flatMap(({ at, value: driven }) => {
		const value = sources.map((readings, source) => {
			if (source === driver) return driven;
			const within = readings.filter((one) => Math.abs(one.at - at) <= toleranceMs);
			within.sort((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at) || one.at - other.at);
			return within[0]?.value;
		});
		return value.includes(undefined) ? [] : [{ at, value }];
	});
}

function pairsOf(sources: Reading[][], pairing: Pairing) {
	const times = sources.map((readings) => readings.map(({ at }) => at));
	const { at, positions } = pairReadings(times, pairing);
	return at.map((time, pair) => ({
		at: time,
		value: positions.map((ofSource, source) => sources[source]?.[ofSource[pair] ?? -1]?.value),
	}));
}

/** Times lie so close that most readings have several within the tolerance, and many are equally near. */
const source = fc
	.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(-(2 ** 52), 2 ** 52)), { maxLength: 12 })
	.map((times) => times.sort((one, other) => one - other));
const sources = fc
	.array(source, { minLength: 1, maxLength: 4 })
	.map((all) => all.map((times, index) => times.map((at, position) => ({ at, value: index * 100 + position }))));
const requests = fc.record({ sources, driver: fc.nat({ max: 3 }), toleranceMs: fc.integer({ min: 0, max: 6 }) });

describe("pairing of readings", () => {
	it("takes the nearest reading, and of equally near ones the earlier", () => {
		const driver = [{ at: 100, value: 1 }];
		const other = [90, 97, 103, 104].map((at) => ({ at, value: at }));
		expect(pairsOf([driver, other], { driver: 0, toleranceMs: 5 })).toEqual([{ at: 100, value: [1, 97] }]);
		expect(pairsOf([driver, other.slice(2)], { driver: 0, toleranceMs: 5 })).toEqual([{ at: 100, value: [1, 103] }]);
		expect(pairsOf([driver, other], { driver: 0, toleranceMs: 2 })).toEqual([]);
	});

	it("equals a search through all readings", () => {
		const isAsNaive = ({ sources: all, driver, toleranceMs }: { sources: Reading[][] } & Pairing) => {
			const pairing = { driver: driver % all.length, toleranceMs };
			expect(pairsOf(all, pairing)).toEqual(naivePairs(all, pairing));
		};
		fc.assert(fc.property(requests, isAsNaive), { numRuns: 500 });
	});

	it("decides only pairs that no later reading of the sources changes", () => {
		const property = fc.property(requests, fc.nat({ max: 50 }), (request, cut) => {
			const pairing = { driver: request.driver % request.sources.length, toleranceMs: request.toleranceMs };
			const seen = request.sources.map((readings, source) => readings.filter(({ at }) => at <= cut + source));
			const others = seen.filter((_, source) => source !== pairing.driver);
			const newest = others.map((readings) => readings.at(-1)?.at ?? null);
			const { toleranceMs } = pairing;
			const until = decidedUntil(newest, { toleranceMs, passed: cut + 1 });
			const isDecided = ({ at }: { at: number }) => at <= until && at <= cut + pairing.driver;
			expect(pairsOf(seen, pairing).filter(isDecided)).toEqual(naivePairs(request.sources, pairing).filter(isDecided));
		});
		fc.assert(property, { numRuns: 500 });
	});
});
