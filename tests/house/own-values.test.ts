import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const folders = ["shared", "backend", "worker", "client"];
const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((path) => /\.tsx?$/.test(path) && !/\.(d|gen)\.ts$/.test(path) && existsSync(join(root, path)))
	.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const helper = "shared/base/own-value.ts";

const declared = /\b(\w+)\??: (?:(?:Readonly|Partial)<)?Record<string, /g;

/** Fields with keys that people choose: other files than the declaring one read them. */
const fields = new Set(["metadata"]);

type Source = { path: string; text: string };

/** Reads of a record of texts by a computed name, which would find what every object inherits. */
function indexedReads({ path, text }: Source): string[] {
	if (path === helper) return [];
	const own = new Set([...text.matchAll(declared)].map(([, name = ""]) => name));
	return text.split("\n").flatMap((line) =>
		[...line.matchAll(/(\.)?\b(\w+)(?:\?\.)?\[([^\]]+)\](?! (?:\?\?)?= )/g)].flatMap(
			([read, dot, name = "", key = ""]) => {
				const isRecord = (dot === undefined && own.has(name)) || (dot !== undefined && fields.has(name));
				const isWrittenOut = /^(?:"[^"]*"|\d+)$/.test(key);
				return isRecord && !isWrittenOut && !/\bdelete\b/.test(line) ? [`${path}: ${read}`] : [];
			},
		),
	);
}

describe("records of texts", () => {
	it("allow a read only through ownValue, as a name from outside may be one that every object has", () => {
		expect(sources.length).toBeGreaterThan(500);
		expect(sources.flatMap(indexedReads)).toEqual([]);
	});

	it("finds a read by a name, of a record of its own file and of a field", () => {
		const text =
			"const labels: Record<string, string> = {};\nlabels[name] ?? device.metadata[field]?.trim() ?? labels.a";
		const found = indexedReads({ path: "a.ts", text });
		expect(found).toEqual(["a.ts: labels[name]", "a.ts: .metadata[field]"]);
		expect(
			indexedReads({ path: "a.ts", text: 'const a: Record<string, string> = {};\na[name] = "x"; a["b"]' }),
		).toEqual([]);
	});
});
