import { describe, expect, it } from "vitest";
import { type CsvLayout, csvCell, unguardedCell } from "../../../shared/base/csv-cell";
import * as fc from "../../properties";

const layouts: CsvLayout[] = [
	{ separator: ",", decimalSign: "." },
	{ separator: ";", decimalSign: "." },
	{ separator: ";", decimalSign: "," },
	{ separator: "\t", decimalSign: "," },
];

/** Reads a cell as RFC 4180 says. */
function readCell(cell: string): string {
	return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

describe("a cell of CSV", () => {
	it.each([
		["=1+1", "'=1+1"],
		["＝1+1", "'＝1+1"],
		["＋1", "'＋1"],
		["－1", "'－1"],
		["＠SUM(A1)", "'＠SUM(A1)"],
		[" ＝1", "' ＝1"],
		["\t1", "'\t1"],
		["\r1", '"\'\r1"'],
		["a;=1", "a;'=1"],
		["a;＝1", "a;'＝1"],
		["a\t@b", "a\t'@b"],
		["two\n=1", '"two\n\'=1"'],
		["two\r＝1", '"two\r\'＝1"'],
	])("starts no formula in %j", (text, cell) => {
		expect(csvCell(text)).toBe(cell);
	});

	it("guards against formulas after the separators that another reader may split it by", () => {
		expect(csvCell("a,=1", { separator: ";", decimalSign: "." })).toBe("a,'=1");
		expect(csvCell("a;=1", { separator: ";", decimalSign: "." })).toBe(`"a;'=1"`);
		expect(csvCell("a,=1", { separator: "\t", decimalSign: "." })).toBe("a,'=1");
	});

	it("writes numbers with the decimal sign that was chosen", () => {
		const german: CsvLayout = { separator: ";", decimalSign: "," };
		expect([-4.25, 12, 1.5e37, -18.123456789012344].map((value) => csvCell(value, german))).toEqual([
			"-4,25",
			"12",
			"1,5e+37",
			"-18,123456789012344",
		]);
	});

	it.each(layouts)("reads back as it was, whatever it says: %j", (layout) => {
		const sign = fc.constantFrom(
			"=",
			"+",
			"-",
			"@",
			"＝",
			"＠",
			"'",
			"''",
			";",
			",",
			"\t",
			"\r",
			"\n",
			" ",
			'"',
			"#",
			"a",
		);
		fc.assert(
			fc.property(fc.array(sign, { maxLength: 8 }), (signs) => {
				const text = signs.join("");
				const cell = readCell(csvCell(text, layout));
				expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
				expect(unguardedCell(cell, layout.separator)).toBe(text);
			}),
		);
	});
});
