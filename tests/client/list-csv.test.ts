import { describe, expect, it } from "vitest";
import type { Column } from "../../client/ui/table/column";
import { listCsv } from "../../client/ui/table/export-csv";
import * as fc from "../properties";
import { cellsOf } from "./csv-cells";

type Row = { id: string; name: string; size: number | null; at: Date | null };

const columns: Column<Row>[] = [
	{ id: "name", header: "Bezeichnung", value: ({ name }) => name },
	{ id: "looks", header: "Looks", cell: () => "●" },
	{ id: "size", header: "Size", value: ({ size }) => size, cell: ({ size }) => `${size} kB` },
	{ id: "at", header: "Gesehen", csvHeader: "Seen", value: ({ at }) => at },
	{ id: "double", header: "Double", value: ({ size }) => size, csv: ({ size }) => size && size * 2 },
];
const csvOf = (rows: Row[], shown = columns) => listCsv(shown, rows, ({ id }) => id);

describe("the CSV of a list", () => {
	it("holds the columns given, raw values and times in UTC, and the id at the end", () => {
		const rows = [
			{ id: "r1", name: "Cold room, left", size: 1_204.5, at: new Date("2026-11-07T17:04:03+02:00") },
			{ id: "r2", name: "", size: null, at: null },
		];
		expect(csvOf(rows).split("\r\n")).toEqual([
			"Name,Size,Seen (UTC),Double,Id",
			'"Cold room, left",1204.5,2026-11-07T15:04:03.000Z,2409,r1',
			",,,,r2",
			"",
		]);
		expect(csvOf(rows, columns.slice(0, 2))).toBe('Name,Id\r\n"Cold room, left",r1\r\n,r2\r\n');
	});

	it("says a value's unit once in the title, as an export of the log does, and beside the values where they differ", () => {
		type Probe = { id: string; value: number | null; unit: string | null };
		const linesOf = (rows: Probe[]) =>
			listCsv<Probe>(
				[{ id: "air", header: "Air", value: ({ value }) => value, unit: ({ unit }) => unit }],
				rows,
				({ id }) => id,
			).split("\r\n");
		const celsius: Probe = { id: "r1", value: 4.25, unit: "°C" };
		const silent: Probe = { id: "r2", value: null, unit: null };
		expect(linesOf([celsius, silent])).toEqual(["Air (°C),Id", "4.25,r1", ",r2", ""]);
		expect(linesOf([celsius, silent, { id: "r3", value: 39, unit: "°F" }])).toEqual([
			"Air,Air unit,Id",
			"4.25,°C,r1",
			",,r2",
			"39,°F,r3",
			"",
		]);
		expect(linesOf([{ id: "r4", value: 1, unit: "" }])).toEqual(["Air,Id", "1,r4", ""]);
		expect(linesOf([silent])).toEqual(["Air,Id", ",r2", ""]);
	});

	it("holds no formula in a unit either", () => {
		const rows = [
			{ id: "r1", unit: "=1+1" },
			{ id: "r2", unit: "@SUM(A1)" },
		];
		const [, ...lines] = cellsOf(
			listCsv<(typeof rows)[number]>(
				[{ id: "x", header: "X", value: () => 1, unit: ({ unit }) => unit }],
				rows,
				({ id }) => id,
			),
		);
		expect(lines.map(([, unit]) => unit)).toEqual(["'=1+1", "'@SUM(A1)"]);
	});

	it("holds no formula, whatever a row is called", () => {
		const name = fc.oneof(
			fc.string({ unit: "grapheme" }),
			fc.tuple(fc.constantFrom("=", "+", "-", "@", "\t=", " @", "\r+"), fc.string()).map(([sign, rest]) => sign + rest),
		);
		fc.assert(
			fc.property(fc.array(name, { maxLength: 5 }), (names) => {
				const rows = names.map((text, index) => ({ id: `r${index}`, name: text, size: -1, at: null }));
				const [, ...lines] = cellsOf(csvOf(rows));
				expect(lines.map((cells) => cells.at(-1))).toEqual(rows.map(({ id }) => id));
				for (const [first = "", size] of lines) {
					expect(first).not.toMatch(/^\s*[=+\-@]/);
					expect(size).toBe("-1");
				}
			}),
		);
	});
});
