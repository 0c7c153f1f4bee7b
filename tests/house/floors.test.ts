import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

type Floor = { isFor: string; parts: string[] };

/**
 * The floors of each layer from the top. A part is a folder, a file, or `.` for the layer's other files. Imports point down, and
 * within a floor one way only.
 */
const floors: Record<string, Floor[]> = {
	worker: [
		{ isFor: "the chain of every route, and the handlers that are one file", parts: ["."] },
		{ isFor: "handlers of several files: signing in, calls to the backend", parts: ["auth", "forward"] },
		{ isFor: "what routes do alike", parts: ["middleware"] },
		{ isFor: "what is built once per isolate, and what a route gathers", parts: ["services"] },
		{ isFor: "who asks: cookies, refresh, the end of a session", parts: ["session"] },
		{ isFor: "the calls to Cognito, and its tokens", parts: ["cognito"] },
		{ isFor: "bindings and settings", parts: ["settings"] },
		{ isFor: "answers, refusals, events, limits, headers", parts: ["base"] },
	],
	backend: [
		{ isFor: "entries of the Workers and of the account's object, which wire the rest together", parts: ["."] },
		{
			isFor: "what goes through several entities: uploads, files, sockets, the alarm",
			parts: [
				"ingest",
				"import",
				"lake",
				"export",
				"live",
				"link",
				"alarm",
				"seed",
				"undo",
				"first-steps",
				"leaving",
				"recovery",
				"brand",
				"api",
				"assistant",
				"wall",
				"public-link",
				"overview",
				"openapi",
				"mail",
			],
		},
		{
			isFor: "entities with their procedures",
			parts: [
				"account",
				"attachment",
				"certificate",
				"session",
				"device",
				"group",
				"floor-plan",
				"contact",
				"duty",
				"message",
				"alert",
				"report",
				"trail-review",
				"round",
				"proposal",
				"billing",
				"storage",
				"integration",
				"log",
				"webhook",
			],
		},
		{
			isFor: "engines: the store of readings, what every change writes and its archive, keys, the writer of workbooks",
			parts: ["evidence", "store", "activity", "keys", "workbook"],
		},
		{ isFor: "tables, and the SQL of each entity, which decides nothing", parts: ["db"] },
		{ isFor: "what every request needs: context, errors, ids, settings, tRPC", parts: ["base"] },
	],
	client: [
		{ isFor: "what starts a page", parts: ["."] },
		{ isFor: "addresses, each with its queries", parts: ["routes"] },
		{
			isFor: "areas of the product, which do not know each other, and the reports of errors",
			parts: ["features", "error-reporting"],
		},
		{
			isFor: "what several areas show: a chart, a floor plan, what is done with devices",
			parts: ["chart", "device-actions", "floor-plan"],
		},
		{ isFor: "what forms share", parts: ["forms"] },
		{ isFor: "how entities read on every screen", parts: ["entities"] },
		{ isFor: "controls, which know no call, and calls, which know no control", parts: ["ui", "api"] },
		{ isFor: "single facts of the whole interface, and its words", parts: ["base", "words"] },
	],
	"client/ui": [
		{ isFor: "lists and their tools", parts: ["table"] },
		{ isFor: "frames of a page and the theme", parts: ["layout"] },
		{ isFor: "what people type in and press", parts: ["form"] },
		{ isFor: "how times read", parts: ["time"] },
		{ isFor: "dialogs, notes, tooltips, what loads", parts: ["feedback"] },
		{ isFor: "how values read, and small pictures of them", parts: [".", "chart"] },
	],
	shared: [
		{ isFor: "what a local run begins with, and the endpoints without a session", parts: ["."] },
		{ isFor: "what an account is, has and pays, and what its first screen counts", parts: ["account", "overview"] },
		{ isFor: "what is made of readings and events", parts: ["report", "round"] },
		{ isFor: "what is watched, and what was recorded", parts: ["alert", "log"] },
		{ isFor: "devices and their groups; people and what reaches them", parts: ["device", "message"] },
		{ isFor: "how readings come in, people sign in, and errors are told", parts: ["ingest", "session", "errors"] },
		{ isFor: "clocks, zones and hours of the week, and turns by them", parts: ["duty", "time"] },
		{ isFor: "words in every language", parts: ["words"] },
		{ isFor: "how values read, and their units", parts: ["formats"] },
		{ isFor: "what any value is of: ids, names, lengths of time, limits", parts: ["base"] },
	],
	local: [
		{ isFor: "the Worker of a local run, its pages, and tasks", parts: [".", "tasks"] },
		{ isFor: "the emulated user pool and identity pool", parts: ["user-pool"] },
		{ isFor: "loggers that go on sending", parts: ["simulator.ts"] },
		{ isFor: "the demo account", parts: ["seed"] },
		{
			isFor: "who and what is there from the start",
			parts: ["mailbox.ts", "personas.ts", "local-settings.ts", "page-frame.ts"],
		},
	],
};

const importPattern = /\bfrom\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"|^import "(\.[^"]+)"/gm;

type Import = { from: string; to: string };

function sourcesOf(layer: string): string[] {
	const names = [`${layer}/*.ts`, `${layer}/*.tsx`, `${layer}/*.module.css`];
	const listed = ["ls-files", "--cached", "--others", "--exclude-standard", ...names];
	return execFileSync("git", listed, { cwd: root, encoding: "utf8" })
		.split("\n")
		.filter((path) => /\.(tsx?|css)$/.test(path) && !path.endsWith(".d.ts") && existsSync(join(root, path)));
}

/** Includes types. Leaves out files of other layers, such as `shared/`. */
function importsOf(sources: string[]): Import[] {
	const known = new Set(sources);
	return sources.flatMap((from) =>
		[...readFileSync(join(root, from), "utf8").matchAll(importPattern)]
			.map((match) => normalize(join(dirname(from), match[1] ?? match[2] ?? match[3] ?? "")))
			.flatMap((to) => [to, `${to}.ts`, `${to}.tsx`].filter((path) => known.has(path)))
			.map((to) => ({ from, to })),
	);
}

/** Paths that lead from a node to itself by way of others; one for each circle. */
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

describe.each(Object.entries(floors))("%s", (layer, table) => {
	const sources = sourcesOf(layer);
	const imports = importsOf(sources);
	const parts = table.flatMap((floor) => floor.parts);

	/** `store` of `backend/store/block/checksum.ts`, `simulator.ts` of `local/simulator.ts`. */
	function partOf(path: string): string {
		const [first = "", ...rest] = path.slice(layer.length + 1).split("/");
		return parts.includes(first) || rest.length > 0 ? first : ".";
	}

	const floorOf = (path: string) => table.findIndex((floor) => floor.parts.includes(partOf(path)));

	it("finds files and imports, so that the rules below have something to hold", () => {
		expect(imports.length).toBeGreaterThan(sources.length / 2);
		expect(parts.filter((part) => !sources.some((path) => partOf(path) === part))).toEqual([]);
	});

	it("keeps every folder on a floor", () => {
		expect(sources.filter((path) => floorOf(path) === -1)).toEqual([]);
	});

	it("lets imports point down, or along their own floor", () => {
		expect(imports.filter(({ from, to }) => floorOf(from) > floorOf(to))).toEqual([]);
	});

	it("allows no two folders to import each other, also by way of others", () => {
		const between = imports.map(({ from, to }) => ({ from: partOf(from), to: partOf(to) }));
		expect(circles(between.filter(({ from, to }) => from !== to))).toEqual([]);
	});

	it("allows no file to import itself by way of others", () => {
		expect(circles(imports)).toEqual([]);
	});
});
