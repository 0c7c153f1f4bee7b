import { describe, expect, it } from "vitest";
import type { ParsedFile } from "../../../backend/import/parsed-file";
import { createWallClock, winterTimeOf } from "../../../backend/import/wall-clock";
import { readLines } from "../fixtures/parse-whole";

const times = ({ wallAt, offsetMinutes }: ParsedFile) =>
	wallAt.map((wall, row) => {
		const text = typeof wall === "number" ? new Date(wall).toISOString().slice(0, 23) : `? ${wall}`;
		const offset = offsetMinutes?.[row] ?? null;
		return offset === null ? text : `${text} ${offset}`;
	});
const cellsOf = ({ values }: ParsedFile, column: number) => values.find((each) => each.column === column)?.cells;

describe("a column of milliseconds", () => {
	it("counts as part of the time", () => {
		const file = readLines(
			"Date,Time,ms,LEVEL",
			"2026/02/24,18:00:00,0,19.66",
			"2026/02/24,18:15:00,500,19.67",
			"2026/02/24,18:30:00,7,19.68",
		);
		expect(times(file)).toEqual(["2026-02-24T18:00:00.000", "2026-02-24T18:15:00.500", "2026-02-24T18:30:00.007"]);
		expect(file.values.map(({ column }) => column)).toEqual([3]);
	});

	it.each([
		["beside a time that has them", ["Time,ms,T", "2026-02-24 18:00:00.250,250,19.6"]],
		["with more than a second", ["Time,ms,T", "2026-02-24 18:00:00,1250,19.6"]],
	])("counts as a column of its own %s", (_, texts) => {
		expect(cellsOf(readLines(...texts), 1)).toHaveLength(1);
	});
});

describe("a zone in each row", () => {
	const heading = "datetime\ttz_cd\tT";
	const rows = (...names: string[]) => names.map((name) => `2026-11-01 01:30\t${name}\t4.1`);

	it("counts by its name, so that both passes of the repeated hour are told apart", () => {
		const file = readLines(heading, ...rows("CDT", "CST"));
		expect(times(file)).toEqual(["2026-11-01T01:30:00.000 -300", "2026-11-01T01:30:00.000 -360"]);
		expect(file.open.zone).toEqual({ text: "CDT/CST", place: "column", zones: ["America/Chicago"] });
	});

	it("takes the meaning of the zone that it is of", () => {
		expect(times(readLines(heading, ...rows("BST")))).toEqual(["2026-11-01T01:30:00.000 60"]);
		expect(times(readLines(heading, ...rows("CST")))).toEqual(["2026-11-01T01:30:00.000 -360"]);
		expect(times(readLines(heading, ...rows("EST", "EDT")))).toEqual([
			"2026-11-01T01:30:00.000 -300",
			"2026-11-01T01:30:00.000 -240",
		]);
	});
});

describe("several zones above the table", () => {
	it("puts the one that is named a zone first, and offers all", () => {
		const file = readLines(
			"Minilog Initialized: 2024-02-17 01:50:01 (UTC+0)",
			"Time Zone: UTC+10",
			"Date(yyyy-mm-dd),Time(hh:mm:ss),Temperature (°C)",
			"2024-02-18,00:00:00,21.45",
		);
		expect(file.open.zone).toEqual({ text: "UTC+10", place: "preamble", zones: ["device:600:2", "UTC"] });
	});
});

describe("a clock without summer time", () => {
	it.each([
		["Europe/Berlin", "device:60:2"],
		["America/Chicago", "device:-360:2"],
		["Europe/London", "UTC"],
		["Australia/Sydney", "device:600:2"],
		["device:-420:1", "device:-420:2"],
	])("keeps the winter time of %s", (zone, fixed) => {
		expect(winterTimeOf(zone, Date.UTC(2026, 2, 29))).toBe(fixed);
		const utcOf = createWallClock(fixed);
		expect(utcOf(Date.UTC(2026, 2, 29, 2, 30))).not.toBeNull();
	});
});

describe("a year or digits of another calendar or script", () => {
	const first = (date: string, value = "4.1") => {
		const file = readLines("Time;T", `${date} 01:30;${value}`);
		return [times(file)[0]?.slice(0, 10), cellsOf(file, 1)?.[0]];
	};

	it.each([
		["29/03/2569", "4.1", ["2026-03-29", 4.1]],
		["2569-02-28", "4.1", ["2026-02-28", 4.1]],
		["29 มีนาคม 2569", "4.1", ["2026-03-29", 4.1]],
		["٢٩/٠٣/٢٠٢٦", "٤٫١", ["2026-03-29", 4.1]],
		["۲۰۲۶-۰۳-۲۹", "-۱٬۲۰۴٫۵", ["2026-03-29", -1204.5]],
		["๒๙/๐๓/๒๕๖๙", "๔.๑", ["2026-03-29", 4.1]],
		["２０２６-０３-２９", "４.１", ["2026-03-29", 4.1]],
		["\u200e29/03/2026", "\u200e4.1", ["2026-03-29", 4.1]],
	])("reads %s and %s", (date, value, expected) => {
		expect(first(date, value)).toEqual(expected);
	});

	it("matches a channel that is named with such digits", () => {
		const file = readLines("Time,Zone ٣", "2026-03-29 10:00,4.1");
		expect(file.columns[1]?.name).toBe("Zone 3");
	});
});
