import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listPromises, listSentences, root } from "../qualification/promises.mjs";

const promises: { id: string; promise: string; file: string; title: string }[] = listPromises();
const sentences: { id: string; files: string[] }[] = listSentences();

describe("a promise of docs/security.md or docs/qualification.md", () => {
	it("stands in its table, numbered once and in order", () => {
		expect(promises.length).toBeGreaterThan(50);
		for (const [letter, list] of Map.groupBy(promises, ({ id }) => id[0])) {
			expect(list.map(({ id }) => id)).toEqual(list.map((_, index) => `${letter}${index + 1}`));
		}
	});

	it.each(promises)("names an existing test once: $id", ({ file, title }) => {
		const path = join(root, file);
		expect(existsSync(path), file).toBe(true);
		expect(readFileSync(path, "utf8").split(title).length - 1, title).toBe(1);
	});

	it("includes every row of these tables: none is left out for how it is written", () => {
		for (const source of ["docs/security.md", "docs/qualification.md"]) {
			const rows: string[] = readFileSync(join(root, source), "utf8").match(/^\| [A-Z]\d+ \|/gm) ?? [];
			expect(rows.map((row) => row.slice(2, -2))).toEqual(
				promises.filter(({ id }) => rows.includes(`| ${id} |`)).map(({ id }) => id),
			);
		}
	});
});

it("each sentence of the session's checklist that Workers show has files to run", () => {
	expect(sentences.length).toBeGreaterThan(30);
	expect(sentences.filter(({ files }) => files.length === 0)).toEqual([]);
});
