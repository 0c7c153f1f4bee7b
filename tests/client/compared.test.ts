import { describe, expect, it } from "vitest";
import { compareSearch } from "../../client/chart/compare-link";
import { comparedOf, searchOfCompared, searchOfDevices, shiftedSpan, spanBefore } from "../../client/entities/compared";
import { comparisonOf, spanText } from "../../client/features/compare/compare-content";
import { comparisonCsv } from "../../client/features/compare/compare-table";
import { dayMs, hourMs } from "../../shared/base/durations";
import { specifiedFormats, specifiedStyle } from "../../shared/formats/display-formats";
import { valueStyleOf } from "../../shared/formats/reading-units";
import { dayRows } from "../../shared/log/compared-spans";
import type { LogChannel, SeriesPage } from "../../shared/log/log";
import { firstInstantAt } from "../../shared/time/time-zones";
import * as fc from "../properties";
import { chartLine, logChannel, logDevice } from "./readings";

const channelId = "chn_00000000000000000000000001";
const deviceId = "dev_00000000000000000000000001";
const at = (text: string) => Date.parse(`${text}Z`);
const span = { from: at("2026-11-16T00:00"), to: at("2026-11-23T00:00") };

describe("the address of a comparison", () => {
	it("holds channels and devices with their spans, in their order", () => {
		const search = { a: `${channelId}.${span.from}.${span.to}`, c: `${deviceId}.0946684800000.946684860000` };
		const compared = comparedOf(search);
		expect(compared.map(({ request }) => request)).toEqual([
			{ channelId, ...span },
			{ deviceId, from: 946_684_800_000, to: 946_684_860_000 },
		]);
		// What is left closes up to the front.
		expect(searchOfCompared(compared.map(({ texts }) => texts))).toEqual({ a: search.a, b: search.c });
	});

	it.each([
		["", { subject: "Choose a device.", from: "Choose a time.", to: "Choose a time." }],
		[`.${span.from}.${span.to}`, { subject: "Choose a device." }],
		[`usr_1.${span.from}.${span.to}`, { subject: "This link names no device or channel. Choose one." }],
		[`${channelId}.soon.${span.to}`, { from: "Choose a time." }],
		[`${channelId}.-5.${span.to}`, { from: "Choose a time." }],
		[`${channelId}.5.${span.to}`, { from: "Must be after the year 1999." }],
		[`${channelId}.${span.from}`, { to: "Choose a time." }],
		[`${channelId}.${span.from}.${span.to}.7`, { to: "Choose a time." }],
		[`${channelId}.${span.from}.${span.from}`, { to: "Must be after the beginning." }],
		[`${channelId}.${span.to}.${span.from}`, { to: "Must be after the beginning." }],
		[`${channelId}.${span.from}.999999999999999`, { to: "Must be before the year 2100." }],
	])("names the field that is wrong in %j, and requests nothing of it", (text, problems) => {
		const [good, bad] = comparedOf({ a: `${channelId}.${span.from}.${span.to}`, b: text });
		expect(bad).toMatchObject({ request: null, problems });
		expect(Object.keys(bad?.problems ?? {})).toEqual(Object.keys(problems));
		expect(good?.request).toEqual({ channelId, ...span });
	});

	it("loses nothing of any text on the way through the screen", () => {
		fc.assert(
			fc.property(fc.array(fc.string(), { maxLength: 4 }), (texts) => {
				const search = Object.fromEntries(texts.map((text, index) => ["abcd"[index], text]));
				const again = comparedOf(searchOfCompared(comparedOf(search).map((each) => each.texts)));
				expect(again).toEqual(comparedOf(search));
			}),
		);
	});
});

describe("the spans that are offered", () => {
	const lisbon = "Europe/Lisbon";
	const days = (zone: string, from: string, to: string) => ({
		from: firstInstantAt(zone, at(`${from}T00:00`)),
		to: firstInstantAt(zone, at(`${to}T00:00`)),
	});

	it.each([
		["week", ["2026-10-19", "2026-10-26"], ["2026-10-12", "2026-10-19"]],
		["week", ["2026-10-26", "2026-11-02"], ["2026-10-19", "2026-10-26"]],
		["month", ["2026-11-16", "2026-11-23"], ["2026-10-16", "2026-10-23"]],
		// Whole months become whole months, of other lengths.
		["month", ["2026-11-01", "2026-12-01"], ["2026-10-01", "2026-11-01"]],
		["month", ["2026-03-01", "2026-04-01"], ["2026-02-01", "2026-03-01"]],
		["month", ["2026-03-31", "2026-04-01"], ["2026-02-28", "2026-03-01"]],
		["year", ["2028-02-29", "2028-03-01"], ["2027-02-28", "2027-03-01"]],
		["day", ["2026-10-26", "2026-10-27"], ["2026-10-25", "2026-10-26"]],
	] as const)("goes a %s back from midnight to midnight on the device's clock", (shift, [from, to], [start, end]) => {
		expect(shiftedSpan(lisbon, days(lisbon, from, to), shift)).toEqual(days(lisbon, start, end));
	});

	it("puts whole days before a span, so that the same hours lie over one another", () => {
		expect(spanBefore(lisbon, days(lisbon, "2026-10-26", "2026-11-02"))).toEqual(
			days(lisbon, "2026-10-19", "2026-10-26"),
		);
		const morning = { from: at("2026-11-16T08:00"), to: at("2026-11-16T10:00") };
		expect(spanBefore("UTC", morning)).toEqual({ from: morning.from - dayMs, to: morning.to - dayMs });
	});

	it("takes a chart's first four lines, and a single line with the time before it", () => {
		const line = (id: string) => chartLine({ channel: logChannel(id), at: [1], value: [1] });
		const four = compareSearch({ lines: ["a", "b", "c", "d", "e"].map(line), span });
		expect(four).toEqual(Object.fromEntries(["a", "b", "c", "d"].map((id) => [id, `${id}.${span.from}.${span.to}`])));
		const before = `t.${span.from - 7 * dayMs}.${span.from}`;
		expect(compareSearch({ lines: [line("t")], span })).toMatchObject({ a: `t.${span.from}.${span.to}`, b: before });
	});

	it("takes the same seven days of chosen devices, each on its own clock", () => {
		const now = at("2026-11-23T12:00");
		const devices = [0, 60].map((timezoneOffset) => ({ id: deviceId, timezoneOffset, timeZoneRule: 2 as const }));
		const midnight = at("2026-11-17T00:00");
		const week = (from: number) => `${deviceId}.${from}.${from + 7 * dayMs}`;
		expect(searchOfDevices(devices, now)).toMatchObject({ a: week(midnight), b: week(midnight - hourMs) });
		expect(searchOfDevices(devices.slice(1), now)).toMatchObject({
			a: week(midnight - hourMs),
			b: week(midnight - hourMs - 7 * dayMs),
		});
	});
});

type PageOf = {
	channel?: Partial<LogChannel>;
	device?: Partial<typeof logDevice>;
	series?: Partial<SeriesPage["series"][0]>;
};

/** Hourly readings of a day, whose values are the hours on the device's clock and `plus`. */
function hourlyPage(from: number, plus: number, { channel, device, series }: PageOf = {}): SeriesPage {
	const times = Array.from({ length: 24 }, (_, hour) => from + hour * hourMs);
	return {
		from,
		to: from + dayMs,
		zone: "UTC",
		bucketMs: 0,
		quantities: ["temperature"],
		quantity: "temperature",
		devices: [{ ...logDevice, ...device }],
		channels: [logChannel("t", { name: "Air", min: 2, max: 8, ...channel })],
		series: [
			{
				channel: 0,
				at: times,
				value: times.map((_, hour) => hour + plus),
				min: [],
				max: [],
				gapMs: 3 * hourMs,
				...series,
			},
		],
		leftOut: 0,
	};
}

const stored = { style: specifiedStyle, limits: [] };
const loaded = (pages: SeriesPage[]) =>
	pages.map((page, index) => ({ number: index + 1, span: { from: page.from, to: page.to }, page }));
const compare = (pages: SeriesPage[], reader: Parameters<typeof comparisonOf>[1] = { ...stored, limits: [] }) => {
	const comparison = comparisonOf(loaded(pages), reader);
	if (!comparison) throw new Error("There is nothing to compare.");
	return comparison;
};

describe("the lines of a comparison", () => {
	const day = at("2026-11-16T00:00");

	it("puts the lines on the first one's clock, with the limits of the first alone", () => {
		const east = { timezoneOffset: 120 };
		const { chart, differences } = compare([
			hourlyPage(day, 0),
			hourlyPage(day - 7 * dayMs - 2 * hourMs, 5, { device: east }),
		]);
		expect(chart.lines.map(({ at: times }) => times)).toEqual([chart.lines[0]?.at, chart.lines[0]?.at]);
		expect(chart.lines.map(({ channel: { min, max } }) => [min, max])).toEqual([
			[2, 8],
			[null, null],
		]);
		expect(differences?.lines.map(({ value }) => new Set(value))).toEqual([new Set([5])]);
		const [first, second] = chart.lines;
		if (!first || !second) throw new Error("A line is missing.");
		expect([
			chart.moved?.text(day + hourMs),
			chart.moved?.own(first, day),
			chart.moved?.own(second, day + hourMs),
		]).toEqual(["Nov 16, 01:00 AM", null, "Nov 09, 01:00 AM"]);
	});

	it("takes limits of rules before the expected range", () => {
		const { chart } = compare([hourlyPage(day, 0)], { ...stored, limits: [{ channelId: "t", low: null, high: 5 }] });
		expect(chart.lines.map(({ channel: { min, max } }) => [min, max])).toEqual([[null, 5]]);
	});

	it("converts values to the user's unit, and their difference without its zero point", () => {
		const { chart, differences } = compare([hourlyPage(day, 0), hourlyPage(day, 10)], {
			style: valueStyleOf({ ...specifiedFormats, temperatureUnit: "°F" }),
			limits: [],
		});
		expect(chart.lines.map(({ value }) => value[0])).toEqual([32, 50]);
		expect(differences?.lines[0]?.value[0]).toBe(18);
	});

	it("shows no difference if quantity or unit is another, and states it", () => {
		const humidity = { channel: { quantity: "humidity", unit: "%", name: "Humidity" } } as const;
		const { panels, differences, notes, rows } = compare([hourlyPage(day, 0), hourlyPage(day, 1, humidity)]);
		expect(notes).toEqual(["2 has no difference from 1: it is Humidity in %, and 1 is Temperature in °C."]);
		expect([differences, panels.map(({ quantity }) => quantity)]).toEqual([null, ["temperature", "humidity"]]);
		expect(rows.every(({ means, differences: [, other] }) => means[1] !== null && other === null)).toBe(true);
	});

	it("adds up what a counter used in each step, and compares use with use alone", () => {
		const energy = { quantity: "energy", unit: "kWh" } as const;
		const halfHours = Array.from({ length: 48 }, (_, index) => day + index * (hourMs / 2));
		const used = (sum: number): PageOf => ({
			channel: { ...energy, isSummed: true, name: "Use" },
			series: { at: halfHours, value: halfHours.map(() => 0.01), sum: halfHours.map(() => sum) },
		});
		const total = { channel: { ...energy, name: "Meter" } };
		const { rows, notes, spans, panels } = compare([
			hourlyPage(day, 0, used(1)),
			hourlyPage(day, 0, used(3)),
			hourlyPage(day, 0, total),
		]);
		const summed = (index: number) => spans[index]?.isSummed === true;
		expect(dayRows(rows, summed)).toMatchObject([{ means: [48, 144, 11.5], differences: [null, 96, null] }]);
		expect(notes).toEqual(["3 has no difference from 1: it is Energy in kWh, and 1 is use of Energy in kWh."]);
		expect(panels.map(({ lines }) => lines.length)).toEqual([2, 1]);
	});

	it("draws a part of the chart for each quantity and unit", () => {
		const { panels, rows } = compare([
			hourlyPage(day, 0),
			hourlyPage(day, 1, { channel: { quantity: "humidity", unit: "%" } }),
			hourlyPage(day, 2, { channel: { quantity: "co2", unit: "ppm" } }),
		]);
		expect(panels.map(({ lines }) => lines.map(({ channel }) => channel.unit))).toEqual([["°C"], ["%"], ["ppm"]]);
		expect(rows[0]?.means).toEqual([0, 1, 2]);
	});

	it("gives a door no difference, whose states are no numbers", () => {
		const door = { channel: { quantity: "door", unit: "" } } as const;
		const { differences, notes } = compare([hourlyPage(day, 0, door), hourlyPage(day, 0, door)]);
		expect([differences, notes]).toEqual([null, ["2 has no difference from 1: open and closed are no numbers."]]);
	});

	it("keeps an empty second span in sight, and a gap a gap", () => {
		const gone = hourlyPage(day - dayMs, 0, { series: { at: [], value: [], gapMs: null } });
		const { chart, spans, rows } = compare([hourlyPage(day, 0), gone]);
		expect(spans).toHaveLength(2);
		expect(chart.lines.map(({ at: times }) => times.length)).toEqual([24, 0]);
		expect(rows.map(({ differences: [, other] }) => other)).toEqual(Array.from({ length: 24 }, () => null));
		const gap = hourlyPage(day, 0, { series: { at: [day, day + 20 * hourMs], value: [1, 2], gapMs: 3 * hourMs } });
		const { chart: withGap } = compare([hourlyPage(day, 0), gap]);
		expect(withGap.lines[1]?.at).toEqual([day, day + 20 * hourMs]);
		expect(withGap.lines[1]?.gapMs).toBeLessThan(20 * hourMs);
	});

	it("leaves doubtful readings out of line, mean and difference", () => {
		const marked = { at: [day + hourMs], value: [9_999], mark: ["doubtful" as const] };
		const { chart, rows } = compare([hourlyPage(day, 0, { series: { marked } }), hourlyPage(day, 0)]);
		expect(chart.lines[0]?.marked).toBeUndefined();
		expect(Math.max(...rows.flatMap(({ means: [first] }) => first ?? 0))).toBe(23);
	});

	it("names lines by what differs between them", () => {
		const other = { channel: { id: "u", deviceId: "dev_b" }, device: { id: "dev_b", name: "B" } };
		const labels = (pages: SeriesPage[]) => compare(pages).spans.map(({ label }) => label);
		expect(labels([hourlyPage(day, 0), hourlyPage(day - dayMs, 0)])).toEqual(["Nov 16", "Nov 15"]);
		expect(labels([hourlyPage(day, 0), hourlyPage(day, 0, other)])).toEqual(["A", "B"]);
		expect(labels([hourlyPage(day, 0), hourlyPage(day, 0, other), hourlyPage(day - dayMs, 0, other)])).toEqual([
			"A, Nov 16",
			"B, Nov 16",
			"B, Nov 15",
		]);
		const humidity = { channel: { id: "h", name: "Humidity" } };
		expect(labels([hourlyPage(day, 0), hourlyPage(day, 0, humidity)])).toEqual(["Air", "Humidity"]);
	});
});

describe("the CSV of a comparison", () => {
	it("contains each span's own time beside its mean, and how many steps a difference is of", () => {
		const day = at("2026-11-16T00:00");
		const half = hourlyPage(day - 7 * dayMs, 1);
		const [series] = half.series;
		if (!series) throw new Error("The page has no series.");
		half.series = [{ ...series, at: series.at.slice(0, 12), value: series.value.slice(0, 12) }];
		const { spans, rows } = compare([hourlyPage(day, 0), half]);
		expect(comparisonCsv(spans, dayRows(rows)).split("\r\n")).toEqual([
			"Time 1 (device clock),1 · Nov 16 (°C),Time 2 (device clock),2 · Nov 09 (°C),2 minus 1 (°C),Steps of 2 and 1,Steps of 2 or 1",
			"2026-11-16 00:00:00,11.5,2026-11-09 00:00:00,6.5,1,12,24",
			"",
		]);
	});
});

describe("the text of a span", () => {
	it.each([
		["2026-11-16T00:00", "2026-11-23T00:00", "Nov 16 to Nov 22"],
		["2026-11-16T00:00", "2026-11-17T00:00", "Nov 16"],
		["2026-11-16T08:00", "2026-11-16T10:30", "Nov 16, 08:00 AM to 10:30 AM"],
		["2026-11-16T08:00", "2026-11-17T10:30", "Nov 16, 08:00 AM to Nov 17, 10:30 AM"],
	])("writes %s to %s as “%s”", (from, to, text) => {
		expect(spanText("UTC", { from: at(from), to: at(to) })).toBe(text);
	});
});
