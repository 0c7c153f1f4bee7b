// `npm run qualification`: runs the test of each promise that docs/security.md, docs/qualification.md and
// docs/session-checklist.md make, and writes what came of it. `-- T1 P3` runs these alone.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { saveReport } from "../soak/report.mjs";
import { listPromises, listSentences, root } from "./promises.mjs";

const { values, positionals } = readCommandLine({
	usage: "npm run qualification [-- --report <file>] [<number of a promise>…]",
	options: { report: { type: "string", default: "dist/proofs/qualification.md" } },
	allowPositionals: true,
});

const promises = [
	...listPromises().map(({ file, ...rest }) => ({ ...rest, files: [file] })),
	...listSentences(),
].filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const unknown = positionals.filter((id) => !promises.some((promise) => promise.id === id));
if (unknown.length > 0) {
	console.error(`No promise is numbered ${unknown.join(", ")}`);
	process.exit(2);
}

/** These projects read the builds, as in `npm test`. */
const ofBuiltProduct = ["house", "integration", "upstream", "e2e"];

/** Builds this version, also in a fresh clone. */
function buildProduct() {
	for (const name of ["build", "build:local"]) {
		console.log(`npm run ${name}`);
		const { status } = spawnSync("npm", ["run", name], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
		if (status === 0) continue;
		console.error(`npm run ${name} failed: nothing was tested`);
		process.exit(1);
	}
}

/** Runs these files by project. Returns the result of every test. */
function runTests(files) {
	const folder = mkdtempSync(join(tmpdir(), "aqlcloud-qualification-"));
	const byProject = Map.groupBy(files, (path) => path.split("/")[1]);
	if (ofBuiltProduct.some((project) => byProject.has(project))) buildProduct();
	const results = [...byProject].flatMap(([project, paths]) => {
		const outputFile = join(folder, `${project}.json`);
		const args = ["vitest", "run", `--project=${project}`, "--reporter=json", `--outputFile=${outputFile}`, ...paths];
		console.log(`${paths.length} files of ${project}`);
		spawnSync("npx", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
		return existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, "utf8")).testResults : [];
	});
	rmSync(folder, { recursive: true });
	return results.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ fullName, status, failureMessages = [] }) => {
			const [why = ""] = (failureMessages[0] ?? "").split("\n");
			return { file: relative(root, name), fullName, status, why };
		}),
	);
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const stateOfFiles = () =>
	`${git("rev-parse", "HEAD")}${git("status", "--porcelain") === "" ? "" : ", with changes that are not committed"}`;

const startedAt = new Date();
const tested = stateOfFiles();
const results = runTests([...new Set(promises.flatMap(({ files }) => files))].sort());

/** A promise holds where at least one test shows it and each of them passed. */
function verdictOf({ files, title, id }) {
	const isNumbered = title === `${id} `;
	const named = new RegExp(`(^| )${id} `);
	const tests = results.filter(
		({ file, fullName }) => files.includes(file) && (isNumbered ? named.test(fullName) : fullName.includes(title)),
	);
	const failed = tests.filter(({ status }) => status !== "passed");
	return { tests: tests.length, isHeld: tests.length > 0 && failed.length === 0, failed };
}

const { version, dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const versionOf = (name) => `${name} ${(dependencies[name] ?? devDependencies[name]) || ""}`;
const rows = promises.map((promise) => ({ ...promise, ...verdictOf(promise) }));
const notHeld = rows.filter(({ isHeld }) => !isHeld);
const text = [
	"# Evidence of tests",
	"",
	"Written by `npm run qualification`. Nobody has signed it, and it claims no compliance with any rule.",
	"",
	`- AQLCloud ${version}, commit ${tested}`,
	...(stateOfFiles() === tested ? [] : ["- **The files changed while the tests ran: this is evidence of no version**"]),
	`- ${startedAt.toISOString()} to ${new Date().toISOString()}, ${process.platform} ${process.arch}, Node ${process.version}`,
	`- ${["vitest", "@cloudflare/vitest-plugin", "wrangler", "miniflare", "hono", "@trpc/server", "drizzle-orm"].map(versionOf).join(", ")}`,
	`- ${positionals.length === 0 ? "" : "A part, as asked for: "}${rows.length - notHeld.length} of ${rows.length} promises held, shown by ${results.length} tests in their files`,
	"",
	"| | promise | tests | result |",
	"|---|---|---|---|",
	...rows.map(({ id, promise, files, tests, isHeld }) => {
		const shown = files.map((file) => `\`${file}\``).join(", ");
		return `| ${id} | ${promise} | ${tests} in ${shown} | ${isHeld ? "held" : tests === 0 ? "**no test was run**" : "**failed**"} |`;
	}),
	"",
	...notHeld.flatMap(({ id, failed }) =>
		failed.map(({ file, fullName, status, why }) => `- ${id}: ${file}, ${fullName}: ${status}. ${why}`),
	),
	"",
].join("\n");
saveReport(values.report, text);
process.exitCode = notHeld.length === 0 ? 0 : 1;
