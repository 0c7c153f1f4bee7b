import { describe, expect, it } from "vitest";
import { deviceDayInput } from "../../client/chart/day-readings";
import { formatClockRule } from "../../client/entities/clock-labels";
import { formatLimits, outOfLimits } from "../../client/entities/reading-limits";
import { tabFromSearch } from "../../client/features/device-page/device-page-search";
import { dayExtremes, sparklineShape } from "../../client/features/device-page/overview/latest-card";
import { formatRetention, formatSeconds } from "../../client/features/device-page/setting-labels";
import {
	calibrationThrough,
	fieldOfCalibration,
	formatFormula,
	newCalibration,
	recalibrated,
	toSetCalibration,
} from "../../client/features/device-page/settings/calibration-values";
import { lastDay } from "../../client/ui/time/wall-time";
import { SetCalibration } from "../../shared/device/calibration";
import type { ChannelLatest, Device } from "../../shared/device/device";
import { GetSeries } from "../../shared/log/log";
import * as fc from "../properties";

const minute = 60_000;
const hour = 60 * minute;
const id = (prefix: string) => `${prefix}_${"1".repeat(26)}`;

const channel: ChannelLatest = {
	id: id("chn"),
	name: "Air",
	quantity: "temperature",
	unit: "°C",
	decimals: 1,
	min: 2,
	max: 8,
	value: 4,
	at: 0,
	calibrations: [],
};

describe("the address of a device's page", () => {
	it.each([
		[undefined, "overview"],
		["log", "log"],
		["settings", "settings"],
		["nonsense", "overview"],
	])("opens with the tab %s the part %s", (tab, shown) => {
		expect(tabFromSearch({ tab })).toBe(shown);
	});
});

describe("a sparkline", () => {
	const span = { from: 0, to: 100 };
	const box = { width: 200, height: 20, smallestSpan: 1 };
	const line = { channel: 0, min: [], max: [] };

	it("breaks where a pause is longer than the line's gap, and keeps a lonely reading as a dot", () => {
		const series = { ...line, at: [0, 10, 50, 90, 100], value: [0, 10, 5, 10, 0], gapMs: 15 };
		expect(sparklineShape(series, span, box)).toEqual({
			line: "M0 17L20 3M180 3L200 17",
			dots: [{ x: 100, y: 10 }],
			band: null,
		});
	});

	it("draws through a pause where too little is known to call it a gap", () => {
		const shape = sparklineShape({ ...line, at: [0, 100], value: [1, 2], gapMs: null }, span, box);
		expect(shape).toEqual({ line: "M0 17L200 3", dots: [], band: null });
	});

	it("lies in the middle where nothing changes, and is nothing where there is nothing", () => {
		expect(sparklineShape({ ...line, at: [0, 100], value: [3, 3], gapMs: null }, span, box).line).toBe("M0 10L200 10");
		expect(sparklineShape({ ...line, at: [], value: [], gapMs: null }, span, box)).toEqual({
			line: "",
			dots: [],
			band: null,
		});
	});

	it("stays level while nothing changes that the numbers beside it would show", () => {
		const series = { ...line, at: [0, 100], value: [86.6, 87.4], gapMs: null };
		expect(sparklineShape(series, span, box).line).toBe("M0 10L200 10");
		expect(sparklineShape(series, span, { ...box, smallestSpan: 0.1 }).line).toBe("M0 17L200 3");
	});

	it("shows the limits on its own scale", () => {
		const series = { ...line, at: [0, 100], value: [4, 6], gapMs: null };
		expect(sparklineShape(series, span, { ...box, limits: { low: 2, high: 8 } })).toMatchObject({
			line: "M0 12.3L200 7.7",
			band: { top: 3, bottom: 17 },
		});
	});

	it("stays within its box whatever is measured", () => {
		const values = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 50 });
		fc.assert(
			fc.property(values, (value) => {
				const at = value.map((_, index) => index);
				const { line: path, dots } = sparklineShape({ ...line, at, value, gapMs: null }, span, box);
				const heights = [...path.matchAll(/[ML][\d.]+ (-?[\d.]+)/g)].map((match) => Number(match[1]));
				for (const y of [...heights, ...dots.map((dot) => dot.y)]) {
					expect(y).toBeGreaterThanOrEqual(0);
					expect(y).toBeLessThanOrEqual(box.height);
				}
			}),
		);
	});

	it("knows the lowest and the highest of the day, also where it is thinned", () => {
		const at = [0, 1];
		expect(dayExtremes({ ...line, at, value: [3, 5], gapMs: null })).toEqual({ min: 3, max: 5 });
		expect(dayExtremes({ channel: 0, at, value: [3, 5], min: [1, 4], max: [9, 6], gapMs: 1 })).toEqual({
			min: 1,
			max: 9,
		});
		expect(dayExtremes({ ...line, at: [], value: [], gapMs: null })).toBeNull();
	});

	it("requests the same day within a quarter of an hour, so that what was preloaded is found", () => {
		const now = Date.UTC(2026, 10, 21, 14, 7);
		expect(lastDay(now).to).toBe(Date.UTC(2026, 10, 21, 14, 15));
		expect(deviceDayInput(id("dev"), now)).toEqual(deviceDayInput(id("dev"), now + 7 * minute));
		expect(deviceDayInput(id("dev"), now)).not.toEqual(deviceDayInput(id("dev"), now + 8 * minute));
		expect(GetSeries.safeParse(deviceDayInput(id("dev"), now)).success).toBe(true);
	});
});

describe("the limits of a channel", () => {
	it.each([
		[8, null],
		[8.1, "Above 8.0 °C"],
		[2, null],
		[1.9, "Below 2.0 °C"],
		[null, null],
	])("judge %s as %s", (value, problem) => {
		expect(outOfLimits(value, channel)).toBe(problem);
	});

	it.each([
		[2, 8, "2.0 °C to 8.0 °C"],
		[2, null, "at least 2.0 °C"],
		[null, 8, "at most 8.0 °C"],
		[null, null, null],
	])("reads the limits from %s to %s as %s", (min, max, words) => {
		expect(formatLimits({ ...channel, min, max })).toBe(words);
		if (words === null) expect(outOfLimits(1e9, { ...channel, min, max })).toBeNull();
	});
});

describe("words of a device's page", () => {
	it.each([
		[0, 120, "UTC, all year"],
		[2, 345, "UTC+05:45, all year"],
		[2, 0, "UTC+00:00, all year"],
		[1, -420, "UTC−07:00, logger daylight time (Mar 8 to Nov 6)"],
	] as const)("says the clock rule %s at %s minutes", (timeZoneRule, timezoneOffset, words) => {
		expect(formatClockRule({ timeZoneRule, timezoneOffset })).toBe(words);
	});

	it.each([
		[90, "90 s"],
		[900, "15 min"],
		[7_200, "2 h"],
		[86_400, "1 day"],
		[30 * 86_400, "30 days"],
	])("says an interval of %s seconds as %s", (seconds, words) => {
		expect(formatSeconds(seconds)).toBe(words);
	});

	it.each([
		[null, "Forever"],
		[1, "1 day"],
		[1_000, "1,000 days"],
	])("says a retention of %s days as %s", (days, words) => {
		expect(formatRetention(days)).toBe(words);
	});

	it.each([
		[1, 0, "as sent"],
		[1, -0.3, "− 0.3 °C"],
		[1.02, 0.5, "× 1.02 + 0.5 °C"],
		[-1, 0, "× −1"],
	])("says a calibration by %s and %s as %s", (scale, offset, words) => {
		expect(formatFormula({ scale, offset }, { quantity: "temperature", unit: "°C" })).toBe(words);
	});
});

describe("a calibration by what it should read", () => {
	const number = fc.integer({ min: -1_000, max: 1_000 });
	const formula = fc.record({ scale: fc.integer({ min: 1, max: 20 }), offset: number });
	const read = (value: number, { scale, offset }: { scale: number; offset: number }) => value * scale + offset;

	it("makes the shown readings what they should be, whatever applied before", () => {
		fc.assert(
			fc.property(formula, number, number, number, number, (present, value, other, should, otherShould) => {
				fc.pre(value !== other && should !== otherShould);
				const low = { reads: read(value, present), should };
				const high = { reads: read(other, present), should: otherShould };
				const next = calibrationThrough([low, high], present);
				expect(read(value, next)).toBeCloseTo(should, 5);
				expect(read(other, next)).toBeCloseTo(otherShould, 5);
				const moved = calibrationThrough([low], present);
				expect(moved.scale).toBe(present.scale);
				expect(read(value, moved)).toBeCloseTo(should, 5);
				expect(recalibrated(low.reads, present, next)).toBeCloseTo(should, 5);
			}),
		);
	});

	const device = { timezoneOffset: 60, timeZoneRule: 2 } as Device;
	const now = Date.UTC(2026, 10, 21, 13, 7);
	const values = { ...newCalibration(device, now), reads: "4", should: "4,5" };

	it("begins at the quarter of an hour that runs by the device's clock", () => {
		expect(values.from).toBe("Nov 21, 2026, 02:00 PM");
		const input = toSetCalibration(values, channel, device);
		const from = Date.UTC(2026, 10, 21, 13);
		expect(input).toEqual({ channelId: channel.id, from, scale: 1, offset: 0.5, seen: channel.calibrations });
		expect(SetCalibration.safeParse(input).success).toBe(true);
	});

	it("builds on the one that applied by then, not on a later one", () => {
		const calibrations = [
			{ from: now - 24 * hour, scale: 2, offset: 1 },
			{ from: Date.UTC(2026, 10, 21, 14), scale: 5, offset: 5 },
		];
		const input = toSetCalibration(values, { ...channel, calibrations }, device);
		expect(input).toMatchObject({ scale: 2, offset: 1.5 });
	});

	it.each([
		[{ reads: "x" }, "reads"],
		[{ should: "" }, "should"],
		[{ secondReads: "4", secondShould: "9" }, "secondShould"],
		[{ secondReads: "", secondShould: "9" }, "secondReads"],
		[{ secondReads: "9", secondShould: "4,5" }, "secondShould"],
		[{ way: "formula", scale: "0" }, "scale"],
		[{ way: "formula", offset: "a lot" }, "offset"],
		[{ from: "2026-11-21T14:10" }, "from"],
		[{ from: "" }, "from"],
	] as const)("rejects %o at the field %s", (change, field) => {
		const typed = { ...values, ...change };
		const checked = SetCalibration.safeParse(toSetCalibration(typed, channel, device));
		const paths = checked.error?.issues.map(({ path }) => fieldOfCalibration(path.join("."), typed));
		expect(new Set(paths)).toEqual(new Set([field]));
	});
});
