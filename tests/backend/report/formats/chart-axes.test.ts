import { describe, expect, it } from "vitest";
import { timeTicks, valueTicks } from "../../../../backend/report/formats/pdf/chart-axes";
import { zoneOffsetMinutes } from "../../../../shared/time/time-zones";
import * as fc from "../../../properties";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const style = { dateOrder: "year", hourCycle: "24" } as const;
const span = (zone: string, from: number, to: number) => ({
	from,
	to,
	offsetAt: (at: number) => zoneOffsetMinutes(zone, at),
});

describe("the ticks of time", () => {
	it("stand at round times of the clock, also on the day on which it is set back", () => {
		const from = Date.UTC(2026, 9, 24, 23);
		const ticks = timeTicks(span("Europe/Lisbon", from, from + 25 * hour), 8, style);
		expect(ticks.map(({ at, text }) => [new Date(at).toISOString().slice(5, 16), text])).toEqual([
			["10-24T23:00", "Oct 25"],
			["10-25T06:00", "06:00"],
			["10-25T12:00", "12:00"],
			["10-25T18:00", "18:00"],
			["10-26T00:00", "Oct 26"],
		]);
	});

	it("name both passes of a repeated hour, and none that is skipped", () => {
		const named = (from: number, hours: number) =>
			timeTicks(span("Europe/Lisbon", from, from + hours * hour), 8, style).map(({ text }) => text);
		expect(named(Date.UTC(2026, 9, 25, 0), 3)).toEqual(["01:00", "01:00", "01:30", "01:30", "02:00", "02:30", "03:00"]);
		const spring = ["Mar 29", "00:30", "02:00", "02:30", "03:00", "03:30", "04:00"];
		expect(named(Date.UTC(2026, 2, 29, 0), 3)).toEqual(spring);
		const santiago = timeTicks(span("America/Santiago", Date.UTC(2026, 8, 5, 4), Date.UTC(2026, 8, 8, 3)), 4, style);
		expect(santiago.map(({ text, at }) => [text, new Date(at).toISOString().slice(5, 16)])).toEqual([
			["Sep 5", "09-05T04:00"],
			["Sep 6", "09-06T04:00"],
			["Sep 7", "09-07T03:00"],
			["Sep 8", "09-08T03:00"],
		]);
	});

	it("stand at days, weeks from Monday or months if the span is long", () => {
		const from = Date.UTC(2026, 9, 1);
		const named = (days: number) =>
			timeTicks(span("UTC", from, from + days * day), 9, { ...style, dateOrder: "day" }).flatMap(({ text }) =>
				text === "" ? [] : [text],
			);
		expect(named(7)).toEqual(["1 Oct", "2 Oct", "3 Oct", "4 Oct", "5 Oct", "6 Oct", "7 Oct", "8 Oct"]);
		expect(named(31)).toEqual(["5 Oct", "12 Oct", "19 Oct", "26 Oct"]);
		expect(named(365).slice(0, 3)).toEqual(["Nov 2026", "Jan 2027", "Mar 2027"]);
	});

	it("stand within the span at a time that the clock shows, and are never many", () => {
		const zones = fc.constantFrom("UTC", "Europe/Lisbon", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu");
		const from = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) });
		const length = fc.oneof(fc.integer({ min: 5 * minute, max: 40 * day }), fc.integer({ min: day, max: 4_000 * day }));
		fc.assert(
			fc.property(zones, from, length, (zone, start, ms) => {
				const requested = span(zone, start, start + ms);
				const ticks = timeTicks(requested, 8, style);
				const named = ticks.filter(({ text }) => text !== "");
				expect(named.length).toBeLessThanOrEqual(10);
				for (const { at, isDay, text } of ticks) {
					expect(at >= requested.from && at <= requested.to).toBe(true);
					const wall = new Date(at + requested.offsetAt(at) * minute);
					if (!isDay) expect(text).toBe(wall.toISOString().slice(11, 16));
				}
			}),
		);
	});
});

describe("the ticks of values", () => {
	it("stand at round values within their range", () => {
		expect(valueTicks(1.7, 8.3, 6).map(({ text }) => text)).toEqual(["2", "4", "6", "8"]);
		expect(valueTicks(-0.26, 0.11, 6).map(({ text }) => text)).toEqual(["-0.2", "-0.1", "0.0", "0.1"]);
		expect(valueTicks(900_000, 1_100_000, 5).map(({ text }) => text)).toEqual([
			"900000",
			"950000",
			"1000000",
			"1050000",
			"1100000",
		]);
	});
});
