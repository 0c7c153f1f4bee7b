import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chartData, gapTimes, medianInterval } from "../../client/features/log/chart-data";

describe("gaps", () => {
	it("are pauses longer than three usual intervals", () => {
		const minute = 60_000;
		const times = [0, 1, 2, 3, 6, 7, 12, 13].map((at) => at * minute);
		expect(medianInterval(times)).toBe(minute);
		expect(gapTimes(times)).toEqual([9.5 * minute]);
	});

	it("need two readings to know what is usual", () => {
		expect([gapTimes([]), gapTimes([5]), gapTimes([5, 500])]).toEqual([[], [], []]);
		expect(medianInterval([5])).toBeNull();
	});
});

describe("the chart's columns", () => {
	it("share the times, go on over the times of other lines and break at their own gaps", () => {
		const lines = [
			{ times: [0, 1000, 2000, 9000], values: [1, 2, 3, 4] },
			{ times: [500, 1000], values: [7, 8] },
		];
		expect(chartData(lines)).toEqual({
			seconds: [0, 0.5, 1, 2, 5.5, 9],
			columns: [
				[1, undefined, 2, 3, null, 4],
				[undefined, 7, 8, undefined, undefined, undefined],
			],
		});
	});

	it("hold every reading of every line at its own time, with a break for every gap", () => {
		const line = fc
			.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { maxLength: 40 })
			.map((times) => times.sort((a, b) => a - b))
			.map((times) => ({ times, values: times.map((time) => time / 7) }));
		fc.assert(
			fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
				const { seconds, columns } = chartData(lines);
				expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b));
				for (const [index, { times, values }] of lines.entries()) {
					const column = columns[index] ?? [];
					expect(column).toHaveLength(seconds.length);
					const drawn = seconds.flatMap((second, at) =>
						typeof column[at] === "number" ? [[second * 1000, column[at]]] : [],
					);
					expect(drawn.map(([, value]) => value)).toEqual(values);
					expect(drawn.map(([time]) => Math.round(time ?? 0))).toEqual(times);
					expect(column.filter((value) => value === null)).toHaveLength(gapTimes(times).length);
				}
			}),
		);
	});
});
