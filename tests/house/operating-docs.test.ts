import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../shared/errors/error-codes";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const text = read("docs/operating.md");
const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = globSync("{shared,worker,backend}/**/*.ts", { cwd: root }).map((path) => ({ path, text: read(path) }));
/** Events of the error service that no line has. */
const reportedAlone = ["provider-event-failed"];

function explainedIn(section: string): string[] {
	const [, rest = ""] = text.split(`\n## ${section}\n`);
	const [part = ""] = rest.split("\n## ");
	return part.split("\n").flatMap((row) => {
		const [, names = "", what = "", todo = ""] = row.split("|");
		if (what.trim() === "" || todo.trim() === "") return [];
		return [...names.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);
	});
}

describe("the page for operators", () => {
	it("explains each error of a call once, says what to do, and names no other", () => {
		expect(explainedIn("Names of errors").sort()).toEqual(Object.keys(errorCodes).sort());
	});

	it("explains each event that a Worker or an account's object may log, and names no other", () => {
		const [, backend = ""] = read("backend/base/event-log.ts").split("type BackendEvent =");
		const [verbs = "", console = ""] = read("worker/base/event-log.ts").split("export type LogEvent =");
		const unionOf = (source: string) =>
			[...(source.split(";")[0] ?? "").matchAll(/\| "([a-z-]+)"/g)].map(([, name = ""]) => name);
		const written = sources.flatMap(({ text }) =>
			[...text.matchAll(/\bevent: "([a-z-]+)"/g)].map(([, name = ""]) => name),
		);
		// The page explains how events of sign-in are named by their verbs, outcomes and follow-ups.
		const named = unionOf(verbs).flatMap((verb) => [verb, `${verb}-failed`]);
		named.push("sign-in-challenged", "refresh");
		const logged = [...unionOf(backend), ...unionOf(console), ...written].filter(
			(name) => ![...named, ...reportedAlone].includes(name),
		);
		expect(logged.length).toBeGreaterThan(30);
		expect(explainedIn("Events of the log").sort()).toEqual([...new Set(logged)].sort());
	});

	it("covers every line, as nothing else writes one", () => {
		const writers = sources.filter(({ text }) => /\bconsole\.(?:log|info|warn|error|debug)\(/.test(text));
		expect(writers.map(({ path }) => path).sort()).toEqual([
			"backend/base/event-log.ts",
			"backend/base/report-error.ts",
			"worker/base/event-log.ts",
		]);
	});

	it("leaves the choice of lines to the code, which knows the outcome", () => {
		for (const path of ["wrangler.toml", "backend/wrangler.toml"])
			expect(read(path)).not.toContain("head_sampling_rate");
	});

	it("leads only to places that there are", () => {
		for (const [, path = "", anchor] of text.matchAll(/\]\(([\w-]+\.md)(?:#([\w-]+))?\)/g)) {
			const headings = [...read(`docs/${path}`).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
				heading
					.toLowerCase()
					.replace(/[^\w -]/g, "")
					.replaceAll(" ", "-"),
			);
			if (anchor !== undefined) expect(headings, `${path}#${anchor}`).toContain(anchor);
		}
	});
});
