import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const document = readFileSync(join(root, "docs/session-checklist.md"), "utf8");
const sentences = [...document.matchAll(/^\| (S\d+) \| .+ \| (Workers|browser|Workers and browser) \|$/gm)].map(
	([, id = "", where = ""]) => ({ id, where: where.split(" and ") }),
);

/** `npm test -- identity` runs these files. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "tests"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((path) => path.includes("/identity/") && /\.(test|e2e)\.ts$/.test(path) && existsSync(join(root, path)));

/** Numbers that titles begin with, such as `S33 lands…` and `S2 S9 sends…`. */
const named = files.flatMap((path) =>
	[...readFileSync(join(root, path), "utf8").matchAll(/["'`]((?:S\d+ )+)/g)].flatMap(([, ids = ""]) =>
		ids
			.trim()
			.split(" ")
			.map((id) => ({ id, where: path.endsWith(".e2e.ts") ? "browser" : "Workers" })),
	),
);

describe("the session's checklist", () => {
	it.for(sentences)("names $id in a test of each place that it states", ({ id, where }) => {
		for (const place of where) expect(named).toContainEqual({ id, where: place });
	});

	it("includes a sentence for each number that a test names, in order and none twice", () => {
		const ids = sentences.map(({ id }) => id);
		expect(ids).toEqual(ids.map((_, index) => `S${index + 1}`));
		expect(named.filter(({ id }) => !ids.includes(id))).toEqual([]);
	});
});
