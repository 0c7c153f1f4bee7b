import { describe, expect, it, onTestFinished } from "vitest";
import {
	axisTime,
	changeLabel,
	changesAround,
	isRepeated,
	offsetChanges,
	tickDate,
} from "../../client/chart/chart-clock";
import { setCompanyFormats } from "../../client/ui/display-formats";
import { instantOf, wallText } from "../../client/ui/time/wall-time";
import { specifiedFormats } from "../../shared/formats/display-formats";
import { zoneOffsetMinutes } from "../../shared/time/time-zones";

const day = 86_400_000;
const yearOf = (year: number) => ({ from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) });

/** Both changes of a year, as UTC instants. The product's rule changes on fixed days, laws on Sundays. */
const changes = [
	["device:-420:1", 2024, "2024-03-08T07:00:00Z", "12:00 to 1:00 AM", "2024-11-07T07:00:00Z", "12:00 to 1:00 AM"],
	["device:-420:1", 2025, "2025-03-08T07:00:00Z", "12:00 to 1:00 AM", "2025-11-07T07:00:00Z", "12:00 to 1:00 AM"],
	["device:-420:1", 2026, "2026-03-08T07:00:00Z", "12:00 to 1:00 AM", "2026-11-07T07:00:00Z", "12:00 to 1:00 AM"],
	["device:345:1", 2026, "2026-03-07T18:15:00Z", "12:00 to 1:00 AM", "2026-11-06T18:15:00Z", "12:00 to 1:00 AM"],
	["America/Denver", 2025, "2025-03-09T09:00:00Z", "2:00 to 3:00 AM", "2025-11-02T08:00:00Z", "1:00 to 2:00 AM"],
	["America/Denver", 2026, "2026-03-08T09:00:00Z", "2:00 to 3:00 AM", "2026-11-01T08:00:00Z", "1:00 to 2:00 AM"],
	["Europe/Lisbon", 2025, "2025-03-30T01:00:00Z", "1:00 to 2:00 AM", "2025-10-26T01:00:00Z", "1:00 to 2:00 AM"],
	["Europe/Lisbon", 2026, "2026-03-29T01:00:00Z", "1:00 to 2:00 AM", "2026-10-25T01:00:00Z", "1:00 to 2:00 AM"],
	["Africa/Cairo", 2025, "2025-04-24T22:00:00Z", "12:00 to 1:00 AM", "2025-10-30T21:00:00Z", "11:00 PM to 12:00 AM"],
] as const;

describe("the changes of a zone's clock", () => {
	it.each(changes)("changes the clock of %s in %i", (zone, year, forwardAt, skipped, backAt, repeated) => {
		expect(offsetChanges(zone, yearOf(year)).map((change) => [new Date(change.at), changeLabel(change)])).toEqual([
			[new Date(forwardAt), `Clock goes forward: ${skipped} is skipped`],
			[new Date(backAt), `Clock goes back: ${repeated} comes twice`],
		]);
	});

	it("finds autumn first, where it is autumn in March, and a change of half an hour on Lord Howe", () => {
		expect(offsetChanges("Australia/Lord_Howe", yearOf(2026)).map(changeLabel)).toEqual([
			"Clock goes back: 1:30 to 2:00 AM comes twice",
			"Clock goes forward: 2:00 to 2:30 AM is skipped",
		]);
	});

	it.each(["UTC", "device:-420:2", "device:60:0", "Asia/Kathmandu"])("finds no change in %s", (zone) => {
		expect(offsetChanges(zone, yearOf(2026))).toEqual([]);
	});

	it("inside a span of hours, of no length, and of more years than anybody can tell apart", () => {
		const at = Date.UTC(2026, 10, 1, 8);
		expect(offsetChanges("America/Denver", { from: at - 1, to: at + 1 }).map((change) => change.at)).toEqual([at]);
		expect(offsetChanges("America/Denver", { from: at, to: at + 1 })).toEqual([]);
		expect(offsetChanges("America/Denver", { from: at, to: at })).toEqual([]);
		expect(offsetChanges("America/Denver", { from: 1, to: 999_999_999_999_999 })).toEqual([]);
	});
});

describe("an hour that comes twice", () => {
	const at = Date.UTC(2026, 10, 1, 8);
	const minute = 60_000;
	const around = changesAround("America/Denver", { from: at - 3 * minute, to: at + 3 * minute });

	it.each([
		["a minute before its first pass", at - 61 * minute, false],
		["at the beginning of its first pass", at - 60 * minute, true],
		["in its last instant", at - 1, true],
		["at the beginning of its second pass", at, true],
		["at the end of its second pass", at + 60 * minute - 1, true],
		["after it", at + 60 * minute, false],
	])("reads a repeated hour: %s: %s", (_, instant, expected) => {
		expect(isRepeated(instant, around)).toBe(expected);
	});

	it("excludes an hour that is skipped", () => {
		const forward = Date.UTC(2026, 2, 8, 9);
		expect(isRepeated(forward, changesAround("America/Denver", { from: forward - day, to: forward + day }))).toBe(
			false,
		);
	});
});

describe("the wall time of a clock", () => {
	it.each(["UTC", "America/Denver", "device:345:1", "Australia/Lord_Howe"])(
		"leads back to its instant in %s",
		(zone) => {
			for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 27_775_000) {
				const passes = [instantOf(zone, wallText(zone, at), "first"), instantOf(zone, wallText(zone, at), "last")];
				expect(passes).toContain(at);
			}
		},
	);

	it("takes a time for the first or the last pass of an hour that comes twice", () => {
		expect(instantOf("America/Denver", "2026-11-01 01:30:00", "first")).toBe(Date.UTC(2026, 10, 1, 7, 30));
		expect(instantOf("America/Denver", "2026-11-01 01:30:00", "last")).toBe(Date.UTC(2026, 10, 1, 8, 30));
	});

	it("counts on through an hour that is skipped", () => {
		expect(instantOf("America/Denver", "2026-03-08 02:30")).toBe(Date.UTC(2026, 2, 8, 9, 30));
	});

	it.each(["", "yesterday", "2026-11-01", "2026-11-01T01:30:00Z"])("finds no instant where the text is %j", (text) => {
		expect(instantOf("UTC", text)).toBeNull();
	});

	it("stands on the axis: the clock for short steps, the date at midnight and for steps of days", () => {
		const midnight = Date.UTC(2026, 10, 21, 7);
		const zone = "device:-420:2";
		expect(axisTime(midnight, 3_600_000, zone)).toBe("Nov 21");
		expect(axisTime(midnight + 3_600_000, 3_600_000, zone)).toBe("01:00 AM");
		expect(axisTime(midnight + 5_000, 5_000, zone)).toBe("12:00:05 AM");
		expect(axisTime(midnight + 3_600_000, day, zone)).toBe("Nov 21");
	});

	it("stands on the axis as the person reads it, and so does a change of clocks", () => {
		setCompanyFormats({ ...specifiedFormats, hourCycle: "24", dateOrder: "day" });
		onTestFinished(() => setCompanyFormats(specifiedFormats));
		const midnight = Date.UTC(2026, 10, 21, 7);
		const zone = "device:-420:2";
		expect(axisTime(midnight, 3_600_000, zone)).toBe("21 Nov");
		setCompanyFormats({ ...specifiedFormats, hourCycle: "24", dateOrder: "year" });
		expect(axisTime(midnight, day, zone)).toBe("11-21");
		expect(axisTime(midnight + 12 * 3_600_000, 3_600_000, zone)).toBe("12:00");
		expect(axisTime(midnight + 5_000, 5_000, zone)).toBe("00:00:05");
		const changes = offsetChanges("America/Denver", { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 2) });
		expect(changes.map(changeLabel)).toEqual(["Clock goes back: 01:00 to 02:00 comes twice"]);
	});

	it("places the ticks by the zone's clock", () => {
		const at = Date.UTC(2026, 6, 1, 12);
		for (const zone of ["UTC", "America/Denver", "device:345:2"]) {
			const date = tickDate(at, zone);
			expect(date.getHours() * 60 + date.getMinutes()).toBe((12 * 60 + zoneOffsetMinutes(zone, at) + 1_440) % 1_440);
		}
	});
});
