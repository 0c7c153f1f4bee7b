import { describe, expect, it } from "vitest";
import { StillPositions } from "../../../../backend/report/figures/still-positions";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import * as fc from "../../../properties";
import { everySo, holdingAround } from "../../fixtures/report-source";

const from = Date.UTC(2026, 2, 1);
const quarterMs = 15 * minuteMs;

type Values = readonly (number | null)[];

/** Null: the logger sent nothing in that quarter of an hour. */
function stillOf(positions: Record<string, Values>, changesUntil: number | null = null) {
	const quarters = Math.max(...Object.values(positions).map(({ length }) => length));
	const period = { from, to: from + quarters * quarterMs };
	const found = new StillPositions(period);
	for (const [name, values] of Object.entries(positions)) {
		const readings = everySo(quarterMs, from, values.map(Number)).filter((_, index) => values[index] !== null);
		const series = {
			at: Float64Array.from(readings, ({ at }) => at),
			value: Float64Array.from(readings, ({ value }) => value),
			holding: { ...holdingAround(readings, period), ...(name === "Door" && { changesUntil }) },
		};
		found.add(name, series, 1);
	}
	return Object.fromEntries(found.still());
}

const constant = (quarters: number, value = 4) => Array<number>(quarters).fill(value);
const moving = (quarters: number) => Array.from({ length: quarters }, (_, index) => 4 + (index % 7) / 10);
const quartersOf = (hours: number) => (hours * hourMs) / quarterMs;

describe("sensors that do not change", () => {
	it("names a sensor that sent one value for the whole of a short study while another moved", () => {
		const two = quartersOf(2);
		expect(stillOf({ Door: constant(two), Back: moving(two) })).toEqual({ Door: 2 * hourMs });
	});

	it("names a sensor that stopped for 31 hours of a longer study, and none that stopped for 23", () => {
		const [lead, all] = [moving(quartersOf(4)), quartersOf(48)];
		const stoppedFor = (hours: number) => {
			const stop = constant(quartersOf(hours), 9);
			return [...lead, ...stop, ...moving(all - lead.length - stop.length)];
		};
		expect(stillOf({ Door: stoppedFor(31), Back: moving(all) })).toEqual({ Door: 31 * hourMs });
		expect(stillOf({ Door: stoppedFor(23), Back: moving(all) })).toEqual({});
	});

	it("names none while all are still, or others move by less than two steps of a resolution", () => {
		const day = quartersOf(30);
		expect(stillOf({ Door: constant(day), Back: constant(day, 5) })).toEqual({});
		const flickering = Array.from({ length: day }, (_, index) => 4 + (index % 2) / 10);
		expect(stillOf({ Door: constant(day), Back: flickering })).toEqual({});
		// The resolution of the still one is 1, of which the others' movement is a part.
		const coarse = [...constant(quartersOf(4), 3), ...constant(day, 4)];
		expect(stillOf({ Door: coarse, Back: moving(coarse.length) })).toEqual({});
	});

	it("leaves out the time of a gap, and two readings alone", () => {
		const day = quartersOf(24);
		const gap = Array<null>(quartersOf(10)).fill(null);
		const door = [...constant(day), ...gap, ...constant(quartersOf(6))];
		const still = stillOf({ Door: door, Back: moving(door.length) });
		expect(still.Door).toBeGreaterThanOrEqual(30 * hourMs - quarterMs);
		expect(still.Door).toBeLessThan(31 * hourMs);
		expect(stillOf({ Door: [4, 4], Back: [4, 6] })).toEqual({});
	});

	it("names no channel that sends changes only, and no position alone", () => {
		const day = quartersOf(30);
		expect(stillOf({ Door: constant(day), Back: moving(day) }, from + 2 * dayMs)).toEqual({});
		expect(stillOf({ Door: constant(day) })).toEqual({});
	});

	it("depends on neither the order of positions nor a shift of all values", () => {
		const values = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: quartersOf(26), maxLength: quartersOf(26) });
		const stop = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: quartersOf(26) }));
		fc.assert(
			fc.property(values, values, stop, (one, other, [start, length]) => {
				const door = one.map((value, index) => (index >= start && index < start + length ? 2 : value));
				const still = stillOf({ Door: door, Back: other });
				expect(stillOf({ Back: other, Door: door })).toEqual(still);
				const shifted = (all: number[]) => all.map((value) => value + 100);
				expect(stillOf({ Door: shifted(door), Back: shifted(other) })).toEqual(still);
			}),
		);
	});
});
