import { describe, expect, it } from "vitest";
import {
	lineChecker,
	nextToCorrect,
	problemsFirst,
	wrongCellFrom,
} from "../../../client/forms/file-import/check-lines";
import { parseCsvFile } from "../../../client/forms/file-import/csv-file";
import { rulesFor } from "../csv-import/checked-file";

const targets = ["name", "serialNumber", null] as const;
const check = () => lineChecker(rulesFor([], { targets: [...targets] }));
const linesOf = (text: string) => parseCsvFile("a.csv", text).lines;
const serialErrors = (lines: { errors: { serialNumber?: string } }[]) => lines.map(({ errors }) => errors.serialNumber);

describe("checking a file again", () => {
	it("finds the pair of a line that was corrected into one, and lets go of one that was corrected out of it", () => {
		const checkAgain = check();
		const [first, second, third] = linesOf("A,X-1\nB,X-1\nC,X-2\n");
		if (!(first && second && third)) throw new Error("Three lines");
		expect(serialErrors(checkAgain([first, second, third]))).toEqual([
			undefined,
			"Line 1 has the same serial number.",
			undefined,
		]);
		const corrected = { ...second, cells: ["B", "x2"] };
		expect(serialErrors(checkAgain([first, corrected, third]))).toEqual([
			undefined,
			undefined,
			"Line 2 has the same serial number.",
		]);
		expect(serialErrors(checkAgain([second, third]))).toEqual([undefined, undefined]);
	});

	it("holds a line that was added to its serial number, also against a line before it", () => {
		const lines = linesOf("A,X-1\nB,X-1\n");
		expect(serialErrors(check()(lines, new Set([2])))).toEqual(["Line 2 has the same serial number.", undefined]);
	});

	it("names a line with more cells than the header", () => {
		const lines = linesOf("Cold room, north,X-1\nB,X-2\nC,X-3,\n");
		const checked = lineChecker(rulesFor([], { targets: [...targets] }), 2)(lines);
		expect(checked.map(({ errors, input }) => [errors.line?.slice(0, 27), input !== null])).toEqual([
			["It has more cells than the ", false],
			[undefined, true],
			[undefined, true],
		]);
	});

	it("puts lines with problems first, and with them those that had one, in the order of the file", () => {
		const lines = check()(linesOf("A,1\n,2\nC,3\n,4\n"));
		const { first, others } = problemsFirst(lines, new Set([3]));
		expect([first, others].map((part) => part.map(({ line }) => line))).toEqual([[2, 3, 4], [1]]);
	});
});

describe("the next wrong cell", () => {
	// Wrong cells: the name of line 1, both cells of line 2, and the name of line 4.
	const long = "9".repeat(65);
	const table = { lines: check()(linesOf(`,1,x\n,${long},y\nC,3,z\n,4,z\n`)), targets: [...targets] };

	it.each([
		["after", 1, 0, { line: 2, column: 0 }],
		["after", 2, 0, { line: 2, column: 1 }],
		["after", 3, 1, { line: 4, column: 0 }],
		["after", 4, 0, null],
		["before", 4, 0, { line: 2, column: 1 }],
		["before", 1, 0, null],
	] as const)("%s line %i, column %i", (way, line, column, expected) => {
		expect(wrongCellFrom(table, { line, column }, way)).toEqual(expected);
	});

	it("stays at the accepted cell as long as it is wrong, and ends at one that was passed over", () => {
		expect(nextToCorrect(table, { line: 2, column: 1 })).toEqual({ line: 2, column: 1 });
		expect(nextToCorrect(table, { line: 4, column: 1 })).toEqual({ line: 1, column: 0 });
		expect(nextToCorrect({ ...table, lines: [] }, { line: 4, column: 0 })).toBeNull();
	});
});
