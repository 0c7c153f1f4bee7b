import { describe, expect, it } from "vitest";
import { trendShape } from "../../client/ui/chart/trend-shape";
import * as fc from "../properties";

const box = { width: 200, height: 40 };
const none = { low: null, high: null };

describe("the small trend of a tile", () => {
	it("draws a line from edge to edge, with air above and below", () => {
		expect(trendShape([0, 5, 10], none, box)).toEqual({ line: "M0 37L100 20L200 3", band: null });
	});

	it("breaks where nothing was measured, and shows a lone value", () => {
		expect(trendShape([0, null, 10, 10], none, box)?.line).toBe("M0 37h1M133.3 3L200 3");
	});

	it("stays level where nothing changes, and shows nothing where there is no value", () => {
		expect(trendShape([4, 4], none, box)?.line).toBe("M0 20L200 20");
		expect(trendShape([null, null], { low: 2, high: 8 }, box)).toBeNull();
	});

	it("shows each limit where it is on the scale of the line", () => {
		expect(trendShape([0, 10], { low: null, high: 20 }, box)).toEqual({
			line: "M0 37L200 20",
			band: { top: 3, bottom: 40 },
		});
		expect(trendShape([0, 10], { low: -10, high: 10 }, box)?.band).toEqual({ top: 3, bottom: 37 });
		expect(trendShape([0, 10], { low: 20, high: null }, box)?.band).toEqual({ top: 0, bottom: 3 });
	});

	it("draws equal values of two rows with equal limits at equal heights", () => {
		const limits = { low: 2, high: 8 };
		const [calm, wild] = [trendShape([5, 5.1], limits, box), trendShape([5, 7.9], limits, box)];
		expect(calm?.band).toEqual(wild?.band);
		expect(calm?.line.split("L")[0]).toBe(wild?.line.split("L")[0]);
	});

	it("magnifies no noise where a least height is known", () => {
		expect(trendShape([4, 4.1], none, { ...box, least: 2 })?.line).toMatch(/^M0 20\.\d+L200 19\.\d+$/);
	});

	it("stays in its box, whatever is measured and requested", () => {
		const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
		const maybe = fc.option(number);
		fc.assert(
			fc.property(fc.array(maybe, { maxLength: 48 }), maybe, maybe, (trend, low, high) => {
				const shape = trendShape(trend, { low, high }, box);
				expect(shape === null).toBe(trend.every((value) => value === null));
				for (const [, x, y] of shape?.line.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g) ?? []) {
					expect(Number(x)).toBeGreaterThanOrEqual(0);
					expect(Number(x)).toBeLessThanOrEqual(200);
					expect(Number(y)).toBeGreaterThanOrEqual(0);
					expect(Number(y)).toBeLessThanOrEqual(40);
				}
				if (shape?.band) expect(shape.band.top).toBeLessThan(shape.band.bottom);
			}),
		);
	});
});
