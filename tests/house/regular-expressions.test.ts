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

const unbounded = /[*+]|\{\d+,\}/;
const repetitions = /[*+]|\{\d+,\d*\}/g;

/** The literals of a file that repeat without a bound: no other can take long. */
function repeatingLiterals(path: string): { place: string; pattern: RegExp }[] {
	const found: { place: string; pattern: RegExp }[] = [];
	const text = readFileSync(join(root, path), "utf8");
	new Visitor({
		Literal: (node) => {
			if (!("regex" in node) || !unbounded.test(node.regex.pattern)) return;
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

	it("ends on hostile texts of 30 characters, for which trying every division takes minutes", () => {
		const texts = hostile(30);
		for (const { pattern } of patterns) for (const text of texts) matchAll(text, pattern);
	});

	// The start of a match and one repetition take quadratic time, so only a second repetition can take cubic time.
	it("ends on hostile texts of 3,000 characters, for which the third power takes minutes", { timeout: 120_000 }, () => {
		const texts = hostile(3_000);
		const repeating = patterns.filter(({ pattern }) => (pattern.source.match(repetitions)?.length ?? 0) > 1);
		expect(repeating.length).toBeGreaterThan(50);
		for (const { pattern } of repeating) for (const text of texts) matchAll(text, pattern);
	});
});
