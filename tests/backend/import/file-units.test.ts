import { describe, expect, it } from "vitest";
import { matchColumns } from "../../../backend/import/match-columns";
import type { ParsedFile } from "../../../backend/import/parsed-file";
import type { Channel } from "../../../shared/device/device";
import { unitConversion, unitDimension } from "../../../shared/formats/unit-spellings";
import { readLines } from "../fixtures/parse-whole";

const units = ({ columns }: ParsedFile) => columns.map(({ unit }) => unit);
const cellsOf = ({ values }: ParsedFile, column: number) => values.find((each) => each.column === column)?.cells;
const noValues = ({ open }: ParsedFile) => open.noValues.map(({ value }) => value);
const parts = ({ open }: ParsedFile) => open.parts.map(({ name, parts: of }) => [name, ...of.map(({ text }) => text)]);

type Named = Pick<Channel, "id" | "name" | "quantity" | "unit">;
const channels: Named[] = [
	{ id: "level", name: "Level", quantity: "level", unit: "m" },
	{ id: "temperature", name: "Temperature", quantity: "temperature", unit: "°C" },
	{ id: "pressure", name: "Barometer", quantity: "pressure", unit: "hPa" },
	{ id: "moisture", name: "Soil moisture", quantity: "humidity", unit: "%" },
];

const matched = ({ columns, values }: ParsedFile) =>
	Object.fromEntries(
		matchColumns(
			columns.filter(({ column }) => values.some((each) => each.column === column)),
			channels,
		),
	);

/** The layout of a Solinst export: a name and its unit in lines of their own. */
const levelLogger = (level: string, temperature: string) =>
	readLines(
		...["Serial_number:", "1000017", "Project ID:", "Moor North", "Location:", "W21_20260224"],
		...["LEVEL", `UNIT: ${level}`, "Offset: 0.000000 m", "TEMPERATURE", `UNIT: ${temperature}`],
		"Date,Time,ms,LEVEL,TEMPERATURE",
		"2026/02/24,18:00:00,0,19.6612,6.972",
		"2026/02/24,18:15:00,500,19.6725,6.971",
		"2026/02/24,18:30:00,0,19.6747,-0.004",
	);

describe("a unit above the table", () => {
	it.each([
		["m", "°C", ["m", "°C"], { 3: "level", 4: "temperature" }],
		["cm", "Deg C", ["cm", "°C"], { 4: "temperature" }],
		["ft", "°F", ["ft", "°F"], {}],
		["kPa", "Deg F", ["kPa", "°F"], {}],
		["counts", "blorps", ["counts", "blorps"], {}],
	])("belongs to the column of its name: %s and %s", (level, temperature, expected, channelsOf) => {
		const file = levelLogger(level, temperature);
		expect(units(file)).toEqual([null, null, null, ...expected]);
		expect(matched(file)).toEqual(channelsOf);
	});

	it.each([
		["a name before it", ["Level unit: cm", "Time,Level", "2026-02-24 18:00,4.5"]],
		[
			"an identification before it",
			["[CHANNEL 1]", "Identification = LEVEL", "Unit = cm", "Time,Level", "2026-02-24 18:00,4.5"],
		],
		["cells of its own", ["Level,,", "Unit:,cm,", "Time,Level,Note", "2026-02-24 18:00,4.5,ok"]],
	])("takes the unit with %s", (_, texts) => {
		expect(units(readLines(...texts))[1]).toBe("cm");
	});

	it("gives way to the unit in a heading", () => {
		expect(units(readLines("LEVEL", "UNIT: cm", "Time,Level [ft]", "2026-02-24 18:00,4.5"))[1]).toBe("ft");
	});
});

describe("a unit in a column's name", () => {
	it.each([
		["Soil moisture 20cm [m³/m³]", "m³/m³"],
		["Soil moisture 40cm [m3/m3]", "m³/m³"],
		["Soil moisture 60cm [%VWC]", "%"],
		["VWC_5cm_m3.m-3", "m³/m³"],
		["VWC 10cm m3.m-3", "m³/m³"],
		["WP 60cm [cbar]", "kPa"],
		["WP 60cm [centibar]", "kPa"],
		["Wind km/h", "km/h"],
		["Solar_W/m2", "W/m²"],
		["Dose_µg/m3", "µg/m³"],
		["Rain in/h", "in/h"],
		["Wind 10.5 m", null],
		["Valve V", null],
		["Battery V", "V"],
		["Room in/out", null],
		[" kPa Vapor Pressure", "kPa"],
		[" degree_C Air Temperature", "°C"],
		["m/s Wind Speed", "m/s"],
		["Meter 1", null],
		["in Fridge", null],
		['"air_temperature[unit=""Celsius""]"', "°C"],
		['"wind[unit=""blorps""]"', "blorps"],
	])("reads from %j the unit %j", (name, unit) => {
		expect(units(readLines(`Time,${name}`, "2026-02-24 18:00,0.284"))[1]).toBe(unit);
	});

	it("divides no name within a unit", () => {
		const file = readLines("Time,VWC_5cm_m3.m-3,VWC_10cm_m3.m-3,Wind km/h", "2026-02-24 18:00,0.28,0.31,3");
		expect(parts(file)).toEqual([]);
	});

	it("matches the temperature beside its high and low", () => {
		expect(matched(readLines("Time,Temp,High Temp,Low Temp", "2026-02-24 18:00,28.9,29.2,28.8"))).toEqual({
			1: "temperature",
		});
	});

	it("matches no fraction to a percentage, and converts it", () => {
		const file = readLines("Time,Soil moisture [m³/m³],Soil moisture 2 [%VWC]", "2026-02-24 18:00,0.284,31.2");
		expect(matched(file)).toEqual({});
		expect(unitConversion("m³/m³", "%")?.(0.284)).toBe(28.4);
		expect(matched(readLines("Time,Soil moisture [%VWC]", "2026-02-24 18:00,31.2"))).toEqual({ 1: "moisture" });
	});

	it("keeps a tension negative, and suggests it for no barometer", () => {
		const file = readLines(
			"Time;WP 30cm [kPa];Soil pressure [hPa];Vapour pressure [hPa];Differential pressure [hPa]",
			"12.05.2026 07:00;-38,2;-382;8,5;12",
			"13.05.2026 07:30;-38,6;-386;8,5;12",
		);
		expect([cellsOf(file, 1), cellsOf(file, 2), noValues(file)]).toEqual([[-38.2, -38.6], [-382, -386], []]);
		expect(matched(file)).toEqual({});
		expect(matched(readLines("Time,Air pressure [hPa]", "2026-05-12 07:00,1013"))).toEqual({ 1: "pressure" });
		expect([unitConversion("cbar", "kPa")?.(41), unitDimension("cbar")]).toEqual([41, unitDimension("hPa")]);
	});
});

describe("a row of units above the names", () => {
	it("gives units if half of them are known, and the time has none", () => {
		const file = readLines(
			"Version CSV1|Tool 3.0.1 (Linux)|Delimiter semicolon",
			";;Watt;Amp;Volt;Hours;Status;degF",
			"dd/MM/yyyy HH:mm:ss;Name;Pdc1;Idc1;Udc1;Operating;Condition;Temperature",
			"15/06/2025 12:00:00;SN: 2100;1502,0;4,310;351,2;8211,2;OK;41,3",
			"16/06/2025 12:05:00;SN: 2100;1511,0;4,320;351,3;8211,3;OK;41,4",
		);
		expect(units(file)).toEqual([null, null, "W", "A", "V", "h", "Status", "°F"]);
		expect(matched(file)).toEqual({});
	});

	it("differs from a line of words", () => {
		const file = readLines("Logger;Site;V;North", "Time;A;B;C", "15/06/2025 12:00:00;1,5;2,5;3,5");
		expect(units(file)).toEqual([null, null, null, null]);
	});
});

describe("a line of widths", () => {
	it("gives neither a row nor a unit", () => {
		const file = readLines(
			"# Data provided for site 00000000",
			"agency_cd\tsite_no\tdatetime\ttz_cd\t1001_00065\t1001_00065_cd",
			"5s\t15s\t20d\t6s\t14n\t10s",
			"USGS\t00000000\t2026-03-08 01:45\tCST\t15.46\tP",
		);
		expect(units(file)).toEqual([null, null, null, null, null, null]);
		expect(file.columns.map(({ name }) => name).slice(3, 5)).toEqual(["tz_cd", "1001_00065"]);
		expect([file.line, cellsOf(file, 5)]).toEqual([[4], undefined]);
	});
});

describe("a number that cannot be", () => {
	it("raises a question below absolute zero, or far from the others", () => {
		const file = readLines(
			"Time,Out [°C],Wind [km/h],Flow [m³/s],Solar [W/m²]",
			"2026-01-12 06:00,-3.1,12.2,4.21,0",
			"2026-01-12 06:15,-5572.8,-16091.8,-28316.85,-1266873",
			"2026-01-12 06:30,-3.3,11.8,-1.94,0",
			"2026-01-12 06:45,-3.4,12.0,-999999,0",
		);
		expect(noValues(file)).toEqual([-5572.8, -16091.8, -28316.85, -999999, -1266873]);
	});

	it.each([
		["below absolute zero in each row", "Time,T [°C]", ["-5572.8", "-5572.8"], [-5572.8]],
		["below absolute zero in °F", "Time,T [°F]", ["-500.5", "20", "-460"], [-500.5, -460]],
		["6548.3, which is -5.3 without its sign", "Time,T [°C]", ["-5.2", "6548.3", "-5.1"], [6548.3]],
		["6548.3 of a counter", "Time,Total", ["6548.1", "6548.3", "6548.9"], []],
		["655.35, 6553.5 and 3276.7", "Time,T [°C]", ["4.1", "655.35", "6553.5", "3276.7", "4"], [655.35, 6553.5, 3276.7]],
		["a tension that falls to -450.5", "Time,A", ["-60.5", "-101.5", "-205.5", "-330.5", "-450.5"], []],
		["a tide of -382.25 m³/s", "Time,A", ["310.5", "120.25", "-150.5", "-382.25"], []],
		["-40 °C and 0", "Time,T [°C]", ["0", "-40", "0"], []],
	])("asks about %s", (_, heading, cells, expected) => {
		const rows = cells.map((cell, row) => `2026-01-01 10:0${row},${cell}`);
		expect(noValues(readLines(heading, ...rows))).toEqual(expected);
	});

	it("raises a question behind twenty others that are far from zero", () => {
		const falling = Array.from(
			{ length: 60 },
			(_, row) => `2026-01-01 ${String(10 + Math.floor(row / 10))}:${row % 10}0,${-100.5 - row}`,
		);
		const file = readLines("Time,A", ...falling.slice(0, 40), "2026-01-02 10:00,-28316.85", ...falling.slice(40));
		expect(noValues(file)).toEqual([-28316.85]);
	});
});

describe("a word in a column of numbers", () => {
	it("counts as no value, whatever its language", () => {
		const file = readLines(
			"Time,Flow",
			...["112", "Ice", "Eqp", "defekt", "98", "Ice"].map((cell, row) => `2026-01-01 10:0${row},${cell}`),
		);
		expect(cellsOf(file, 1)).toEqual([112, null, null, null, 98, null]);
		expect(file.open.words.map(({ text, count }) => [text, count])).toEqual([
			["Ice", 2],
			["Eqp", 1],
			["defekt", 1],
		]);
	});

	it("counts though it has several words and signs", () => {
		const cells = ["15.2", "***  Temporarily unavailable", "-3.2", "P Ice", "4.2.1"];
		const file = readLines("Time,Flow", ...cells.map((cell, row) => `2026-01-01 10:0${row},${cell}`));
		expect(cellsOf(file, 1)).toEqual([15.2, null, -3.2, null, "4.2.1"]);
	});

	it("leaves a column of numbers that is mostly ice", () => {
		const cells = ["Ice", "Ice", "Ice", "112"];
		const file = readLines("Time,Flow,T", ...cells.map((cell, row) => `2026-01-01 10:0${row},${cell},1.5`));
		expect(cellsOf(file, 1)).toEqual([null, null, null, 112]);
	});
});

describe("several probes in a file", () => {
	it.each([
		["depths at one time", "Sensor Depth", ["10:00,0.5,4.1", "10:00,1.5,3.1", "11:00,0.5,4.2", "11:00,1.5,3.2"]],
		["depths in turn", "Sensor Depth (m)", ["10:00,0.5,4.1", "10:10,1.5,3.1", "11:00,0.5,4.2", "11:10,1.5,3.2"]],
		["transmitters", "txid", ["10:00,7,4.1", "10:10,8,3.1", "11:00,7,4.2", "11:10,8,3.2"]],
		["sites", "site_no", ["10:00,00017,4.1", "10:00,00018,3.1", "11:00,00017,4.2", "11:00,00018,3.2"]],
	])("divide its rows by %s", (_, heading, rows) => {
		const file = readLines(`Time,${heading},Temperature`, ...rows.map((row) => `2026-01-01 ${row}`));
		expect(parts(file)).toEqual([[heading, expect.any(String), expect.any(String)]]);
		expect(file.open.parts[0]?.isNamed).toBe(true);
	});

	it("divide by entities in a column without a heading", () => {
		const rows = ["fridge_energy,275.69", "fridge_energy,275.7", "freezer_energy,75.71"];
		const file = readLines(...rows.map((row, index) => `sensor.${row},2025-05-05T22:0${index}:00.000Z`));
		expect(file.open.parts.map(({ name, isNamed }) => [name, isNamed])).toEqual([["Column 1", true]]);
		const flags = readLines(...["P", "A", "P"].map((flag, index) => `2025-05-05 22:0${index},1.5,${flag}`));
		expect(parts(flags)).toEqual([]);
	});

	it("divide no rows by a measured depth", () => {
		const depths = ["1.52", "1.52", "1.53", "1.53", "1.52", "1.52", "1.51", "1.52"];
		const file = readLines(
			"Time,Sensor Depth (m),Temp",
			...depths.map((depth, row) => `2026-01-01 10:0${row},${depth},4.1`),
		);
		expect(parts(file)).toEqual([]);
	});
});
