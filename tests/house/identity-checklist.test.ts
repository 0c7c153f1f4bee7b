import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Lines of the session's acceptance list and where each must be shown: V in the Workers runtime, B in a browser. */
const checklist: [line: number, where: "V" | "B" | "V+B"][] = [
	[1, "V"],
	[2, "B"],
	[3, "V+B"],
	[4, "V"],
	[9, "V+B"],
	[10, "B"],
	[11, "V"],
	[12, "V"],
	[13, "V"],
	[14, "V"],
	[15, "V"],
	[16, "V"],
	[17, "V"],
	[18, "V"],
	[19, "V"],
	[20, "B"],
	[21, "V"],
	[22, "V"],
	[23, "V"],
	[24, "V"],
	[25, "V"],
	[26, "B"],
	[27, "V"],
	[28, "V"],
	[29, "V"],
	[30, "V"],
	[31, "V"],
	[32, "V"],
	[33, "B"],
	[34, "V"],
	[35, "B"],
	[36, "V"],
	[37, "V"],
	[39, "B"],
	[41, "V+B"],
	[42, "B"],
	[43, "V+B"],
	[44, "V"],
	[45, "V"],
	[46, "V"],
	[47, "V"],
	[48, "V"],
	[49, "V"],
	[50, "V"],
	[51, "V"],
	[52, "V"],
	[53, "B"],
	[54, "V"],
	[55, "V+B"],
	[56, "V"],
	[57, "V+B"],
	[58, "V"],
	[59, "V"],
	[60, "V"],
	[61, "V+B"],
	[63, "V+B"],
];

/** Only what `npm test -- identity` runs counts. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "tests"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((path) => path.includes("/identity/") && /\.(test|e2e)\.ts$/.test(path) && existsSync(join(root, path)));

/** Numbers in titles such as `7.10/33 lands…` and `7.10/2, 10 and 9: is…`. */
function linesNamedIn(path: string): number[] {
	const source = readFileSync(join(root, path), "utf8");
	return [...source.matchAll(/["'`]7\.10\/([\d, and]+)/g)].flatMap(([, numbers = ""]) =>
		(numbers.match(/\d+/g) ?? []).map(Number),
	);
}

const named = { V: new Set<number>(), B: new Set<number>() };
for (const path of files) {
	const where = path.endsWith(".e2e.ts") ? "B" : "V";
	for (const line of linesNamedIn(path)) named[where].add(line);
}

describe("the session's acceptance list", () => {
	it.for(checklist)("line %i has a test of its name where it must: %s", ([line, where], { expect }) => {
		for (const place of ["V", "B"] as const) {
			if (where.includes(place)) expect([...named[place]], `7.10/${line} ${place}`).toContain(line);
		}
	});
});
