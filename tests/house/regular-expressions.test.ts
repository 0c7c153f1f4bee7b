import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = execFileSync("git", ["ls-files", "shared", "backend", "worker"], { cwd: root, encoding: "utf8" })
	.split("\n")
	.filter((path) => /\.tsx?$/.test(path) && !/\.gen\.|\.d\.ts$/.test(path));

/** The literals of a file that repeat without a bound: no other can take long. */
function repeatingLiterals(path: string): { place: string; pattern: RegExp }[] {
	const found: { place: string; pattern: RegExp }[] = [];
	const text = readFileSync(join(root, path), "utf8");
	new Visitor({
		Literal: (node) => {
			if (!("regex" in node) || !/[*+]|\{\d+,\}/.test(node.regex.pattern)) return;
			const pattern = new RegExp(node.regex.pattern, node.regex.flags);
			found.push({ place: `${path} ${pattern}`, pattern });
		},
	}).visit(parseSync(path, text).program);
	return found;
}

const patterns = [...new Map(files.flatMap(repeatingLiterals).map((each) => [String(each.pattern), each])).values()];
const repeated = (
	"a A 0 é _ - . : / ' \" ( [ < = , ; \\ % + @ # & * | a1 a. a- ,a 0. 1, a/ '' =a &a ab 0:00 \u200c \u{e0041} " +
	"__ ~ \t \n _a a_ 0_ \r\n \u00a0"
)
	.split(/ /)
	.map((piece) => piece.replaceAll("_", " "));
const hostile = (length: number) =>
	repeated.flatMap((piece) =>
		["", "a", '"', "(", "-"].flatMap((before) =>
			["\u0000", "!0"].map((behind) => before + piece.repeat(Math.ceil(length / piece.length)) + behind),
		),
	);

function matchAll(text: string, pattern: RegExp): void {
	if (pattern.global) text.replace(pattern, "");
	else pattern.test(text);
}

describe("the regular expressions of the Workers", () => {
	it("finds those that the rule below holds", () => {
		expect(patterns.length).toBeGreaterThan(150);
	});

	// A pattern that tries every division takes minutes for 30 characters, one of the third power for 3,000.
	it.each([30, 3_000])("ends on hostile texts of %d characters", { timeout: 120_000 }, (length) => {
		const texts = hostile(length);
		for (const { pattern } of patterns) for (const text of texts) matchAll(text, pattern);
	});
});
