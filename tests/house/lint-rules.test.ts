import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const biome = join(root, "node_modules/.bin/biome");

/** The repository's configuration over files elsewhere, so that rejected code stays out of the repository. */
function configuration(): string {
	const { vcs: _, $schema: __, ...config } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
	for (const override of config.overrides)
		if (override.plugins) override.plugins = override.plugins.map((path: string) => resolve(root, path));
	return JSON.stringify({ root: true, ...config });
}

let folder = "";
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "lint-rules-"));
	writeFileSync(join(folder, "biome.json"), configuration());
	for (const layer of ["backend", "client", "shared", "worker", "tests"]) mkdirSync(join(folder, layer));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function rejectedLines(layer: string, lines: string[]): Promise<string[]> {
	const path = join(folder, layer, "lines.ts");
	writeFileSync(path, lines.join("\n"));
	const output = await new Promise<string>((done) => {
		const options = { cwd: folder };
		execFile(biome, ["lint", "--reporter=json", "--max-diagnostics=none", path], options, (_, stdout) => done(stdout));
	});
	const { diagnostics } = JSON.parse(output) as {
		diagnostics: { category: string; location: { start: { line: number } } }[];
	};
	const rejected = diagnostics
		.filter(({ category }) => category === "plugin")
		.map(({ location }) => location.start.line);
	return lines.filter((_, index) => rejected.includes(index + 1));
}

describe("the lint rules of our own", () => {
	const rejected = [
		"list.push(...more);",
		"list?.push(1, ...more.map((one) => one + 1));",
		"list.splice(0, 1, ...more);",
		"list.unshift(...more);",
		"Math.max(0, ...more);",
		"Math.min(...more, 0);",
		"String.fromCharCode(...bytes);",
		"Array.of(...more);",
		"Object.assign({}, ...more);",
		"element.replaceChildren(...more);",
	];
	const allowed = [
		"list.push([...more]);",
		"list.push({ ...more });",
		"Math.max(a, b);",
		"new Set([...more]);",
		"canvas.moveTo(...place);",
		"list.push(sql.exec(query, ...values));",
	];

	it("rejects a spread into a call that takes any number of arguments, in every layer of the product", async () => {
		for (const layer of ["backend", "client", "shared", "worker"])
			expect(await rejectedLines(layer, [...rejected, ...allowed]), layer).toEqual(rejected);
	});

	it("rejects a regular expression that a function makes of a text", async () => {
		const made = [
			"const one = (text: string) => new RegExp(text);",
			'export function two(text: string) { return RegExp(text, "g"); }',
			"class Three { four(text: string) { return new RegExp(`^` + text); } }",
		];
		const constant = ["const five = new RegExp(`^` + words);", "const six = (text: string) => /six/.test(text);"];
		for (const layer of ["backend", "client", "shared", "worker"])
			expect(await rejectedLines(layer, [...made, ...constant]), layer).toEqual(made);
	});

	it("leaves tests alone, whose lists they make themselves", async () => {
		expect(await rejectedLines("tests", rejected)).toEqual([]);
	});
});
