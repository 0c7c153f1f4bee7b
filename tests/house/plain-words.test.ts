import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");
const scripts = (folders: string) => globSync(`${folders}/**/*.{ts,tsx,mjs}`, { cwd: root }).sort();
const product = scripts("{backend,client,local,shared,worker}");
const tests = scripts("tests").filter((path) => path !== "tests/house/plain-words.test.ts");

/**
 * How often a private word stands where the field has another: names that are stored, sent or read by a test keep it.
 * A number may only fall: lower it here.
 */
const words: [word: string, form: RegExp, most: number][] = [
	["verb", /\bverbs?\b/gi, 47],
	["answer", /answer/gi, 333],
	["ask", /\bask(?:s|ed|ing)?\b/gi, 228],
	["refuse", /refus/gi, 364],
	["somebody, nobody, whoever", /\b(?:some|no)body\b|\bwhoever\b/gi, 69],
	["tell", /\b(?:told|tells?)\b/gi, 20],
	["hint", /\bhints?\b/gi, 32],
	["due work", /DueWork/g, 0],
	["detour", /detour/gi, 5],
	["journal", /journal/gi, 1],
	["a spread inside a literal", /\.\.\.\{/g, 35],
];

const countOf = (paths: string[], form: RegExp) =>
	paths.reduce((sum, path) => sum + (read(path).match(form)?.length ?? 0), 0);

/** Lines that are comments and nothing else, per thousand lines of code. */
function commentShare(paths: string[]): number {
	let [comments, all] = [0, 0];
	for (const path of paths) {
		let isWithin = false;
		for (const line of read(path).split("\n")) {
			const text = line.trim();
			const isComment = isWithin || text.startsWith("//") || text.startsWith("/*");
			if (isWithin || text.startsWith("/*")) isWithin = !text.includes("*/");
			if (isComment) comments += 1;
			all += 1;
		}
	}
	return (1_000 * comments) / all;
}

const titleForm = /\b(?:it|test\w*)(?:\.\w+)*(?:\((?:[^()`"']|\([^()]*\))*\))?\(\s*(["`'])((?:(?!\1).)+)\1/g;
const halfSentence = /^(?:S\d+ )*(?:of|as|in|by|on|who|what|where|and|that|is|are|has)\b/i;

/** Titles that have no verb of their own at their beginning, or less than four words. */
function halfTitles(paths: string[]): string[] {
	return paths.flatMap((path) =>
		[...read(path).matchAll(titleForm)].flatMap(([, , title = ""]) =>
			halfSentence.test(title) || title.split(" ").length < 4 ? [`${path}: ${title}`] : [],
		),
	);
}

describe("plain words", () => {
	it.each(words)("replace a private word, of which no use may be added: %s", (_, form, most) => {
		expect(countOf(product, form)).toBeLessThanOrEqual(most);
	});

	it("need no larger share of comments", () => {
		expect(commentShare(product)).toBeLessThanOrEqual(33.5);
		expect(commentShare(tests)).toBeLessThanOrEqual(11);
	});

	it("make a sentence of each title", () => {
		expect(halfTitles(tests).length).toBeLessThanOrEqual(32);
	});

	it("recognize a title that is half a sentence", () => {
		const half = ["is refused where it has ended", "S6 of the same user", "who has none gets nothing"];
		expect(half.filter((title) => halfSentence.test(title))).toEqual(half);
		expect(halfSentence.test("rejects a login with an expired code")).toBe(false);
	});
});
