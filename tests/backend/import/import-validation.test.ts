import { describe, expect, it } from "vitest";
import { partsOf } from "../../../backend/import/column-name";
import { matchColumns } from "../../../backend/import/match-columns";
import { parseNumber } from "../../../backend/import/parse-number";
import { parseTime } from "../../../backend/import/parse-time";
import type { Cell, ParsedFile } from "../../../backend/import/parsed-file";
import { validateCells } from "../../../backend/import/validate-cells";
import { createWallClock } from "../../../backend/import/wall-clock";
import { zoneOffsetMinutes } from "../../../shared/time/time-zones";
import * as fc from "../../properties";
import { nothingOpen, plainFormat } from "../fixtures/parsed-file";

const wall = (text: string) => Date.parse(`${text}Z`);
const utc = (text: string) => Date.parse(`${text}Z`);
const now = utc("2026-11-21T12:00");

function instants(zone: string, walls: string[]): (string | null)[] {
	const utcOf = createWallClock(zone);
	return walls.map((text) => {
		const at = utcOf(wall(text));
		return at === null ? null : new Date(at).toISOString().slice(0, 16);
	});
}

describe("a file's clock", () => {
	it("maps no instant to an hour that was skipped", () => {
		expect(instants("Europe/Berlin", ["2026-03-29T01:59", "2026-03-29T02:30", "2026-03-29T03:00"])).toEqual([
			"2026-03-29T00:59",
			null,
			"2026-03-29T01:00",
		]);
	});

	it("passes a repeated hour once, until the file's times go back", () => {
		const walls = ["2026-10-25T02:00", "2026-10-25T02:30", "2026-10-25T02:00", "2026-10-25T02:30", "2026-10-25T03:00"];
		expect(instants("Europe/Berlin", walls)).toEqual([
			"2026-10-25T00:00",
			"2026-10-25T00:30",
			"2026-10-25T01:00",
			"2026-10-25T01:30",
			"2026-10-25T02:00",
		]);
	});

	it("reads the same time twice as both passes only if a row comes once an hour", () => {
		const hourly = ["2026-10-25T01:00", "2026-10-25T02:00", "2026-10-25T02:00", "2026-10-25T03:00"];
		expect(instants("Europe/Berlin", hourly)).toEqual([
			"2026-10-24T23:00",
			"2026-10-25T00:00",
			"2026-10-25T01:00",
			"2026-10-25T02:00",
		]);
		const twice = ["2026-10-25T02:00", "2026-10-25T02:10", "2026-10-25T02:10", "2026-10-25T02:20"];
		expect(instants("Europe/Berlin", twice)).toEqual([
			"2026-10-25T00:00",
			"2026-10-25T00:10",
			"2026-10-25T00:10",
			"2026-10-25T00:20",
		]);
	});

	it("follows a device's own daylight saving, which changes on fixed days", () => {
		expect(instants("device:-420:1", ["2026-03-08T00:30", "2026-03-08T01:00", "2026-11-07T00:30"])).toEqual([
			null,
			"2026-03-08T07:00",
			"2026-11-07T06:30",
		]);
	});

	it("shows every instant's own wall time again, in any zone", () => {
		const zones = fc.constantFrom("Europe/Berlin", "America/Denver", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC");
		const minutes = fc.integer({ min: utc("2000-01-02T00:00") / 60_000, max: utc("2030-01-01T00:00") / 60_000 });
		fc.assert(
			fc.property(zones, minutes, (zone, minute) => {
				const wallMs = minute * 60_000;
				const at = createWallClock(zone)(wallMs);
				if (at === null) return;
				expect(at + zoneOffsetMinutes(zone, at) * 60_000).toBe(wallMs);
			}),
		);
	});
});

function fileOf(rows: [wall: number | string, ...cells: Cell[]][], offsetMinutes: (number | null)[] | null = null) {
	const width = (rows[0]?.length ?? 1) - 1;
	const file: ParsedFile = {
		format: plainFormat,
		open: nothingOpen,
		columns: [],
		line: rows.map((_, index) => index + 2),
		wallAt: rows.map(([time]) => time),
		offsetMinutes,
		cellCounts: null,
		parts: null,
		values: Array.from({ length: width }, (_, column) => ({
			column: column + 1,
			cells: rows.map((row) => row[column + 1] ?? null),
		})),
	};
	return file;
}

describe("the cells of a file", () => {
	it("become readings, or rejections with a reason and an index", async () => {
		const file = fileOf([
			[wall("2026-11-20T10:00"), 4.2, -0],
			["yesterday", 4.3, 1],
			["", 4.3, null],
			[wall("1999-12-31T10:00"), 4.4, null],
			[wall("2026-11-23T10:00"), 4.5, null],
			["Maximum", null, null],
			[wall("2026-11-20T10:15"), "Error", 2],
			[wall("2026-11-20T10:30"), null, null],
		]);
		const channelIds = new Map([
			[1, "chn_a"],
			[2, "chn_b"],
		]);
		const { columns, line, column, rejections } = await validateCells(file, { channelIds, zone: "UTC", now });
		expect(columns).toEqual({
			channelIds: ["chn_a", "chn_b"],
			channel: [0, 1, 1],
			at: [utc("2026-11-20T10:00"), utc("2026-11-20T10:00"), utc("2026-11-20T10:15")],
			value: [4.2, 0, 2],
		});
		expect([line, column]).toEqual([
			[2, 2, 8],
			[1, 2, 2],
		]);
		expect(rejections.count).toBe(6);
		expect(rejections.reported).toEqual([
			{ line: 3, column: null, reason: "bad-time", text: "yesterday" },
			{ line: 4, column: null, reason: "time-missing", text: "" },
			{ line: 5, column: null, reason: "too-old", text: "1999-12-31 10:00:00" },
			{ line: 6, column: null, reason: "future", text: "2026-11-23 10:00:00" },
			{ line: 7, column: null, reason: "bad-time", text: "Maximum" },
			{ line: 8, column: 1, reason: "bad-value", text: "Error" },
		]);
	});

	it("reject values beyond any measurement, also after the conversion of their unit", async () => {
		const file = fileOf([
			[wall("2026-11-20T10:00"), 1e101],
			[wall("2026-11-20T10:15"), -1e100],
		]);
		const channelIds = new Map([[1, "chn_a"]]);
		const { columns, rejections } = await validateCells(file, { channelIds, zone: "UTC", now });
		expect([columns.value, rejections.reported]).toEqual([
			[-1e100],
			[{ line: 2, column: 1, reason: "bad-value", text: "1e+101" }],
		]);
		const conversions = new Map([[1, (value: number) => value * 1_000]]);
		expect((await validateCells(file, { channelIds, zone: "UTC", now, conversions })).rejections.count).toBe(2);
	});

	it("stay unread if no column of theirs has a channel", async () => {
		const file = fileOf([[wall("2026-11-20T10:00"), 4.2, "Logged"]]);
		const { columns, rejections } = await validateCells(file, {
			channelIds: new Map([[1, "chn_a"]]),
			zone: "UTC",
			now,
		});
		expect([columns.value, rejections.count]).toEqual([[4.2], 0]);
	});

	it("use an offset of their own before the zone of the file", async () => {
		const times = [wall("2026-11-20T10:00"), wall("2026-11-20T10:00")];
		const file = fileOf(
			times.map((time) => [time, 1]),
			[60, null],
		);
		const { columns } = await validateCells(file, { channelIds: new Map([[1, "chn_a"]]), zone: "device:-420:2", now });
		expect(columns.at).toEqual([utc("2026-11-20T09:00"), utc("2026-11-20T17:00")]);
	});

	it("pass a repeated hour in the right order if the file begins with its newest row", async () => {
		const walls = ["03:00", "02:30", "02:00", "02:30", "02:00"].map((clock) => wall(`2026-10-25T${clock}`));
		const newestFirst = walls.map((time): [number, number] => [time, 1]);
		const { columns } = await validateCells(fileOf(newestFirst), {
			channelIds: new Map([[1, "chn_a"]]),
			zone: "Europe/Berlin",
			now,
		});
		expect(columns.at.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
			"02:00",
			"01:30",
			"01:00",
			"00:30",
			"00:00",
		]);
	});

	it("return the first hundred rejections, and count them all", async () => {
		const rows = Array.from({ length: 250 }, (): [string, number] => ["never", 1]);
		const { rejections } = await validateCells(fileOf(rows), { channelIds: new Map([[1, "chn_a"]]), zone: "UTC", now });
		expect([rejections.count, rejections.reported.length]).toEqual([250, 100]);
	});

	it("yield the thread between slices of a large file, with the same result", async () => {
		const rows = Array.from({ length: 120_000 }, (_, row): [number, number] => [
			wall("2026-11-20T10:00") - Math.abs(row - 70_000) * 1_000,
			row % 3,
		]);
		const target = { channelIds: new Map([[1, "chn_a"]]), zone: "UTC", now } as const;
		let turns = 0;
		const sliced = await validateCells(fileOf(rows), target, async () => {
			turns += 1;
		});
		expect([turns, sliced.columns.at.length + sliced.rejections.count]).toEqual([9, rows.length]);
		const [before, after] = [sliced.columns.at.slice(0, 3), sliced.twoValues?.values];
		expect([before, after]).toEqual([rows.slice(0, 3).map(([time]) => time), [0, 2]]);
	});

	it("never throw, whatever they contain, and end on one side each", async () => {
		const time = fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.maxSafeInteger(), fc.string());
		const cell = fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string());
		await fc.assert(
			fc.asyncProperty(fc.array(fc.tuple(time, cell), { maxLength: 30 }), async (rows) => {
				const validated = await validateCells(fileOf(rows), {
					channelIds: new Map([[1, "chn_a"]]),
					zone: "America/Denver",
					now,
				});
				expect(validated.columns.at.length + validated.rejections.count).toBe(rows.length);
			}),
		);
	});
});

const channel = (name: string, quantity: "temperature" | "humidity" | "battery", unit: string) => ({
	id: `chn_${name}`,
	name,
	quantity,
	unit,
});
const [air, moist, battery] = [
	channel("Air", "temperature", "°C"),
	channel("Humidity", "humidity", "%"),
	channel("Battery", "battery", "%"),
];

describe("columns and channels", () => {
	it.each([
		["by name, whatever its case", ["AIR", "humidity"], { 0: "chn_Air", 1: "chn_Humidity" }],
		["by name with a unit", ["Air [°C]", "Humidity (%rh)"], { 0: "chn_Air", 1: "chn_Humidity" }],
		["by what is measured, where one fits", ["Temp, °C (LGR S/N: 1)", "RH, % (LGR S/N: 1)"], [air.id, moist.id]],
		["by what is measured, without a unit", ["temp (C)", "Batt"], [air.id, battery.id]],
		["not where the unit is another", ["Air (°F)", "Temp °F"], {}],
		["not where two columns could be meant", ["Temp 1", "Temp 2"], {}],
		["not for what is derived", ["Dew Point(°C)", "Max temperature"], {}],
		["not for what nobody measures here", ["#", "Serial Number"], {}],
		["once each", ["Air", "air"], { 0: "chn_Air" }],
	])("match a channel %s", (_, names, expected) => {
		const matched = matchColumns(
			names.map((name, column) => ({ column, name, unit: partsOf(name).unit })),
			[air, moist, battery],
		);
		expect(Object.fromEntries(matched)).toEqual({ ...expected });
	});
});

describe("a cell", () => {
	it.each([
		["4.2", ".", 4.2],
		["-0", ".", 0],
		["+1,204.5", ".", 1204.5],
		["1.204,5", ",", 1204.5],
		["4,2 °C", ",", 4.2],
		["55 %RH", ".", 55],
		["1e-3", ".", 0.001],
		["1e999", ".", null],
		["12 apples", ".", null],
		["4.2.1", ".", null],
		["0x10", ".", null],
		["Infinity", ".", null],
		["", ".", null],
	] as const)("parses the number %j with %j as %j", (text, sign, value) => {
		expect(parseNumber(text, sign)).toBe(value);
	});

	it.each([
		["2026-11-07T17:04:03Z", "2026-11-07T17:04:03.000Z", 0],
		["2026-11-07 17:04:03.5", "2026-11-07T17:04:03.500Z", null],
		["07/11/2026 05:04 p.m.", "2026-11-07T17:04:00.000Z", null],
		["07/11/2026 12:00 AM", "2026-11-07T00:00:00.000Z", null],
		["7.11.26 5:04", "2026-11-07T05:04:00.000Z", null],
		["Nov 07, 2026 17:04", "2026-11-07T17:04:00.000Z", null],
		["2026-11-07 17:04 UTC-07:00", "2026-11-07T17:04:00.000Z", -420],
		["1762534800000", "2025-11-07T17:00:00.000Z", 0],
		["46333.00694", "2026-11-07T00:10:00.000Z", null],
		["46333,006944", "2026-11-07T00:10:00.000Z", null],
		["46333.0069444444", "2026-11-07T00:10:00.000Z", null],
		["46333.00000579", "2026-11-07T00:00:00.500Z", null],
		["31/02/2026 10:00", null, null],
		["07/11/2026 13:00 PM", null, null],
		["07/11/2026 24:00", "2026-11-08T00:00:00.000Z", null],
		["07/11/2026 24:01", null, null],
		["12345", null, null],
		["17:04", null, null],
	] as const)("parses the time %j as %j", (text, iso, offsetMinutes) => {
		const time = parseTime(text, "day-first");
		expect(time).toEqual(iso === null ? null : { wallMs: Date.parse(iso), offsetMinutes });
	});
});
