import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { procedurePage } from "../../local/tasks/list-procedures.mjs";
import type { ConditionKind } from "../../shared/alert/conditions/registry";
import { deviceTexts, reportedTexts } from "../../shared/base/plain-fields";
import { derivedKinds } from "../../shared/device/derived/registry";
import { chosenTypes } from "../../shared/report/report-types";
import { sessionLimits as limitBounds, type SessionLimitName } from "../../shared/session/session-limits";
import { t as reportTypeWords } from "../../shared/words/made/report-types";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const documents = globSync(["*.md", "docs/**/*.md"], { cwd: root }).map((path) => {
	return { path, text: readFileSync(join(root, path), "utf8") };
});
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Commands by the words before their last one, whose help lists them: one help for each. */
function wranglerParents(): [string, string[]][] {
	const found = documents.flatMap(({ text }) => [...text.matchAll(/npx wrangler((?: [a-z][a-z0-9-]*)+)/g)]);
	const commands = found.map(([, words = ""]) => words.trim().split(" "));
	// Names of queues and buckets look like words.
	const bare = commands.map((words) => words.filter((word) => !word.startsWith("aqlcloud")));
	return [...Map.groupBy(bare, (words) => words.slice(0, -1).join(" "))].map(([parent, list]) => {
		return [parent, [...new Set(list.map((words) => words.at(-1) ?? ""))]];
	});
}

describe("the page of procedures", () => {
	it("lists the procedures as the routers' source has them", () => {
		expect(readFileSync(join(root, "docs/procedures.md"), "utf8")).toBe(procedurePage());
	});
});

describe("a page that lists kinds", () => {
	const page = (name: string) => readFileSync(join(root, "docs", name), "utf8");

	it("lists each type of report that the form makes in a row", () => {
		const labels = chosenTypes.map((type) => reportTypeWords(`type.${type}`));
		expect(labels.filter((label) => !page("reports.md").includes(`\n| ${label} |`))).toEqual([]);
	});

	it("names each kind of derived channel", () => {
		const text = page("derived.md").toLowerCase();
		const titles = Object.values(derivedKinds).map(({ title }) => title.toLowerCase());
		expect(titles.filter((title) => !text.includes(title))).toEqual([]);
	});

	it("names each kind of condition in the row of what a rule watches for", () => {
		const row = page("alerts.md").match(/^\| Watch for \|.*$/m)?.[0];
		for (const words of Object.values(conditions)) expect(row).toContain(words);
	});

	it("names each text of devices that the report on the set-up lists", () => {
		const row = page("evidence.md").match(/^\| Devices \|.*$/m)?.[0];
		for (const text of reportedTexts) expect(row).toContain(deviceTexts[text].label.toLowerCase());
	});

	it("names each limit of sessions", () => {
		for (const { ofUsers, ofIdentity } of Object.values(sessionLimits)) {
			expect(page("users.md")).toContain(ofUsers);
			expect(page("identity.md")).toContain(ofIdentity);
		}
	});
});

const conditions: Record<ConditionKind, string> = {
	threshold: "a limit",
	range: "a range",
	levels: "several levels",
	noData: "missing data",
	rate: "a fast change",
	stuck: "a stuck value",
	statistic: "a statistic over",
	repeated: "several readings",
	battery: "battery",
	signal: "signal",
	clockDrift: "clock",
};

const sessionLimits: Record<SessionLimitName, { ofUsers: string; ofIdentity: string }> = {
	sessionHours: {
		ofUsers: "longer ago than the account allows",
		ofIdentity: `hours after signing in, ${boundsOf("sessionHours")}`,
	},
	idleMinutes: {
		ofUsers: "idle for longer than one of the accounts allows",
		ofIdentity: `minutes without activity, ${boundsOf("idleMinutes")}`,
	},
};

function boundsOf(name: SessionLimitName): string {
	const { least, most } = limitBounds[name];
	return `${least} to ${most}`;
}

describe("a command in a document", () => {
	it.each(documents)("names a script of package.json: $path", ({ text }) => {
		const named = [...text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name = ""]) => name);
		expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
	});

	it.each(documents)("names a script's file: $path", ({ text }) => {
		const named = [...text.matchAll(/node ((?:local|tests)\/[\w/-]+\.mjs)/g)].map(([, path = ""]) => path);
		expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	});

	it.each(wranglerParents())("names a command that wrangler has: %s", { timeout: 60_000 }, async (parent, names) => {
		const words = parent.split(" ").filter(Boolean);
		const { stdout } = await run("wrangler", [...words, "--help"], { cwd: root });
		for (const name of names) expect(stdout).toContain(["wrangler", ...words, name].join(" "));
	});
});

describe("a path in a document", () => {
	const layers = /`((?:backend|client|docs|local|shared|tests|worker)\/[\w./-]*)`/g;

	it.each(documents.filter(({ path }) => !path.startsWith("docs/decisions/") && path !== "CHANGELOG.md"))(
		"leads to a file or a folder: $path",
		({ text }) => {
			const named = [...text.matchAll(layers)].map(([, path = ""]) => path);
			expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
		},
	);
});

describe("the map of the code", () => {
	it("answers at most twelve questions in a section", () => {
		const map = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("# Which way imports point")[0] ?? "";
		const sections = map.split(/^## /m).slice(1);
		const rows = sections.map(
			(text) => [text.split("\n")[0], text.match(/^\| (?!question|-)/gm)?.length ?? 0] as const,
		);
		expect(rows.filter(([, count]) => count === 0 || count > 12)).toEqual([]);
	});
});

describe("a link in a document", () => {
	it.each(documents.filter(({ path }) => !path.startsWith("docs/decisions/")))(
		"leads to a file: $path",
		({ path, text }) => {
			const targets = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target = ""]) => target);
			const missing = targets.filter((target) => !existsSync(join(root, dirname(path), target)));
			expect(missing).toEqual([]);
		},
	);

	it("leads to a heading that there is", () => {
		const slug = (heading: string) =>
			heading
				.replaceAll("`", "")
				.toLowerCase()
				.replace(/[^\w -]/g, "")
				.replaceAll(" ", "-");
		const broken = documents.flatMap(({ path, text }) =>
			[...text.matchAll(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g)].flatMap(([, target, anchor = ""]) => {
				const other = target === undefined ? path : join(dirname(path), target);
				const there = existsSync(join(root, other)) ? readFileSync(join(root, other), "utf8") : "";
				const headings = [...there.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slug(heading));
				return headings.includes(anchor) ? [] : [`${path}: ${target ?? ""}#${anchor}`];
			}),
		);
		expect(broken).toEqual([]);
	});
});
