import { describe, expect, it } from "vitest";
import { formatSummary } from "../../client/chart/chart-legend";
import { chartLimits, sharedBand, withLimits } from "../../client/chart/chart-limits";
import { summariesOf } from "../../client/chart/chart-summaries";
import type { LogChannel } from "../../shared/log/log";
import { chartLine, logChannel, minuteMs as minute } from "./readings";

const line = (id: string, change: Partial<LogChannel> = {}, at = [0]) =>
	chartLine({ channel: logChannel(id, change), at, value: at.map((time) => time / minute) });

describe("the limits of a chart", () => {
	it("stand once each, with the line they are of where it is one of several", () => {
		const [a, b, c] = [line("a", { min: 2, max: 8 }), line("b", { max: 8 }), line("c")];
		expect(chartLimits([a, b, c])).toEqual([
			{ value: 2, kind: "min", text: "min 2.0 °C", line: a },
			{ value: 8, kind: "max", text: "max 8.0 °C", line: null },
		]);
		expect(chartLimits([b])).toEqual([{ value: 8, kind: "max", text: "max 8.0 °C", line: null }]);
		expect(chartLimits([line("a", { max: 8 }, [])])).toEqual([]);
		expect(chartLimits(Array.from({ length: 7 }, (_, max) => line(`${max}`, { max })))).toHaveLength(7);
	});

	it("shade what is out of them only where all lines share them", () => {
		const both = { min: 2, max: 8 };
		expect(sharedBand([line("a", both), line("b", both)])).toEqual(both);
		expect(sharedBand([line("a", both), line("b", { max: 8 })])).toBeNull();
		expect(sharedBand([line("a")])).toBeNull();
	});

	it("widen the axis as far as the lines keep a tenth of it", () => {
		const both = chartLimits([line("a", { min: 2, max: 8 })]);
		const rounded = (range: [number, number], least = 0) =>
			withLimits(range, both, least).map((value) => Math.round(value * 100) / 100);
		expect(rounded([4, 7])).toEqual([1.64, 8.36]);
		expect(rounded([4, 5])).toEqual([1.64, 8.36]);
		// Of both only the nearer fits.
		expect(rounded([4.2, 4.7])).toEqual([1.84, 4.7]);
		expect(rounded([4.4, 4.8], 1)).toEqual([1.64, 8.36]);
		expect(rounded([99.9, 100])).toEqual([99.9, 100]);
		expect(withLimits([4, 5], [])).toEqual([4, 5]);
	});
});

describe("the summary of a line", () => {
	it("covers the readings in the range, and ends its time out of limits with the present", () => {
		const at = [0, 10, 20, 30, 40].map((minutes) => minutes * minute);
		const content = {
			span: { from: 0, to: 60 * minute },
			quantities: [],
			quantity: null,
			leftOut: 0,
			bucketMs: 0,
			lines: [line("a", { max: 15 }, [...at, 70 * minute])],
		};
		expect(summariesOf(content, 45 * minute).get("a")).toEqual({
			readings: 5,
			min: 0,
			max: 40,
			mean: 20,
			outMs: 25 * minute,
			withinMs: 20 * minute,
			notJudgedMs: 0,
			unknownMs: 0,
		});
	});

	it("counts what the server knows beside the range, so that it equals a report of it", () => {
		const holding = {
			usual: [{ from: 0, ms: 10 * minute }],
			before: { at: 95 * minute, value: 20 },
			after: 125 * minute,
			changesUntil: null,
		};
		const content = {
			span: { from: 100 * minute, to: 120 * minute },
			quantities: [],
			quantity: null,
			leftOut: 0,
			bucketMs: 0,
			lines: [{ ...line("a", { max: 15 }, [110 * minute]), value: [5], holding }],
		};
		const times = { outMs: 10 * minute, withinMs: 10 * minute, notJudgedMs: 0, unknownMs: 0 };
		expect(summariesOf(content, 200 * minute).get("a")).toMatchObject({ readings: 1, ...times });
	});

	it("describes the line in words", () => {
		const { channel } = line("a");
		const summary = {
			readings: 5,
			min: -1,
			max: 4,
			mean: 2.04,
			outMs: 80 * minute,
			withinMs: 0,
			notJudgedMs: 0,
			unknownMs: 0,
		};
		const words = (outMs: number | null) => formatSummary(channel, new Map([["a", { ...summary, outMs }]]));
		expect(words(80 * minute)).toBe("min −1.0 · mean 2.0 · max 4.0 °C · out of limits 1 h 20 min");
		expect(words(0)).toBe("min −1.0 · mean 2.0 · max 4.0 °C · never out of limits");
		expect(words(null)).toBe("min −1.0 · mean 2.0 · max 4.0 °C");
		const partly = new Map([["a", { ...summary, outMs: 0, unknownMs: 80 * minute }]]);
		expect(formatSummary(channel, partly)).toMatch(/never out of limits · unknown 1 h 20 min$/);
		expect(formatSummary(channel, "failed")).toMatch(/could not be loaded/);
	});
});
