import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The floors from the top, each with its folders; imports point down, and within a floor one way only. */
const floors: { isFor: string; folders: string[] }[] = [
	{ isFor: "entries of the Workers and of the account's object, which wire the rest together", folders: ["."] },
	{
		isFor: "what goes through several entities: uploads, files, sockets, the alarm",
		folders: ["ingest", "import", "export", "live", "link", "alarm", "seed", "undo"],
	},
	{
		isFor: "entities with their procedures",
		folders: [
			"account",
			"session",
			"device",
			"group",
			"contact",
			"message",
			"alert",
			"report",
			"billing",
			"integration",
			"log",
		],
	},
	{ isFor: "engines: the store of readings, what every change writes, keys", folders: ["store", "journal", "keys"] },
	{ isFor: "tables, and the SQL of each entity, which decides nothing", folders: ["db"] },
	{ isFor: "what every request needs: context, errors, ids, settings, tRPC", folders: ["base"] },
];

const sources = execFileSync(
	"git",
	["ls-files", "--cached", "--others", "--exclude-standard", "backend/*.ts", "backend/*.tsx"],
	{
		cwd: root,
		encoding: "utf8",
	},
)
	.split("\n")
	.filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts") && existsSync(join(root, path)));
const known = new Set(sources);

const importPattern = /\bfrom\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"|^import "(\.[^"]+)"/gm;

/** Types included. What is outside of these files, as `shared/`, is not among them. */
const imports = sources.flatMap((from) =>
	[...readFileSync(join(root, from), "utf8").matchAll(importPattern)]
		.map((match) => normalize(join(dirname(from), match[1] ?? match[2] ?? match[3] ?? "")))
		.flatMap((to) => [`${to}.ts`, `${to}.tsx`].filter((path) => known.has(path)))
		.map((to) => ({ from, to })),
);

/** `store` of `backend/store/block/seal.ts`; a point for what lies in `backend/` itself. */
function folderOf(path: string): string {
	const parts = path.split("/");
	return parts.length > 2 ? (parts[1] ?? "") : ".";
}

const floorOf = (path: string) => floors.findIndex(({ folders }) => folders.includes(folderOf(path)));

/** What leads from a node to itself, by way of others; one such way for each circle that is found first. */
function circles(edges: { from: string; to: string }[]): string[][] {
	const next = new Map<string, Set<string>>();
	for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
	const found: string[][] = [];
	const done = new Set<string>();
	const walk = (node: string, way: string[]): void => {
		if (way.includes(node)) found.push([...way.slice(way.indexOf(node)), node]);
		else if (!done.has(node)) for (const to of next.get(node) ?? []) walk(to, [...way, node]);
		done.add(node);
	};
	for (const node of next.keys()) walk(node, []);
	return found;
}

it("finds files and imports, so that the rules below have something to hold", () => {
	expect(sources.length).toBeGreaterThan(100);
	expect(imports.length).toBeGreaterThan(500);
	for (const folder of floors.flatMap(({ folders }) => folders)) {
		expect(
			sources.filter((path) => folderOf(path) === folder),
			folder,
		).not.toEqual([]);
	}
});

it("keeps every folder of the backend on a floor", () => {
	expect(sources.filter((path) => floorOf(path) === -1)).toEqual([]);
});

it("lets imports point down, or along their own floor", () => {
	expect(imports.filter(({ from, to }) => floorOf(from) > floorOf(to))).toEqual([]);
});

it("has no two folders import each other, also by way of others", () => {
	const between = imports.map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }));
	expect(circles(between.filter(({ from, to }) => from !== to))).toEqual([]);
});

it("has no file import itself by way of others", () => {
	expect(circles(imports)).toEqual([]);
});
