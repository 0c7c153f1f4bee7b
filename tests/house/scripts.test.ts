import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Scripts that package.json, their own first lines or a document start with `node <path>`. */
const scripts = new Set(
	["package.json", ...globSync(["{local,tests}/**/*.mjs", "docs/*.md"], { cwd: root })]
		.flatMap((path) => [...readFileSync(join(root, path), "utf8").matchAll(/node ((?:local|tests)\/[\w/-]+\.mjs)/g)])
		.map(([, path = ""]) => path),
);

describe("a script of ours", () => {
	it("starts by a command of package.json or of a document", () => {
		expect(scripts.size).toBeGreaterThan(10);
		for (const path of ["local/tasks/deploy.mjs", "tests/run.mjs", "tests/explore.mjs"])
			expect(scripts).toContain(path);
	});

	it.each([...scripts])("rejects a flag that it does not know, before it does anything: %s", (path) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, path), "--dry-rum"], {
			cwd: root,
			encoding: "utf8",
			timeout: 25_000,
		});
		expect([status, stdout]).toEqual([2, ""]);
		expect(stderr).toContain("'--dry-rum'");
	});
});
