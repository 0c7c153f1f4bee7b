import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../shared/errors/error-codes";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const text = read("docs/operating.md");

/** The names of a section's tables, and in how many rows each stands. */
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

	it("explains each event that a Worker or an account's object may log", () => {
		const [, backend = ""] = read("backend/base/event-log.ts").split("type BackendEvent =");
		const [, console = ""] = read("worker/base/event-log.ts").split("| `$");
		const namesOf = (source: string) =>
			[...(source.split(";")[0] ?? "").matchAll(/\| "([a-z-]+)"/g)].map(([, name]) => name);
		// Where a verb of signing in ended, and what it went on with: the page says how these are named.
		const verbs = ["sign-in-challenged", "refresh"];
		const logged = [
			...namesOf(backend),
			...namesOf(console).filter((name) => !verbs.includes(name ?? "")),
			"not-counted",
		];
		expect(logged.length).toBeGreaterThan(30);
		expect(explainedIn("Events of the log").sort()).toEqual([...new Set(logged)].sort());
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
