import { describe, expect, it } from "vitest";
import { type Pairing, PairingRun, pairReadings } from "../../../../shared/device/derived/pairing";
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

	it("pairs readings one by one as all at once, and none before it is decided", () => {
		const property = fc.property(requests, fc.array(fc.nat({ max: 3 }), { maxLength: 60 }), (request, order) => {
			const pairing = { driver: request.driver % request.sources.length, toleranceMs: request.toleranceMs };
			const all = request.sources.map((readings) => readings.filter(({ at }) => Math.abs(at) < 2 ** 52));
			const expected = naivePairs(all, pairing);
			const run = new PairingRun(all.length, pairing);
			const waiting = all.map((readings) => [...readings]);
			const taken: { at: number; value: (number | undefined)[] }[] = [];
			const passed = () => Math.min(...waiting.map(([next]) => next?.at ?? Number.POSITIVE_INFINITY));
			for (const chosen of [...order, ...all.flatMap((readings, index) => readings.map(() => index))]) {
				const next = waiting[chosen]?.shift();
				if (next) run.add(chosen, next.at, next.value);
				taken.push(...run.take(chosen % 2 === 0 ? passed() : Number.NEGATIVE_INFINITY));
				expect(taken).toEqual(expected.slice(0, taken.length));
			}
			expect([...taken, ...run.take(Number.POSITIVE_INFINITY)]).toEqual(expected);
		});
		fc.assert(property, { numRuns: 500 });
	});

	it("pairs readings of equal times without waiting", () => {
		const run = new PairingRun(2, { driver: 0, toleranceMs: 60_000 });
		run.add(0, 100, 1);
		expect(run.take(Number.NEGATIVE_INFINITY)).toEqual([]);
		run.add(1, 100, 2);
		expect(run.take(Number.NEGATIVE_INFINITY)).toEqual([{ at: 100, value: [1, 2] }]);
	});
});
