import { describe, expect, it } from "vitest";
import { complaintOf, formatComplaintOf, parseCsvFile, readCsvFile } from "../../../client/forms/file-import/csv-file";
import { limits } from "../../../shared/base/limits";
import { encodedText } from "../../encoded-text";
import * as fc from "../../properties";

describe("taking a file apart", () => {
	it.each([
		["comma", "Name,Serial\nA,1\n", ","],
		["semicolon", "Name;Serial\nA;1\n", ";"],
		["tab", "Name\tSerial\nA\t1\n", "\t"],
		["bar", "Name|Serial\nA|1\n", "|"],
	])("finds the separator: %s", (_, text, separator) => {
		const file = parseCsvFile("a.csv", text);
		expect(file.separator).toBe(separator);
		expect(file.lines.map(({ cells }) => cells)).toEqual([
			["Name", "Serial"],
			["A", "1"],
		]);
	});

	it.each([
		["as we write it", `Name,Note\r\n'=A,a;'=1\r\n`],
		["as a spreadsheet saves it with its own separator", `Name;Note\r\n'=A;"a;'=1"\r\n`],
		["by tabs", `Name\tNote\r\n'=A\ta;'=1\r\n`],
	])("takes off what our own files put before a formula: %s", (_, text) => {
		expect(parseCsvFile("a.csv", text).lines.at(-1)?.cells).toEqual(["=A", "a;=1"]);
	});

	it.each<[string, number[], string | null]>([
		["a workbook of today", [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00], "This is a workbook."],
		["a workbook of before", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], "This is a workbook."],
		["a picture", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00], "This is not a text file."],
		["UTF-16 with its mark", [0xff, 0xfe, 0x4e, 0x00, 0x0a, 0x00], null],
		["plain text", [0x4e, 0x0a], null],
		["nothing", [], null],
	])("tells what is no text: %s", (_, bytes, complaint) => {
		const said = formatComplaintOf(new Uint8Array(bytes));
		expect(said?.slice(0, complaint?.length) ?? null).toBe(complaint);
	});

	it.each([
		["never closes", 'Name,Serial\nA,1\n"Cold room,2\nB,3\nC,4\n', 3],
		["closes at the next mark", 'Name,Serial\n"Cold room,2\nB,"Truck",3\n', 2],
		["closes within a text", 'Name,Serial\nA,1\n"Cold" room,2\n', 3],
		["closes", 'Name,Serial\n"Cold, ""north""",2\n', null],
	])("names the line of a quotation mark that %s", (_, text, line) => {
		const file = parseCsvFile("a.csv", text);
		expect(file.openQuote).toBe(line);
		const complaint = complaintOf(file, 10);
		if (line === null) expect(complaint).toBeNull();
		else expect(complaint).toContain(`A quotation mark in line ${line} is not closed`);
	});

	it("counts lines as editors do, past empty ones and line breaks within cells", () => {
		const { lines } = parseCsvFile("a.csv", 'Name,Note\r\n"A","two\r\nlines"\r\n\r\n , \r\nB,x\r\n');
		expect(lines).toEqual([
			{ line: 1, cells: ["Name", "Note"] },
			{ line: 2, cells: ["A", "two\r\nlines"] },
			{ line: 6, cells: ["B", "x"] },
		]);
	});

	it.each([
		["UTF-8 with its mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x4b, 0xc3, 0xa4]), "Kä"],
		["UTF-16", new Uint8Array([0xff, 0xfe, 0x4b, 0x00, 0xe4, 0x00]), "Kä"],
		["the Western code page", new Uint8Array([0x4b, 0xe4]), "Kä"],
		["Shift JIS that somebody chose", encodedText("冷凍庫", "shift_jis"), "冷凍庫", "shift_jis"],
	] as const)("reads a file of %s", async (...[, bytes, text, encoding]) => {
		const read = await readCsvFile(new File([bytes], "a.csv"), 10, encoding ?? null);
		expect(read).toMatchObject({ file: { lines: [{ line: 1, cells: [text] }] } });
	});

	it("asks for an encoding by what the first line in other letters reads in each", async () => {
		const file = new File([encodedText("Name,Serial\nХолодильник,X-1\n", "windows-1251")], "a.csv");
		const read = await readCsvFile(file, 10);
		if (!("choices" in read)) throw new Error("Nothing is asked");
		expect(read.line).toBe(2);
		expect(read.choices[0]).toEqual({
			encoding: "windows-1251",
			text: "Холодильник,X-1",
			name: "Cyrillic (Windows-1251)",
		});
	});

	it("says what is wrong with a file as a whole", () => {
		expect(complaintOf(parseCsvFile("a.csv", "\n \n"), limits.deviceFileRows)).toBe("This file is empty.");
		const full = `Name\n${"A\n".repeat(limits.deviceFileRows)}`;
		expect(complaintOf(parseCsvFile("a.csv", full), limits.deviceFileRows)).toBeNull();
		expect(complaintOf(parseCsvFile("a.csv", `${full}A\n`), limits.deviceFileRows)).toContain("more than 10,000 lines");
	});

	it("never fails, whatever the file holds", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				for (const line of parseCsvFile("a.csv", text).lines) expect(line.cells.join("").trim()).not.toBe("");
			}),
		);
	});
});
