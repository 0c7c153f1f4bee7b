import { describe, expect, it } from "vitest";
import { deviceFile } from "../../../client/features/devices/csv-import/column-targets";
import {
	brokenLines,
	columnsLeftOut,
	firstTargets,
	isHeader,
	matchTargets,
	mostCellsOf,
	withTarget,
} from "../../../client/forms/file-import/file-columns";

const line = (...cells: string[]) => ({ line: 1, cells });

describe("the fields of columns", () => {
	it("finds each thing by the header, in one column", () => {
		expect(
			matchTargets(deviceFile.columns, ["Device name", "S/N", "Site", "location", "Firmware", "TIME ZONE"]),
		).toEqual(["name", "serialNumber", "site", null, null, "offset"]);
		expect(isHeader(deviceFile, line("Serial number", "x"))).toBe(true);
		expect(isHeader(deviceFile, line("Cold room 1", "AQ-1"))).toBe(false);
		expect(firstTargets(deviceFile, [line("A", "B", "C")], false)).toEqual(["name", "serialNumber", null]);
	});

	it("moves from one column to another", () => {
		expect(withTarget(["name", "site", null], 2, "site")).toEqual(["name", null, "site"]);
		expect(withTarget(["name", null, null], 1, null)).toEqual(["name", null, null]);
	});
});

describe("the columns of a file", () => {
	const lines = [
		{ line: 2, cells: ["A", "1", "red", ""] },
		{ line: 3, cells: ["B", "two\r\nlines\nmore", "", ""] },
	];

	it("names those with texts that go nowhere", () => {
		expect(columnsLeftOut(lines, ["name", null, null, null], ["Name", "Note", "Colour", "Column 4"])).toEqual([
			"Note",
			"Colour",
		]);
	});

	it("names lines that a quoted text joins", () => {
		expect(brokenLines(lines)).toEqual(["3 to 5"]);
	});

	it("holds lines to the cells of the header, unless most have more", () => {
		const header = ["Name", "Serial"];
		const [usual, longer] = [
			{ line: 2, cells: ["A", "1", ""] },
			{ line: 3, cells: ["A", "1", "x"] },
		];
		expect(mostCellsOf(header, [usual, usual, longer])).toBe(2);
		expect(mostCellsOf(header, [usual, longer, longer])).toBe(Number.POSITIVE_INFINITY);
		expect(mostCellsOf(null, [longer])).toBe(Number.POSITIVE_INFINITY);
	});
});
