import { describe, expect, it } from "vitest";
import type { ParsedFile } from "../../../backend/import/parsed-file";
import { utf8 } from "../fixtures/logger-files/logger-file";
import { readLines as lines, parseWhole, readWhole as read } from "../fixtures/parse-whole";

const urls = import.meta.glob<string>("../fixtures/logger-files/field/*", {
	query: "?url&inline",
	import: "default",
	eager: true,
});

/** Returns bytes, as one of the files is not UTF-8. */
function fieldFile(name: string): Uint8Array {
	const url = urls[`../fixtures/logger-files/field/${name}`] ?? "";
	return Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (character) => character.charCodeAt(0));
}

function requested({ open }: ParsedFile): string[] {
	return [
		open.timeColumn && `time ${open.timeColumn.candidates.map(({ name }) => name).join(" or ")}`,
		open.dateOrder && `order ${open.dateOrder.orders.map(({ firstWallAt }) => day(firstWallAt)).join(" or ")}`,
		open.clock && `clock of ${open.clock.rows}`,
		open.zone && `zone ${open.zone.text} ${open.zone.place}: ${open.zone.zones[0]}`,
		open.decimals[0] && `decimal ${open.decimals[0].text}`,
		open.parts[0] && `parts ${open.parts[0].name}: ${open.parts[0].parts.map(({ text }) => text).join(", ")}`,
		...open.noValues.map(({ value }) => `no value ${value}`),
	].flatMap((text) => text || []);
}

const day = (wallAt: number) => new Date(wallAt).toISOString().slice(0, 10);

function times({ wallAt, offsetMinutes }: ParsedFile): string[] {
	return wallAt.map((wall, row) => {
		const offset = offsetMinutes?.[row] ?? null;
		const text = typeof wall === "number" ? new Date(wall).toISOString().slice(0, 16) : `? ${wall}`;
		return offset === null ? text : `${text} ${offset}`;
	});
}

const names = ({ columns }: ParsedFile) => columns.map(({ name }) => name);
const units = ({ columns }: ParsedFile) => columns.map(({ unit }) => unit);
const valuesOf = ({ values }: ParsedFile, column: number) => values.find((each) => each.column === column)?.cells;
const words = ({ open }: ParsedFile) => open.words.map(({ text, count }) => `${text} ${count}`);

describe("a file of the field", () => {
	it("takes names from the second and units from the third of a logger's four header lines", () => {
		const file = read(fieldFile("logger-four-header-lines.dat"));
		expect(names(file).slice(2)).toEqual([
			"BattV [Volts]",
			"PTemp_C_Min [Deg C]",
			"PTemp_C_Max [Deg C]",
			"AirT_C(42) [Deg C]",
			"RelHumid_Avg(3) [%]",
		]);
		expect(units(file).slice(2)).toEqual(["V", "°C", "°C", "°C", "%"]);
		expect(words(file)).toEqual(["NAN 1", "INF 1", "-INF 1"]);
		expect(requested(file)).toEqual(["no value -7999"]);
		expect(file.line).toHaveLength(4);
	});

	it("leaves the order of a date open for one day, and finds it from two days", () => {
		const yearFirst = read(fieldFile("one-day-year-first.csv"));
		expect(requested(yearFirst)).toEqual(["order 2021-04-08 or 2008-04-21"]);
		expect(requested(read(fieldFile("one-day-month-first.csv")))).toEqual(["order 2021-08-04 or 2021-04-08"]);
		const both = (name: string, from: string, to: string) => {
			const text = new TextDecoder().decode(fieldFile(name)).trimEnd().split("\n");
			return read(utf8([...text, ...text.slice(1).map((line) => line.replace(from, to))]));
		};
		for (const file of [
			both("one-day-year-first.csv", "21.04.08", "21.04.09"),
			both("one-day-month-first.csv", "04.08.21", "04.09.21"),
		]) {
			expect(requested(file)).toEqual([]);
			expect(new Set(times(file).map((time) => time.slice(0, 10)))).toEqual(new Set(["2021-04-08", "2021-04-09"]));
		}
	});

	it("reads the half-days of a language at the offset of its header", () => {
		const file = read(fieldFile("local-half-days.csv"));
		expect(times(file)).toEqual(["2021-04-08T23:00", "2021-04-08T23:15", "2021-04-09T00:00", "2021-04-09T11:07"]);
		expect([file.format.zone, requested(file)]).toEqual(["device:120:2", []]);
	});

	it("asks for a zone by name, and names a number for no value", () => {
		const file = read(fieldFile("zone-by-name-repeated-hour.csv"));
		expect(requested(file)).toEqual([
			"order 2023-11-05 or 2023-05-11",
			"zone EST/EDT heading: America/New_York",
			"no value -888.88",
		]);
		expect(file.format).toMatchObject({ zone: "America/New_York", dateOrder: "month-first" });
	});

	it("names what divides the rows of two devices", () => {
		const file = read(fieldFile("two-devices-in-one-file.csv"));
		expect(requested(file)).toEqual(["parts TRANSMITTER: Archive 1, Archive 2"]);
		expect(file.parts).toEqual({ texts: ["Archive 1", "Archive 2"], ofRow: [0, 1, 0] });
	});

	it("ignores the time of a minimum beside the date, and asks for its clock", () => {
		const file = read(fieldFile("time-of-the-minimum.csv"));
		expect([file.format.timeColumns, requested(file)]).toEqual([[0], ["clock of 2"]]);
		expect(file.format).toMatchObject({ dateOrder: "day-first", decimalSign: "," });
		const declared = new TextDecoder("windows-1252").decode(fieldFile("time-of-the-minimum.csv")).trimEnd();
		const more = read(
			utf8([...declared.split("\n"), '03.07.2026;-777;"03.07.2026 05:15";-777;-777;"03.07.2026 16:45"']),
		);
		expect(more.open.noValues.map(({ value, isDeclared }) => [value, isDeclared])).toEqual([
			[-777, true],
			[-777, true],
			[-777, true],
		]);
	});

	it("rejects a row with a comma too many as a whole", () => {
		const file = read(fieldFile("unquoted-commas.csv"));
		expect(file.cellCounts).toEqual([null, 20]);
		expect(valuesOf(file, 3)).toEqual([123.9628, null]);
	});

	it("offers the column that begins with NA, and finds units in brackets", () => {
		const file = read(fieldFile("units-in-brackets-and-na.csv"));
		expect(units(file)).toEqual([null, "-bar", "°C", null]);
		expect(valuesOf(file, 1)).toEqual([null, null, 0.176994]);
		expect([words(file), file.cellCounts]).toEqual([["NA 2"], null]);
	});

	it("keeps the line breaks and doubled quotes of a note in its cell, and counts lines as an editor does", () => {
		const file = lines(
			"Date;Temp;Note",
			'2026-01-02 10:00;4,5;"Door open',
			"",
			'then ""closed"" again"',
			"2026-01-02 10:10;4,6;ok",
		);
		expect([file.line, file.cellCounts, valuesOf(file, 1)]).toEqual([[2, 5], null, [4.5, 4.6]]);
		expect(file.columns[2]?.samples).toEqual(['Door open then "closed" again', "ok"]);
	});

	it("finds units in a header of several lines behind a byte order mark", () => {
		const file = lines('\uFEFF"Date","Temperature', '[°C]","Humidity', '[%]"', '"2026-01-02 10:00","4.5","50"');
		expect([names(file), units(file)]).toEqual([
			["Date", "Temperature [°C]", "Humidity [%]"],
			[null, "°C", "%"],
		]);
		expect([file.line, file.format.headerRows]).toEqual([[4], 1]);
	});

	it("keeps a text behind a quoted part in its cell", () => {
		const file = lines(
			'"Date","Temperature (°F)",RSSI (dBm),"Movement Counter" (movements),"TX Power" (dBm)',
			'"2022-07-31 10:00:00","75.2",-60,"12","4"',
		);
		expect(names(file)).toEqual([
			"Date",
			"Temperature (°F)",
			"RSSI (dBm)",
			"Movement Counter (movements)",
			"TX Power (dBm)",
		]);
		expect([1, 2, 3, 4].map((column) => valuesOf(file, column))).toEqual([[75.2], [-60], [12], [4]]);
	});

	it("reads lines that are quoted as a whole", () => {
		const file = lines('"Time,""Air, °C"""', '"2026-01-02 10:00,""4.5"""', "", '"2026-01-02 10:10,4.6"');
		expect([names(file), valuesOf(file, 1), file.line]).toEqual([
			["Time", "Air, °C"],
			[4.5, 4.6],
			[2, 4],
		]);
	});

	it("hides no row behind a quote that does not close, however many do not", () => {
		const row = (minute: number, note: string) =>
			`2026-01-02 1${Math.floor(minute / 60) % 10}:${String(minute % 60).padStart(2, "0")},${note},4.5`;
		const one = lines("Time,Note,Air", row(0, '"open'), row(1, "y"), row(2, 'x"'), row(3, '"a"'));
		expect([one.line, one.cellCounts, valuesOf(one, 2)]).toEqual([
			[2, 3, 4, 5],
			[0, null, null, null],
			[null, 4.5, 4.5, 4.5],
		]);
		const all = Array.from({ length: 20_000 }, (_, minute) => row(minute, minute === 0 ? "y" : '"open'));
		expect(lines("Time,Note,Air", ...all).cellCounts?.filter((count) => count === 0)).toHaveLength(19_999);
	});

	it("reads 24:00 as the next day", () => {
		expect(times(read(fieldFile("twenty-four-hundred.csv")))[1]).toBe("2026-01-01T00:00");
	});

	it("finds odd degrees, and counts words for no value", () => {
		const file = read(fieldFile("odd-degrees-and-no-value.csv"));
		expect(units(file).slice(1)).toEqual(["°C", "°C", "°C"]);
		expect([1, 2, 3].map((column) => valuesOf(file, column)?.[0])).toEqual([25.3, 25.3, 25.3]);
		expect(words(file)).toEqual(["-nan 1", "-1.#IND 1", "OFF 1", "INF 1", "-INF 1", "--- 1"]);
		expect(requested(file)).toEqual(["no value 9.99999999e+37", "no value -888.88", "no value -777"]);
	});

	it("keeps a first row without a number", () => {
		const file = read(fieldFile("first-row-without-a-number.csv"));
		expect([file.format.headerRows, names(file)]).toEqual([1, ["Time", "Temperature (°C)", "Humidity (%)"]]);
		expect(valuesOf(file, 1)).toEqual([null, 3.8, "<0.5", "3,8 °C (ok)"]);
		expect(words(file)).toEqual(["OFF 1", "OFF 1"]);
	});

	it("finds Fahrenheit by its names", () => {
		expect(units(read(fieldFile("fahrenheit-in-the-name.csv")))).toEqual([null, null, "°F", "°F", "°F"]);
	});
});

describe("a file beside those of the field", () => {
	it.each([
		[
			"a header of five lines with a unit nobody knows",
			["TOA5,x,y", "TIMESTAMP,RECORD,EC", "TS,RN,blorps", ",,Smp", "2026-01-02 00:00:00,1,5.5"],
			["TIMESTAMP", "RECORD", "EC [blorps]"],
		],
		[
			"units in brackets below the names",
			["Zeit;T1;T2", "[dd.mm.yyyy];[foo];[foo]", "13.01.2026 10:00;1,5;2,5"],
			["Zeit [dd.mm.yyyy]", "T1 [foo]", "T2 [foo]"],
		],
		["statistics below the names", ["Time,A,B", ",Mean,Max", "2026-01-02 00:00,1.5,2.5"], ["Time", "A", "B"]],
		["a preamble as wide as its rows", ["Logger,A1,B2", "Time,C,F", "2026-01-02 00:00,1.5,2.5"], ["Time", "C", "F"]],
	])("takes the names from their line with %s", (_, texts, expected) => {
		expect(names(lines(...texts))).toEqual(expected);
	});

	it.each([
		["2024 Mar 05 10:00", "2024-03-05T10:00"],
		["21/Nov/2025 10:00", "2025-11-21T10:00"],
		["10:00 21.11.2025", "2025-11-21T10:00"],
		["10:00:00 PM 21.11.2025", "2025-11-21T22:00"],
		["21.11.2025 오후 10:00", "2025-11-21T22:00"],
		["21.11.2025 10:00 p. m.", "2025-11-21T22:00"],
		["21.11.2025 10:00 μ.μ.", "2025-11-21T22:00"],
		["5 mai 2026 10:00", "2026-05-05T10:00"],
		["5. Dez. 2025 10:00", "2025-12-05T10:00"],
		["5-okt-2025 10:00", "2025-10-05T10:00"],
		["5 de marzo de 2026 10:00", "2026-03-05T10:00"],
		["5 févr. 2026 10:00", "2026-02-05T10:00"],
		["5 paź 2025 10:00", "2025-10-05T10:00"],
		["5 мая 2026 10:00", "2026-05-05T10:00"],
		["2026年1月5日 下午 3:07", "2026-01-05T15:07"],
		["Mon Jan 5 10:00:00 2026", "2026-01-05T10:00"],
		["Mon, 05 Jan 2026 10:00:00 GMT", "2026-01-05T10:00 0"],
		["20260105T100000Z", "2026-01-05T10:00 0"],
		["202601051000", "2026-01-05T10:00"],
		["05.01.2026 10.30", "2026-01-05T10:30"],
		["2026-01-05 24:00:00", "2026-01-06T00:00"],
	])("reads %j as %j", (text, expected) => {
		expect(times(lines("Time;Air", `${text};1,5`, `${text};2,25`))[0]).toBe(expected);
	});

	it.each(["Marvelous 5, 2026 10:00", "5 mayonnaise 2026 10:00", "21.11.2025 10:00 xm", "21.11.2025 25:00"])(
		"does not read %j as a time",
		(text) => {
			expect(parseWhole(utf8(["Time;Air", `${text};1,5`]), {})).toMatchObject({ problem: "no-readings" });
		},
	);

	it("reads a month of two languages by the others of its file", () => {
		expect(times(lines("Czas;T", "5 lis 2025 10:00;1,5", "5 paź 2025 10:00;1,5"))[0]).toBe("2025-11-05T10:00");
		expect(times(lines("Time;T", "5 listopad 2025 10:00;1,5"))).toEqual(["? 5 listopad 2025 10:00"]);
	});

	it.each([
		[
			"an order in all rows but the first 3,000",
			[...Array.from({ length: 3_000 }, (_, row) => `01/0${1 + (row % 9)}/2026 10:00,1.5`), "25/01/2026 10:00,1.5"],
			[],
		],
		["both orders", ["13/01/2026 10:00,1.5", "01/13/2026 10:00,1.5"], ["order 2026-01-13"]],
		["an order that the heading writes", [], []],
	])("detects the order of dates from all rows: %s", (name, rows, expected) => {
		const heading = name.includes("heading") ? "Date (dd/mm/yyyy hh:mm),A" : "Time,A";
		const file = lines(heading, ...(rows.length > 0 ? rows : ["03/04/2026 10:00,1.5"]));
		expect(requested(file)).toEqual(expected);
		expect(file.format.dateOrder).toBe("day-first");
	});

	it.each([
		["Time;A", "2026-01-01 10:00;1,204", ["decimal 1,204"]],
		["Time;A", "2026-01-01 10:00;1.204", ["decimal 1.204"]],
		["Time,A", '2026-01-01 10:00,"1,204"', ["decimal 1,204"]],
		["Time,A", "2026-01-01 10:00,1.204", []],
		["Time;A;B", "2026-01-01 10:00;1,204;2,5", []],
		["Time;A;B", "2026-01-01 10:00;1,204;2.5", []],
		["Time;A", "2026-01-01 10:00;0,204", []],
	])("asks for %j and %j in %j whether the sign is decimal", (heading, row, expected) => {
		expect(requested(lines(heading, row))).toEqual(expected);
	});

	it.each([
		["Start time,End time,A", "2026-01-01 10:00,2026-01-01 10:10,1.5", ["time Start time or End time"]],
		["Datum,Zeitpunkt Maximum,A", "2026-01-01 10:00,2026-01-01 09:10,1.5", []],
		["Datum,Zeit des Maximums,A", "2026-01-01 10:00,2026-01-01 09:10,1.5", []],
		["Received at,Fecha,A", "2026-01-01 10:00,2026-01-01 09:10,1.5", []],
		["Date,Time,DateTime,A", "2026-01-01,10:00,2026-01-01 10:00,1.5", []],
		["x,y,A", "2026-01-01 10:00,2026-01-01 09:10,1.5", ["time x or y"]],
		["UTC,Time (device clock),A", "2026-01-01T10:00:00Z,2026-01-01 11:00,1.5", []],
	])("asks for the time column of %j: %j", (heading, row, expected) => {
		expect(requested(lines(heading, row, row.replaceAll("10:0", "11:0").replaceAll("09:1", "10:1")))).toEqual(expected);
	});

	it("asks for the clock of a bare date, and proposes midnight", () => {
		const file = lines("Time;A", "01.01.2026 23:50;1,5", "02.01.2026;1,5", "02.01.2026 00:10;1,5");
		expect(file.open.clock).toEqual({ line: 3, text: "02.01.2026", rows: 1, proposedMinutes: 0 });
	});

	it.each([
		["Time (CET),A", "2026-07-01 10:00,1.5", ["zone CET heading: device:60:2"]],
		["Zeit (MEZ/MESZ),A", "2026-07-01 10:00,1.5", ["zone MEZ/MESZ heading: Europe/Berlin"]],
		["Time,A", "2026-07-01 10:00 EDT,1.5", ["zone EDT cell: America/New_York"]],
		["Time,Zone,A", "2026-07-01 10:00,CEST,1.5", ["zone CEST column: Europe/Berlin"]],
		["# Time zone: Europe/Paris\nTime,A", "2026-07-01 10:00,1.5", ["zone Europe/Paris preamble: Europe/Paris"]],
		["# UTC offset: +02:00\nTime,A", "2026-07-01 10:00,1.5", ["zone +02:00 preamble: device:120:2"]],
		["Time,A", "2026-07-01 10:00 (EST),1.5", ["zone EST cell: device:-300:2"]],
		[
			"Time zone: GMT Standard Time\nTime,A",
			"2026-07-01 10:00,1.5",
			["zone GMT Standard Time preamble: Europe/London"],
		],
		["Time (UTC),A", "2026-07-01 10:00,1.5", []],
		["Time,Offset,A", "2026-07-01 10:00,+02:00,1.5", []],
	])("finds the zone of %j", (heading, row, expected) => {
		expect(requested(lines(...heading.split("\n"), row, row.replace("10:00", "11:00")))).toEqual(expected);
	});

	it.each([
		["a date and a clock of four digits", ["WBAN,Date,Time,TEMP", "23174,20150115,0053,12.2"], ["2015-01-15T00:53"]],
		["a point between days and a bare clock", ["Datum;Zeit;T", "15.01.2015;1253;12,2"], ["2015-01-15T12:53"]],
		["a half-day in a column of its own", ["Date,Time,AM/PM,T", "01/15/2026,11:00:00,PM,1.5"], ["2026-01-15T23:00"]],
		["a spreadsheet's dates beside clocks", ["Date;Time;T", "15.01.2026 00:00:00;23:10;1,5"], ["2026-01-15T23:10"]],
		["nanoseconds", ["time,T", "1767607200000000000,1.5"], ["2026-01-05T10:00 0"]],
		["one day by two orders", ["Date Time\tTemp (*C) c:1", "07/07/03 10:45:40.0\t26.34"], ["2007-07-03T10:45"]],
	])("reads a file with %s", (_, texts, expected) => {
		expect(times(lines(...texts))).toEqual(expected);
	});

	it("asks for the order if days lie as far apart as months", () => {
		const rows = ["01/03/2026 10:00,1", "01/03/2026 11:00,1", "01/05/2026 10:00,1", "01/05/2026 11:00,1"];
		expect(requested(lines("Time,A", ...rows))).toEqual(["order 2026-01-03 or 2026-03-01"]);
	});

	it("asks for no order if both are the same day", () => {
		expect(requested(lines("Date Time\tTemp", "07/07/03 10:45:40.0\t26.34"))).toEqual([
			"order 2007-07-03 or 2003-07-07",
		]);
	});

	it("uses the zone of each row", () => {
		expect(times(lines("Time,Zone,A", "2026-07-01 10:00,CEST,1.5", "2026-12-01 10:00,CET,1.5"))).toEqual([
			"2026-07-01T10:00 120",
			"2026-12-01T10:00 60",
		]);
		expect(times(lines("Time,A", "2026-11-01 01:30 EDT,1.5", "2026-11-01 01:30 EST,1.6"))).toEqual([
			"2026-11-01T01:30 -240",
			"2026-11-01T01:30 -300",
		]);
	});

	it.each([
		["Temp (*F)", "°F"],
		["Temp [oC]", "°C"],
		["temp_degf", "°F"],
		["Temp_F_out", "°F"],
		["Temp ℉", "°F"],
		["tempf", "°F"],
		["Fahrenheit", "°F"],
		["Temp (?C)", "°C"],
		["Temp (Â°C)", "°C"],
		["Temp (C°)", "°C"],
		["Temp (probe 2) (ºC)", "°C"],
		["Temperature, Deg. C", "°C"],
		["Pressure (mbar)", "hPa"],
		["AirT(3)", null],
		["Channel F", null],
		["Tension [blorps]", "blorps"],
		["Depth of water", null],
	])("reads from %j the unit %j", (name, unit) => {
		expect(units(lines(`Time,${name.includes(",") ? `"${name}"` : name}`, "2026-01-01 10:00,1.5"))[1]).toBe(unit);
	});

	it("uses the unit of its cells, and rejects those of another", () => {
		const file = lines("Time;Temp", "2026-01-01 10:00;25,5 °C", "2026-01-01 10:10;77,9 °F", "2026-01-01 10:20;25,25");
		expect([units(file)[1], valuesOf(file, 1)]).toEqual(["°C", [25.5, "77,9 °F", 25.25]]);
	});

	it.each([
		["-999.9 in 20s", ["20.1", "-999.9", "21.5"], ["no value -999.9"]],
		["-127", ["20.1", "-127", "21.5"], ["no value -127"]],
		["85 of a common sensor", ["20.1", "85", "21.5"], ["no value 85"]],
		["327.67 of a probe that is not there", ["20.1", "327.67", "21.5"], ["no value 327.67"]],
		["327.67 of an oven", ["20.1", "327.67", "310.5", "402.1"], []],
		["9999", ["20.1", "9999", "21.5"], ["no value 9999"]],
		["3.4e38", ["20.1", "3.4028235e+38", "21.5"], ["no value 3.4028235e+38"]],
		["-1000 in 20s", ["20.1", "-1000", "21.5"], ["no value -1000"]],
		["999.9 in 20s", ["20.1", "999.9", "21.5"], ["no value 999.9"]],
		["values of -100 and below", ["-100", "-105", "-110"], []],
		["a signal of -99", ["-95.5", "-99", "-120"], []],
		["a counter of 9999", ["9998", "9999", "10000.5"], []],
		["a pressure of 999", ["998.5", "999", "1000"], []],
	])("asks about no-value numbers: %s", (_, cells, expected) => {
		const rows = cells.map((cell, row) => `2026-01-01 10:0${row},${cell}`);
		expect(requested(lines("Time,Temp (°C)", ...rows))).toEqual(expected);
	});

	it.each([
		"NA",
		"N/A",
		"n.a.",
		"NaN",
		"-nan",
		"nan(ind)",
		"1.#QNAN",
		"1.#INF",
		"-1.#INF00",
		"INF",
		"+inf",
		"-Infinity",
		"OFF",
		"---",
		"--",
		"–",
		"null",
		"None",
		"#N/A",
		"#NV",
		"#DIV/0!",
		"no data",
		"-- --",
		"unavailable",
		"k. A.",
		"***",
	])("counts %j as no value", (word) => {
		const file = lines("Time;A", "2026-01-01 10:00;1.5", `2026-01-01 10:10;${word}`);
		expect([valuesOf(file, 1), words(file)]).toEqual([[1.5, null], [`${word} 1`]]);
	});

	it.each([
		["one unit below the names", ["Time;T", ";°F", "2026-01-02 10:00;1,5"], "°F"],
		["units above the names", [";°F;%", "Time;T;RH", "2026-01-02 10:00;1,5;2,5"], "°F"],
		["a unit in the lines above", ["# Temperature unit: °F", "Time;Temp", "2026-01-02 10:00;1,5"], "°F"],
		["a unit between preamble cells", ["Unit;Fahrenheit", "Time;Air temperature", "2026-01-02 10:00;1,5"], "°F"],
		["two units in the lines above", ["Units: °C or °F", "Time;Temp", "2026-01-02 10:00;1,5"], null],
	])("finds the unit of %s", (_, texts, unit) => {
		expect(units(lines(...texts))[1]).toBe(unit);
	});

	it.each([
		["letters that flag values", ["Date,Time,Flag,T", "01/15/2026,11:00:00,P,1.5"], "2026-01-15T11:00"],
		[
			"words beside a clock of 24 hours",
			["Date,Time,Mode,T", "01/15/2026,11:00,PM,1.5", "01/15/2026,13:00,AM,1.5"],
			"2026-01-15T11:00",
		],
		["a sensor's offset", ["Time,Offset,T", "2026-01-15 11:00,+1,1.5"], "2026-01-15T11:00"],
		["a letter in each row", ["Time,State,T", "2026-01-15 11:00,Z,1.5"], "2026-01-15T11:00"],
	])("reads %s as such", (_, texts, expected) => {
		expect(times(lines(...texts))[0]).toBe(expected);
	});

	it("proposes the zone of a name in its cells that several have", () => {
		const file = lines("Time,A", "2026-07-01 10:00 CST,1.5", "2026-07-01 10:10 CST,1.5");
		expect([times(file)[0], file.format.zone]).toEqual(["2026-07-01T10:00", "America/Chicago"]);
		expect(requested(file)).toEqual(["zone CST cell: America/Chicago"]);
	});

	it("uses the unit in each row, and rejects those of another", () => {
		const rows = ["2026-01-01 10:00,50,°F", "2026-01-01 10:10,51,°F"];
		expect(units(lines("Time,Value,Unit", ...rows))).toEqual([null, "°F", null]);
		const mixed = ["Time,Value,Unit", ...rows, "2026-01-01 10:20,11,°C"];
		const whole = read(utf8(mixed), { format: { ...lines(...mixed).format, zone: "UTC", divideBy: null } });
		expect([requested(whole), valuesOf(whole, 1)]).toEqual([["parts Unit: °F, °C"], [50, 51, "11 °C"]]);
		expect(valuesOf(lines(...mixed), 1)).toEqual([50, 51, 11]);
	});

	it.each(["Missing values are coded as -55", "NODATA_value -55", "# fill value: -55", "Fehlwert = -55"])(
		"finds the declared no-value number in %j",
		(preamble) => {
			expect(requested(lines(preamble, "Time,A", "2026-01-01 10:00,1.5", "2026-01-01 10:10,-55"))).toEqual([
				"no value -55",
			]);
		},
	);

	it("rejects rows with fewer cells, except those that only end in empty ones", () => {
		const file = lines(
			"Time,A,B,C",
			"2026-01-01 10:00,1,2,3",
			"2026-01-01 10:10,1,2",
			"2026-01-01 10:20,1,2,3,,",
			"2026-01-01 10:30,1,2,",
		);
		expect(file.cellCounts).toEqual([null, 3, null, null]);
		expect(lines("Time,Temp", "2026-01-01 10:00,3,8", "2026-01-01 10:10,3,9").cellCounts).toEqual([3, 3]);
	});

	it.each([
		[
			"entity_id,state,last_changed",
			["sensor.a,1.5,2026-01-01T10:00:00.000Z", "sensor.b,50.5,2026-01-01T10:00:00.000Z"],
			"parts entity_id: sensor.a, sensor.b",
		],
		["Time,Unit,Value", ["2026-01-01 10:00,°C,1.5", "2026-01-01 10:00,%,50.5"], "parts Unit: °C, %"],
		[
			"Time,Where it hangs,Value",
			["2026-01-01 10:00,door,1.5", "2026-01-01 10:00,roof,50.5"],
			"parts Where it hangs: door, roof",
		],
		[
			"UTC,Device,Channel,Value",
			[
				"2026-01-01T10:00Z,A,Air,1.5",
				"2026-01-01T10:00Z,A,Hum,50.5",
				"2026-01-01T10:00Z,B,Air,2.5",
				"2026-01-01T10:00Z,B,Hum,3.5",
			],
			"parts Device / Channel: A / Air, A / Hum, B / Air, B / Hum",
		],
		["Time,Cooler 1: Air,Cooler 2: Air", ["2026-01-01 10:00,1.5,2.5"], "parts Headings: Cooler 1, Cooler 2"],
	])("asks for the part of %j", (heading, rows, expected) => {
		expect(requested(lines(heading, ...rows, ...rows.map((row) => row.replace("10:00", "11:00"))))).toEqual([expected]);
	});

	it("finds the tables of a file as its parts, and ignores a header that only repeats", () => {
		const table = (device: string, hour: number) => [`Device: ${device}`, "Time;A", `2026-01-01 ${hour}:00;1,5`];
		const both = lines(...table("a", 10), ...table("b", 11));
		expect(requested(both)).toEqual(["parts Tables of the file: Device: a, Device: b"]);
		expect(both.parts?.ofRow.map((part) => both.parts?.texts[part])).toEqual([
			"Device: a",
			"Device: a",
			"Device: b",
			"Device: b",
		]);
		expect(requested(lines(...table("a", 10), "Time;A", "2026-01-01 12:00;1,5"))).toEqual([]);
	});

	it.each([
		["a note", ["Time,A,Note", "2026-01-01 10:00,1.5,ok", "2026-01-01 10:10,1.5,door open", "2026-01-01 10:20,1.5,ok"]],
		["one device", ["Time,Device,A", "2026-01-01 10:00,x,1.5", "2026-01-01 10:10,x,1.5"]],
		[
			"the names of maker and serial number",
			['Time,"Temp, °C (LGR S/N: 1)","RH, % (LGR S/N: 1)"', "2026-01-01 10:00,1.5,50"],
		],
	])("finds no parts in a file with %s", (_, texts) => {
		expect(requested(lines(...texts))).toEqual([]);
	});
});

describe("a file of a kind that people reported elsewhere", () => {
	it("reads an old logger's software: tabs, (*C), one day in three orders", () => {
		const file = lines(
			"Date Time\tTemperature (*C) c:1\tHigh-Res Temp (*C) c:1 2\tRH (%) c:3",
			"07/08/03 10:45:40.0\t26.34\t26.22\t48.3",
			"07/08/03 11:45:40.0\t24.4\t24.35\t44.2",
		);
		expect(units(file)).toEqual([null, "°C", "°C", "%"]);
		expect(requested(file)).toEqual(["order 2007-08-03 or 2003-08-07 or 2003-07-08"]);
	});

	it("reads two header lines, of which the first names the logger", () => {
		const file = lines(
			'"TOACI1","SITE","Min15"',
			'"TMSTAMP","RECNBR","BV","OB"',
			'"2016-06-17 00:15:00",2050,12.77,38.5',
		);
		expect([names(file), requested(file)]).toEqual([["TMSTAMP", "RECNBR", "BV", "OB"], []]);
	});

	it("reads a meter that writes sentences with commas between its cells", () => {
		const file = lines(
			"2024-05-23T11:05:21+0200,main,123.1,123.1,no error,0,9",
			"2024-05-23T11:05:21+0200,main,123.0,,Neg. Rate, Calculated: 123.0, Number: 1 ,0,4",
			"2024-05-23T11:19:27+0200,main,124.1,,Rate too high - 1115.7, Number: 1 ,0,1",
		);
		expect([file.cellCounts, valuesOf(file, 2)]).toEqual([
			[null, 9, 8],
			[123.1, null, null],
		]);
	});

	it("reads a home's automation: an entity in each row, unavailable at first", () => {
		const row = (entity: string, state: string, minute: number) =>
			`sensor.${entity},${state},2025-10-26T00:0${minute}:00.000Z`;
		const texts = [row("a", "unavailable", 0), row("a", "20.5", 1), row("b", "50.5", 1), row("b", "unknown", 2)];
		const file = lines("entity_id,state,last_changed", ...texts);
		expect([requested(file), words(file)]).toEqual([
			["parts entity_id: sensor.a, sensor.b"],
			["unavailable 1", "unknown 1"],
		]);
	});

	it("reads a weather service: compact dates, bare clocks and -99999", () => {
		const file = lines("WBAN,Date,Time,TEMP", "23174,20150115,0053,12.2", "23174,20150115,0153,-99999");
		expect([times(file), requested(file)]).toEqual([["2015-01-15T00:53", "2015-01-15T01:53"], ["no value -99999"]]);
	});

	it("reads milliseconds behind a comma", () => {
		expect(lines("time;A", "2017-12-10 12:05:11,962;1,5").wallAt).toEqual([Date.UTC(2017, 11, 10, 12, 5, 11, 962)]);
	});
});

describe("a file in which nothing is found", () => {
	it("names a clock beside a date that the parser cannot read", () => {
		const bytes = utf8(["Date,Time,T", "04.08.21,11:00:00 qq.,1.5", "04.08.21,11:15:00 qq.,1.5"]);
		const seen = { rows: 2, column: 1, text: "11:00:00 qq.", why: "clock" };
		expect(parseWhole(bytes, {})).toEqual({ problem: "no-readings", seen });
		expect(times(read(bytes, { timePattern: "MM.dd.yy hh:mm:ss 'qq.'" }))[1]).toBe("2021-04-08T11:15");
	});

	it("names a clock without a date", () => {
		expect(parseWhole(utf8(["Time;T", "10:00;1,5", "10:10;1,6"]), {})).toEqual({
			problem: "no-readings",
			seen: { rows: 2, column: 0, text: "10:00", why: "no-date" },
		});
	});

	it("names a value that is no number", () => {
		expect(parseWhole(utf8(["Time,T", "2026-01-02 10:00,warm", "2026-01-02 11:00,cold"]), {})).toEqual({
			problem: "no-readings",
			seen: { rows: 2, column: 1, text: "warm", why: "number" },
		});
	});

	it("shows the seen cells, and uses a time pattern that a person types", () => {
		const bytes = utf8([
			"Czas;T",
			...Array.from({ length: 12 }, (_, row) => `2026/03/0${1 + (row % 9)} @ 11:00 qq;1,${row}`),
		]);
		expect(parseWhole(bytes, {})).toEqual({
			problem: "no-readings",
			seen: { rows: 12, column: 0, text: "2026/03/01 @ 11:00 qq", why: "time" },
		});
		const file = read(bytes, { timePattern: "yyyy/MM/dd '@' HH:mm 'qq'" });
		expect(times(file)[0]).toBe("2026-03-01T11:00");
		expect(file.format.timePattern).toBe("yyyy/MM/dd '@' HH:mm 'qq'");
	});

	it.each([
		["dd.MM.yyyy hh:mm:ss a", "05.01.2026 03:07:00 odp.", "2026-01-05T15:07"],
		["yyyyMMddHHmm", "202601051507", "2026-01-05T15:07"],
		["MM-dd-yy HH'h'mm", "01-05-26 15h07", "2026-01-05T15:07"],
		["d MMM yyyy HH:mm XXX", "5 Jan 2026 15:07 +02:00", "2026-01-05T15:07 120"],
		["DD/MM/YYYY HH:mm", "05/01/2026 15:07", "2026-01-05T15:07"],
	])("uses the time pattern %j", (timePattern, text, expected) => {
		expect(times(read(utf8(["When;A", `${text};1.5`, `${text};2.5`]), { timePattern }))[0]).toBe(expected);
	});
});
