import { describe, expect, it } from "vitest";
import { parseFile } from "../../../backend/import/parse-file";
import { type ParsedFile, ParsedFile as ParsedFileSchema } from "../../../backend/import/parsed-file";
import * as fc from "../../properties";
import { americanFiles } from "../fixtures/logger-files/american-files";
import { europeanFiles } from "../fixtures/logger-files/european-files";
import { utf8 } from "../fixtures/logger-files/logger-file";
import { parseWhole, type WantedOfFile } from "../fixtures/parse-whole";

function parsed(bytes: Uint8Array, options: WantedOfFile = {}): ParsedFile {
	const file = parseWhole(bytes, options);
	if ("problem" in file) throw new Error(file.problem);
	return file;
}

function rowsOf({ line, wallAt, offsetMinutes, values }: ParsedFile) {
	return line.map((number, row) => {
		const wall = wallAt[row];
		const offset = offsetMinutes?.[row] ?? null;
		const zone = offset === null ? "" : offset === 0 ? "Z" : `+${offset}`;
		const time = typeof wall === "number" ? `${new Date(wall).toISOString().slice(0, -1)}${zone}` : wall;
		return [number, time, ...values.map(({ cells }) => cells[row])];
	});
}

describe("the work that a file takes", () => {
	it("cuts a cell longer than any time, number or name, so that the rest is no number", () => {
		const file = parsed(utf8(["Time,A,B", `2026-11-07 17:00,1,${"1".repeat(400)}`, "2026-11-07 17:01,2,3"]));
		expect(file.values[1]?.cells).toEqual(["1".repeat(60), 3]);
	});

	it("yields the thread after a hundred thousand characters", () => {
		const rows = Array.from({ length: 50_000 }, (_, row) => `2026-11-07 17:00:00,${row}`);
		const work = parseFile(utf8(["Time,A", ...rows]), {});
		let slices = 0;
		while (!work.next().done) slices += 1;
		expect(slices).toBeGreaterThan(49);
	});
});

describe("a logger's file", () => {
	it.each([...americanFiles, ...europeanFiles])("parses every sample file: $name", (expected) => {
		const file = parsed(expected.bytes);
		expect(file.format).toMatchObject(expected.format);
		expect(file.open.dateOrder === null).toBe(expected.isDateOrderSure ?? true);
		expect(file.columns.map(({ name }) => name)).toEqual(expected.columns);
		expect(rowsOf(file).slice(0, expected.rows.length)).toEqual(expected.rows);
		expect(file.line).toHaveLength(expected.rowCount);
	});

	it.each([...americanFiles, ...europeanFiles])("satisfies the schema of the account: $name", ({ bytes }) => {
		const file = parsed(bytes);
		expect(ParsedFileSchema.parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
	});

	it("uses a person's choice instead of what would be detected", () => {
		const bytes = utf8(["Time;A;B", "03/04/2026 10:00;1,5;2,5", "13/04/2026 10:00;1,5;2,5"]);
		const { format } = parsed(bytes);
		const reported = { ...format, dateOrder: "month-first", decimalSign: ".", zone: "Europe/Berlin" } as const;
		const file = parsed(bytes, { format: reported, columns: [{ column: 2, channelId: "chn_1" }] });
		expect(file.format).toEqual(reported);
		expect(rowsOf(file)).toEqual([
			[2, "2026-03-04T10:00:00.000", "2,5"],
			[3, "13/04/2026 10:00", "2,5"],
		]);
	});

	it("reads dates day first if the month would have to be the thirteenth, however late in the file", () => {
		const days = Array.from({ length: 2_000 }, (_, index) => `0${1 + Math.floor(index / 250)}/04/2026 10:00,1.5`);
		const { format } = parsed(utf8(["Time,A", ...days, ...days.slice(0, 30).map((row) => row.replace(/^01/, "25"))]));
		expect(format.dateOrder).toBe("day-first");
	});

	it("uses the order in which its days lie closer together, and asks if a row a day may be a row a month", () => {
		const monthFirst = ["01/02/2026 10:00,1", "01/02/2026 22:00,1", "01/03/2026 10:00,1", "01/03/2026 22:00,1"];
		const dayFirst = monthFirst.map((row) => row.replace(/^(\d\d).(\d\d)/, "$2/$1"));
		expect(parsed(utf8(monthFirst))).toMatchObject({ format: { dateOrder: "month-first" }, open: { dateOrder: null } });
		expect(parsed(utf8(dayFirst))).toMatchObject({ format: { dateOrder: "day-first" }, open: { dateOrder: null } });
		for (const rows of [dayFirst.slice(0, 1), ["01/02/2026 10:00,1", "01/03/2026 10:00,1", "01/04/2026 10:00,1"]])
			expect(parsed(utf8(rows)).open.dateOrder?.orders).toHaveLength(2);
	});
});

describe("a hostile file", () => {
	const row = "2026-11-07 17:04:03,4.2\n";
	const bytes = (text: string) => new TextEncoder().encode(text);

	it.each([
		["nothing at all", "empty", new Uint8Array()],
		["nothing but blank lines", "empty", bytes("\r\n \n\n")],
		["bytes of a picture", "binary", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 1, 0, 2])],
		["a workbook", "workbook", Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0])],
		["one line of 19 MB", "line-too-long", new Uint8Array(19_000_000).fill(0x41)],
		["one line of 19 MB of separators", "line-too-long", new Uint8Array(19_000_000).fill(0x2c)],
		["600 columns", "too-many-columns", bytes(`2026-11-07 17:04:03${",1".repeat(599)}\n`.repeat(3))],
		["more than half a million rows", "too-many-rows", bytes(row.repeat(500_300))],
		["nine million blank lines", "too-many-rows", new Uint8Array(9_000_000).fill(0x0a)],
		["a quote that opens and never closes", "no-readings", bytes(`"${"a,b\n".repeat(100_000)}`)],
		["formulas", "no-readings", bytes('=cmd|"/c calc"!A1,=1+1\n@SUM(A1),+1+1\n')],
		["prose", "no-readings", bytes("Dear all,\nthe cooler was 4, 5 or 6 degrees.\nRegards\n")],
		["more than 20 MB", "too-large", new Uint8Array(20_000_001).fill(0x41)],
	])("rejects a file with %s as %s", (_, problem, file) => {
		expect(parseWhole(file, {})).toEqual({ problem });
	});

	it("loses its control characters on the way to the account", () => {
		const file = parsed(utf8(["Time,Air", "2026-03-04 12:00,1", "2026-03-04\u0001\u0002,\u0001x\u0007y"]));
		expect(file.wallAt[1]).toBe("2026-03-04  ");
		expect(file.values[0]?.cells[1]).toBe(" x y");
		expect(JSON.stringify(file)).not.toContain("\\u00");
	});

	it("rejects endless cells quickly", () => {
		const blank = " ".repeat(29_000);
		const lines = [`Time,Air`, `12:00${blank}x,1`, `2026-03-04${blank}x,2`, `a${blank}12:00 p${blank}x,3`];
		expect(parseWhole(utf8(lines), {})).toEqual({ problem: "no-readings" });
	});

	it("parses or rejects any cells, and satisfies the schema of the account", () => {
		const odd = fc.constantFrom(
			"Time",
			"Date",
			"Unit",
			"°F",
			"NaN",
			"1,204",
			"1.204",
			"-9999",
			"03/04/26",
			"2026-01-02",
			"10:00",
			"CET",
			"PM",
			"[",
			"",
			"lis",
		);
		const time = fc.constantFrom(
			"2026-01-02 10:00",
			"03/04/2026 10:00 PM",
			"01.02.26",
			"1767607200",
			"5 lis 2025 10:00 EST",
		);
		const cell = fc.oneof(odd, time, fc.string(), fc.double().map(String));
		const separator = fc.constantFrom(",", ";", "\t", "|");
		const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
		fc.assert(
			fc.property(rows, separator, (cells, between) => {
				const file = parseWhole(utf8(cells.map((row) => row.join(between))), {});
				if (!("problem" in file)) expect(ParsedFileSchema.parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
			}),
		);
	});

	it("parses long cells of every kind without a pause", () => {
		const long = ["[", "9", "a", " ", "1,204 ", "- ", "AAA/"].map((text) => text.repeat(25_000 / text.length));
		const rows = long.flatMap((text) => [`${text};${text}x`, `2026-01-02 11:00;${text}`]);
		const bytes = utf8([...long.slice(0, 2), "Time;A", "2026-01-02 10:00;1,5", ...rows]);
		expect(parsed(bytes).wallAt[0]).toBe(Date.UTC(2026, 0, 2, 10));
	});

	it("keeps formulas as text that is no number", () => {
		const file = parsed(bytes(`Time,A\n${row}2026-11-07 17:05:03,=1+1\n`));
		expect(rowsOf(file).at(-1)).toEqual([3, "2026-11-07T17:05:03.000", "=1+1"]);
	});

	it("passes on no more cells of many columns than an account takes at once", () => {
		const wide = bytes(`2026-11-07 17:04:03${",1".repeat(100)}\n`.repeat(30_000));
		const file = parsed(wide);
		expect(file.columns).toHaveLength(101);
		expect(file.values.length * file.line.length).toBeLessThanOrEqual(2_000_000);
		const columns = file.columns.slice(1, 71).map(({ column }) => ({ column, channelId: `chn_${column}` }));
		const format = { ...file.format, zone: "UTC" };
		expect(parseWhole(wide, { format, columns })).toEqual({ problem: "too-many-cells" });
	});
});
