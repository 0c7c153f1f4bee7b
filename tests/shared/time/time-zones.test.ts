import { describe, expect, it, vi } from "vitest";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import {
	type DeviceClock,
	deviceOffsetMinutes,
	deviceZone,
	firstInstantAt,
	formatOffset,
	formatTimestamp,
	instantTexts,
	parseDeviceZone,
	parseTimeDisplayMode,
	rangeBounds,
	Zone,
	zoneOffsetMinutes,
} from "../../../shared/time/time-zones";
import * as fc from "../../properties";

const years = [2024, 2025, 2026, 2027, 2028, 2031];
const quarterHours = Array.from({ length: (840 + 720) / 15 + 1 }, (_, index) => -720 + index * 15);

/** The instant at which the standard-time calendar of an offset reaches a date's midnight. */
function standardMidnight(offset: number, year: number, month: number, day: number): number {
	return Date.UTC(year, month - 1, day) - offset * minuteMs;
}

describe("the device clock", () => {
	it("stays at UTC under rule 0, whatever the offset", () => {
		for (const timezoneOffset of quarterHours) {
			expect(deviceOffsetMinutes({ timezoneOffset, timeZoneRule: 0 }, Date.UTC(2026, 6, 1))).toBe(0);
		}
	});

	it("keeps standard time all year under rule 2", () => {
		for (const timezoneOffset of quarterHours) {
			for (const month of [0, 2, 6, 10]) {
				const at = Date.UTC(2026, month, 15);
				expect(deviceOffsetMinutes({ timezoneOffset, timeZoneRule: 2 }, at)).toBe(timezoneOffset);
			}
		}
	});

	it.each(years)("gains its hour at standard midnight of March 8 and loses it at that of November 7, %i", (year) => {
		for (const timezoneOffset of quarterHours) {
			const clock: DeviceClock = { timezoneOffset, timeZoneRule: 1 };
			const spring = standardMidnight(timezoneOffset, year, 3, 8);
			const autumn = standardMidnight(timezoneOffset, year, 11, 7);
			expect(deviceOffsetMinutes(clock, spring - 1)).toBe(timezoneOffset);
			expect(deviceOffsetMinutes(clock, spring)).toBe(timezoneOffset + 60);
			expect(deviceOffsetMinutes(clock, autumn - 1)).toBe(timezoneOffset + 60);
			expect(deviceOffsetMinutes(clock, autumn)).toBe(timezoneOffset);
		}
	});

	it("changes its offset exactly twice a year under rule 1", () => {
		for (const timezoneOffset of [-720, -420, 0, 345, 765, 840]) {
			const clock: DeviceClock = { timezoneOffset, timeZoneRule: 1 };
			let changes = 0;
			for (let at = Date.UTC(2026, 0, 2); at < Date.UTC(2027, 0, 2); at += hourMs / 4) {
				if (deviceOffsetMinutes(clock, at) !== deviceOffsetMinutes(clock, at - hourMs / 4)) changes += 1;
			}
			expect(changes).toBe(2);
		}
	});
});

describe("zone texts", () => {
	it("survive a round trip for every device clock", () => {
		const clocks = fc.record({
			timezoneOffset: fc.integer({ min: -720, max: 840 }),
			timeZoneRule: fc.constantFrom(0 as const, 1 as const, 2 as const),
		});
		fc.assert(
			fc.property(clocks, (clock) => {
				expect(parseDeviceZone(deviceZone(clock))).toEqual(clock);
			}),
		);
	});

	it.each([
		["device:0:3"],
		["device:-721:1"],
		["device:841:1"],
		["device::1"],
		["Mars/Olympus"],
		["+01:00"],
		[""],
		["constructor"],
	])("reject the text %j", (zone) => {
		expect(Zone.safeParse(zone).success).toBe(false);
	});

	it.each([["UTC"], ["America/Denver"], ["Asia/Kathmandu"], ["device:-420:1"]])("accept the text %j", (zone) => {
		expect(Zone.safeParse(zone).success).toBe(true);
	});
});

describe("IANA zones", () => {
	it.each([
		["America/Denver", Date.UTC(2026, 0, 15), -420],
		["America/Denver", Date.UTC(2026, 6, 15), -360],
		["Asia/Kathmandu", Date.UTC(2026, 6, 15), 345],
		["Pacific/Chatham", Date.UTC(2026, 0, 15), 825],
		["UTC", Date.UTC(2026, 0, 15), 0],
		["America/Denver", Date.UTC(2026, 2, 8, 9) - 1, -420],
		["America/Denver", Date.UTC(2026, 2, 8, 9), -360],
	])("%s at %i is %i minutes from UTC", (zone, at, minutes) => {
		expect(zoneOffsetMinutes(zone, at)).toBe(minutes);
	});
});

it.each([
	["America/Coyhaique", -180],
	["America/Ciudad_Juarez", -360],
	["Asia/Qostanay", 300],
])("a runtime that does not know %s yet reads its clock by another name", (zone, minutes) => {
	const known = Intl.DateTimeFormat;
	const older = vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function make(locale, options) {
		if (options?.timeZone === zone) throw new RangeError(`Invalid time zone specified: ${zone}`);
		return new known(locale, options);
	});
	try {
		expect([Zone.safeParse(zone).success, zoneOffsetMinutes(zone, Date.UTC(2026, 6, 1))]).toEqual([true, minutes]);
	} finally {
		older.mockRestore();
	}
});

describe("the cache of zone names", () => {
	function made(run: () => void): number {
		const formatter = vi.spyOn(Intl, "DateTimeFormat");
		try {
			run();
			return formatter.mock.calls.length;
		} finally {
			formatter.mockRestore();
		}
	}
	const isZone = (name: string) => Zone.safeParse(name).success;
	const spelled = (name: string, spelling: number) =>
		[...name]
			.map((letter, position) => ((spelling >> (position % 10)) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
			.join("");

	it("stores one entry for all spellings of a name", () => {
		const spellings = Array.from({ length: 1_000 }, (_, index) => spelled("America/Argentina/ComodRivadavia", index));
		expect(new Set(spellings).size).toBe(1_000);
		expect(made(() => expect(spellings.filter(isZone)).toHaveLength(1_000))).toBeLessThanOrEqual(1);
	});

	it("stores no more than some zones, however many there are", () => {
		const names = Intl.supportedValuesOf("timeZone");
		expect(names.filter(isZone)).toHaveLength(names.length);
		expect(made(() => names.slice(-50).map(isZone))).toBe(0);
		expect(made(() => names.slice(0, 50).map(isZone))).toBe(50);
	});

	it("stores nothing of names that are no zone", () => {
		const [first = "", ...others] = Array.from({ length: 200 }, (_, index) => `Mars/Crater_${index}`);
		expect(isZone("Europe/Lisbon")).toBe(true);
		expect([first, ...others].filter(isZone)).toEqual([]);
		expect(made(() => expect(isZone(first)).toBe(false))).toBe(1);
		expect(made(() => expect(isZone("Europe/Lisbon")).toBe(true))).toBe(0);
	});

	it("returns one offset for all spellings", () => {
		const at = Date.UTC(2026, 6, 15);
		expect(["asia/kathmandu", "ASIA/KATHMANDU"].map((zone) => zoneOffsetMinutes(zone, at))).toEqual([345, 345]);
	});
});

describe("the first instant of a wall time", () => {
	it.each([
		["Europe/London", "2026-03-29T01:30", "2026-03-29T01:00"],
		["Europe/London", "2026-03-29T01:00", "2026-03-29T01:00"],
		["Europe/London", "2026-03-29T02:00", "2026-03-29T01:00"],
		["Europe/London", "2026-10-25T01:30", "2026-10-25T00:30"],
		["Pacific/Apia", "2011-12-30T00:00", "2011-12-30T10:00"],
		["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00"],
		["Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00"],
		["Australia/Lord_Howe", "2026-10-04T02:10", "2026-10-03T15:30"],
		["device:-420:1", "2026-03-08T00:30", "2026-03-08T07:00"],
		["device:-420:1", "2026-11-06T23:30", "2026-11-07T05:30"],
	])("%s %s is %sZ", (zone, wall, instant) => {
		expect(new Date(firstInstantAt(zone, Date.parse(`${wall}Z`))).toISOString()).toBe(`${instant}:00.000Z`);
	});

	const clocks = new Map<string, Intl.DateTimeFormat>();

	/** The platform alone, apart from the tested code. */
	function platformWall(timeZone: string, at: number): number {
		const clock =
			clocks.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
		clocks.set(timeZone, clock);
		return Date.parse(`${clock.format(at).replace(" ", "T")}Z`);
	}

	it("equals the platform's, near every change of any zone's clock since 2000 and far from it", () => {
		const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
		const years26 = fc.integer({ min: Date.UTC(2000, 0, 1) / minuteMs, max: Date.UTC(2036, 0, 1) / minuteMs });
		const nearChange = fc.tuple(zone, years26, fc.integer({ min: -26 * 60, max: 26 * 60 }));
		fc.assert(
			fc.property(nearChange, fc.boolean(), ([timeZone, minutes, away], isNear) => {
				const offsetAt = (at: number) => platformWall(timeZone, at) - at;
				const weekMs = 7 * 24 * hourMs;
				let at = minutes * minuteMs;
				for (let week = 0; isNear && week < 53 && offsetAt(at) === offsetAt(at + weekMs); week += 1) at += weekMs;
				let [before, after] = [at, at + weekMs];
				while (after - before > 1_000) {
					const middle = Math.floor((before + after) / 2_000) * 1_000;
					if (offsetAt(middle) === offsetAt(before)) before = middle;
					else after = middle;
				}
				const wall = platformWall(timeZone, after) + away * minuteMs;
				const found = firstInstantAt(timeZone, wall);
				expect(platformWall(timeZone, found)).toBeGreaterThanOrEqual(wall);
				for (let earlier = found - 1_000; earlier > found - 27 * hourMs; earlier -= 15 * minuteMs) {
					expect(platformWall(timeZone, earlier)).toBeLessThan(wall);
				}
			}),
			{ numRuns: 400 },
		);
	});
});

describe("ranges", () => {
	const now = Date.UTC(2026, 10, 21, 15, 5, 12);

	it("trail the last 60 minutes at hour 0, and go back in whole hours", () => {
		expect(rangeBounds({ rangeType: "hour", offset: 0, zone: "UTC", now })).toEqual({ from: now - hourMs, to: now });
		expect(rangeBounds({ rangeType: "hour", offset: 3, zone: "UTC", now })).toEqual({
			from: now - 4 * hourMs,
			to: now - 3 * hourMs,
		});
	});

	it("cut a day in the shown zone", () => {
		expect(rangeBounds({ rangeType: "day", offset: 0, zone: "device:-420:2", now })).toEqual({
			from: Date.UTC(2026, 10, 21, 7),
			to: Date.UTC(2026, 10, 22, 7),
		});
	});

	it.each([
		["24h", 1],
		["7d", 7],
		["30d", 30],
		["90d", 90],
		["365d", 365],
	] as const)("trail %s as days of 24 hours, whatever the clock does", (rangeType, days) => {
		const zone = "America/Denver";
		const to = now - days * 24 * hourMs;
		expect(rangeBounds({ rangeType, offset: 1, zone, now })).toEqual({ from: to - days * 24 * hourMs, to });
	});

	it.each([
		["Europe/London", "2026-11-21T15:05", 0, "2026-11-20T22:00", "2026-11-21T06:00"],
		["Europe/London", "2026-11-21T23:30", 0, "2026-11-20T22:00", "2026-11-21T06:00"],
		["Europe/London", "2026-11-21T03:00", 0, "2026-11-20T22:00", "2026-11-21T06:00"],
		["Europe/London", "2026-11-21T15:05", 2, "2026-11-18T22:00", "2026-11-19T06:00"],
		["Europe/London", "2026-03-29T12:00", 0, "2026-03-28T22:00", "2026-03-29T05:00"],
		["device:-420:1", "2026-11-07T18:00", 0, "2026-11-07T04:00", "2026-11-07T13:00"],
	])("cover in %s at %sZ, the night %i days back, 10 PM to 6 AM of the clock", (zone, at, offset, from, to) => {
		const requested = { rangeType: "night" as const, offset, zone, now: Date.parse(`${at}Z`) };
		expect(rangeBounds(requested)).toEqual({ from: Date.parse(`${from}Z`), to: Date.parse(`${to}Z`) });
	});

	it("begin a week on Monday and a month on its first", () => {
		expect(rangeBounds({ rangeType: "week", offset: 0, zone: "UTC", now }).from).toBe(Date.UTC(2026, 10, 16));
		expect(rangeBounds({ rangeType: "month", offset: 1, zone: "UTC", now })).toEqual({
			from: Date.UTC(2026, 9, 1),
			to: Date.UTC(2026, 10, 1),
		});
	});

	it.each(years)("have a day of 23 and one of 25 hours on the device clock's change days, %i", (year) => {
		for (const timezoneOffset of quarterHours) {
			const zone = deviceZone({ timezoneOffset, timeZoneRule: 1 });
			const hoursOfDay = (month: number, day: number) => {
				const noon = standardMidnight(timezoneOffset, year, month, day) + 12 * hourMs;
				const { from, to } = rangeBounds({ rangeType: "day", offset: 0, zone, now: noon });
				return (to - from) / hourMs;
			};
			expect([hoursOfDay(3, 7), hoursOfDay(3, 8), hoursOfDay(3, 9)]).toEqual([24, 23, 24]);
			expect([hoursOfDay(11, 6), hoursOfDay(11, 7), hoursOfDay(11, 8)]).toEqual([24, 25, 24]);
		}
	});

	it("hold the requested instant at offset 0, and touch the next one without gap or overlap", () => {
		const request = fc.record({
			rangeType: fc.constantFrom("day" as const, "week" as const, "month" as const),
			offset: fc.integer({ min: 0, max: 40 }),
			zone: fc.oneof(
				fc.constantFrom("UTC", "America/Denver", "Europe/Lisbon", "Pacific/Chatham", "Asia/Kathmandu"),
				fc
					.record({
						timezoneOffset: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15),
						timeZoneRule: fc.constantFrom(0 as const, 1 as const, 2 as const),
					})
					.map(deviceZone),
			),
			now: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }),
		});
		fc.assert(
			fc.property(request, (requested) => {
				const current = rangeBounds({ ...requested, offset: 0 });
				expect(current.from).toBeLessThanOrEqual(requested.now);
				expect(current.to).toBeGreaterThan(requested.now);
				const later = rangeBounds(requested);
				const earlier = rangeBounds({ ...requested, offset: requested.offset + 1 });
				expect(earlier.to).toBe(later.from);
				expect(later.from).toBeLessThan(later.to);
			}),
		);
	});
});

describe("display", () => {
	it.each([
		[Date.UTC(2026, 10, 7, 17, 4, 3), 0, "Nov 07, 05:04:03 PM"],
		[Date.UTC(2026, 0, 1, 0, 0, 0), 0, "Jan 01, 12:00:00 AM"],
		[Date.UTC(2026, 0, 1, 12, 0, 0), 0, "Jan 01, 12:00:00 PM"],
		[Date.UTC(2026, 0, 1, 0, 0, 0), -420, "Dec 31, 05:00:00 PM"],
		[Date.UTC(2026, 0, 1, 0, 0, 0), 345, "Jan 01, 05:45:00 AM"],
	])("shows %i at %i minutes as %j", (at, offset, text) => {
		expect(formatTimestamp(at, offset)).toBe(text);
	});

	it("agrees with the English (US) format of the platform", () => {
		const platform = new Intl.DateTimeFormat("en-US", {
			timeZone: "UTC",
			month: "short",
			day: "2-digit",
			hour: "2-digit",
			minute: "2-digit",
			second: "2-digit",
			hour12: true,
		});
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (at) => {
				expect(formatTimestamp(at, 0)).toBe(platform.format(at).replaceAll(" ", " "));
			}),
		);
	});

	it.each([
		["12", "month", "Dec 31, 05:00:09 PM", "Dec 31, 2025"],
		["24", "month", "Dec 31, 17:00:09", "Dec 31, 2025"],
		["12", "day", "31 Dec, 05:00:09 PM", "31 Dec 2025"],
		["24", "day", "31 Dec, 17:00:09", "31 Dec 2025"],
		["24", "year", "2025-12-31, 17:00:09", "2025-12-31"],
	] as const)(
		"writes an instant for a clock of %j hours with the %j first",
		(hourCycle, dateOrder, text, dateWithYear) => {
			const at = Date.UTC(2026, 0, 1, 0, 0, 9);
			const style = { hourCycle, dateOrder };
			expect(formatTimestamp(at, -420, style)).toBe(text);
			expect(instantTexts(at, -420, style)).toMatchObject({
				dateWithYear,
				minutes: text.split(", ")[1]?.replace(":09", ""),
			});
		},
	);

	it.each([
		[0, "UTC"],
		[-420, "UTC−07:00"],
		[345, "UTC+05:45"],
	])("names an offset of %i minutes %s", (minutes, text) => {
		expect(formatOffset(minutes)).toBe(text);
	});

	it.each([
		[null, "local"],
		["local", "local"],
		["Current", "local"],
		["current", "current"],
	] as const)("takes the stored mode %j for %s", (stored, mode) => {
		expect(parseTimeDisplayMode(stored)).toBe(mode);
	});
});
