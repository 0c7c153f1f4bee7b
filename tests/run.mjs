// The whole check of the product: what the types, the linters and the builds say, and every test. Ends with the time
// of each stage, the slowest tests, what failed by name and reason, and the line `N passed, N failed`; each step that
// is no test counts as one. The failures stand at the end because a user who reads a run is often given its last lines.
//
//   npm test                    everything
//   npm test -- sign-in         the test files whose name holds it
//   npm test -- --changed       what the changes since the last commit touch; --changed=main since that branch
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { readCommandLine } from "../local/tasks/command-line.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const {
	values: { changed: changedSince },
	positionals: filters,
} = readCommandLine({
	usage: "npm test [-- <part of a file's name>… | --changed[=<branch>]]",
	options: { changed: { type: "string" } },
	allowPositionals: true,
	args: process.argv.slice(2).map((text) => (text === "--changed" ? "--changed=HEAD" : text)),
});
/** The runtime waits for a disk at every write, so tests store in a large enough folder in memory. */
const memory = { folder: "/dev/shm", leastBytes: 4 * 1024 ** 3 };

function hasRoom({ folder, leastBytes }) {
	if (!existsSync(folder)) return false;
	const { bavail, bsize } = statfsSync(folder);
	return bavail * bsize >= leastBytes;
}

if (hasRoom(memory)) process.env.TMPDIR = memory.folder;
const reports = mkdtempSync(join(tmpdir(), "aqlcloud-tests-"));
// Dozens of processes load vitest, vite or wrangler, and without a cache each compiles them.
process.env.NODE_COMPILE_CACHE ??= join(reports, "compiled");
const linesPerFailure = 30;
const slowestShown = 20;
/** Browser test files that may need a second try in one run: one more, and the run fails. */
const secondTriesAllowed = 2;

/**
 * Every project of tests but the browser's, longest first, one process of vitest each. A folder of tests is a project of
 * its name. The backend needs no build and takes one core for half of the run, so it begins at once; in two parts it
 * would load everything twice.
 */
const longestFirst = [
	"backend",
	"component",
	"house",
	"worker",
	"integration",
	"upstream",
	"upgrade",
	"shared",
	"local",
];
/** These projects read the builds. */
const ofBuiltProduct = ["house", "integration", "upstream"];
const otherProjects = readdirSync(join(root, "tests")).filter(
	(name) => name !== "e2e" && existsSync(join(root, "tests", name, "vitest.config.ts")) && !longestFirst.includes(name),
);
const waiting = [...longestFirst, ...otherProjects];

let passed = 0;
let failed = 0;
const failures = [];
const stages = [];
const tests = [];
const secondTries = [];

/** Runs a command; prints its output once it has ended, so that parallel commands stay readable. */
function run(command, args, isShownAtOnce = false) {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		const read = (chunk) => {
			if (isShownAtOnce) process.stdout.write(chunk);
			else output += chunk;
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		child.once("error", (error) => resolve({ isGreen: false, output: String(error) }));
		child.once("close", (code) => resolve({ isGreen: code === 0, output }));
	});
}

async function timed(name, work) {
	const startedAt = performance.now();
	const result = await work();
	stages.push({ name, seconds: (performance.now() - startedAt) / 1_000 });
	return result;
}

function step(name, command, ...args) {
	return timed(name, async () => {
		const { isGreen, output } = await run(command, args);
		console.log(`\n▶ ${name}\n${output}`);
		if (isGreen) passed += 1;
		else {
			failed += 1;
			failures.push(`${name}\n${output.trim().split("\n").slice(-linesPerFailure).join("\n")}`);
			console.log(`✗ ${name}`);
		}
	});
}

/** Runs tests. Returns the report, or null where there is none. */
async function vitest(name, args, isShownAtOnce = true) {
	const outputFile = join(reports, `${name}.json`);
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`];
	if (isShownAtOnce) console.log(`\n▶ ${name}`);
	const { isGreen, output } = await timed(name, () =>
		run("vitest", ["run", ...reporters, "--passWithNoTests", ...args], isShownAtOnce),
	);
	if (!isShownAtOnce) console.log(`\n▶ ${name}\n${output}`);
	try {
		return { isGreen, ...JSON.parse(readFileSync(outputFile, "utf8")) };
	} catch (error) {
		console.log(`✗ ${name} wrote no report: ${error.message}`);
		failed += 1;
		failures.push(`${name}: no report`);
		return null;
	}
}

/** A skipped test counts as failed; a broken file or an unhandled error fails the run without a failed test. */
function count(name, { isGreen, testResults }) {
	let isExplained = false;
	for (const file of testResults) {
		const path = relative(root, file.name);
		for (const { status, fullName, duration, failureMessages } of file.assertionResults) {
			tests.push({ title: `${path} > ${fullName}`, seconds: (duration ?? 0) / 1_000 });
			if (status === "passed") {
				passed += 1;
				continue;
			}
			failed += 1;
			isExplained = true;
			// A hook that fails leaves its tests skipped and its reason with the file.
			const reasons = failureMessages.length > 0 || !file.message ? failureMessages : [file.message];
			failures.push([`${path} > ${fullName} (${status})`, ...reasons].join("\n"));
		}
		if (file.status !== "failed" || file.assertionResults.some(({ status }) => status !== "passed")) continue;
		failed += 1;
		isExplained = true;
		failures.push(`${path}\n${file.message}`);
	}
	if (isGreen || isExplained) return;
	failed += 1;
	failures.push(`${name}: an error outside its tests, reported above`);
}

/** Repeats a failed browser test once and reports it: a defect of the product or of the test. */
async function browserTests(first) {
	const red = first.testResults.filter(({ status }) => status === "failed");
	if (red.length === 0 || red.length > secondTriesAllowed) return count("e2e", first);
	const second = await vitest("e2e, second try", ["--project=e2e", ...red.map(({ name }) => name)]);
	if (!second) return count("e2e", first);
	for (const file of red) {
		if (second.testResults.find(({ name }) => name === file.name)?.status !== "passed") continue;
		const lost = file.assertionResults.filter(({ status }) => status !== "passed");
		const reasons = lost.map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join("\n"));
		secondTries.push(`${relative(root, file.name)} > ${shortened(reasons.join("\n") || file.message)}`);
	}
	const kept = first.testResults.filter((file) => !red.includes(file));
	count("e2e", { isGreen: second.isGreen, testResults: [...kept, ...second.testResults] });
}

function shortened(failure) {
	const lines = stripVTControlCharacters(failure).split("\n");
	const own = lines.filter((line) => !/^\s+at (?!.*tests\/)/.test(line));
	return own.slice(0, linesPerFailure).join("\n    ");
}

/** Code in another process than its tests, where no import leads: a change there runs all of them. */
const testedByRequests = {
	backend: /^(backend|shared)\//,
	worker: /^(worker|shared)\//,
	local: /^(local|shared)\//,
	integration: /^(backend|local|shared|worker)\//,
	upstream: /^(backend|docs|shared|worker)\//,
	house: /./,
};

/** Browser tests import nothing of the product, so their names link them to it. */
function browserTestsFor(changedFiles) {
	const areaOf = (path) => /^(?:client\/(?:features|routes\/\w+)|backend|worker|local)\/([a-z-]+)/.exec(path)?.[1];
	const isProduct = (path) => /^(client|worker|backend|local|shared)\//.test(path);
	const areas = changedFiles.flatMap((path) => areaOf(path)?.replace(/s$/, "") ?? []);
	const files = readdirSync(join(root, "tests/e2e"), { recursive: true }).filter((path) => path.endsWith(".e2e.ts"));
	const isTouched = (path) =>
		changedFiles.includes(`tests/e2e/${path}`) ||
		(path === "frame/screens.e2e.ts" && changedFiles.some(isProduct)) ||
		areas.some((area) => path.includes(area));
	return files.filter(isTouched).map((path) => `tests/e2e/${path}`);
}

function changedFiles() {
	const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
	return [...git("diff", "--name-only", changedSince), ...git("ls-files", "--others", "--exclude-standard")];
}

const script = (name) => ["npm", "run", "--silent", name];

const isChecked = filters.length === 0;
let isBuilt = !isChecked && existsSync(join(root, "dist/local"));

async function builds() {
	if (isChecked) await step("build for deployment", ...script("build"));
	if (!isBuilt) await step("build for this machine", ...script("build:local"));
	if (isChecked && !isWithoutBrowser) {
		const folder = join(reports, "seeded-state");
		await step("seeded state", "node", "tests/e2e/write-seeded-state.mjs", folder);
		if (existsSync(folder)) process.env.AQLCLOUD_SEEDED_STATE = folder;
	}
	isBuilt = true;
}

async function readings() {
	if (!isChecked) return;
	// Several checkers of a project repeat a third of the work, beside a browser that needs the second core.
	await step("types", "tsc", "-b", "--checkers", "1");
	await step("lint", ...script("lint"));
	await step("unused code", ...script("unused"));
}

const startedAt = performance.now();
if (isChecked) await step("generated types", ...script("generate"));
const touched = changedSince ? changedFiles() : [];
const isWithoutBrowser = changedSince !== undefined && browserTestsFor(touched).length === 0;
const building = builds();

/** Takes the longest project, while the product is being built the longest that needs no build. */
async function takeNext() {
	const next = isBuilt ? 0 : waiting.findIndex((project) => !ofBuiltProduct.includes(project));
	if (next < 0) await building;
	return waiting.splice(Math.max(next, 0), 1)[0];
}

async function takeAll() {
	for (let next = await takeNext(); next; next = await takeNext()) {
		const report = await vitest(next, [`--project=${next}`, ...filesOf(next)], false);
		if (report) count(next, report);
	}
}

let firstTry = null;

/** One process with two workers that take file after file: fixed parts never end together. */
async function takeBrowser() {
	await building;
	if (isWithoutBrowser) return;
	firstTry = await vitest("e2e", ["--project=e2e", ...filesOf("e2e")], false);
}

function filesOf(project) {
	if (!changedSince) return filters;
	if (project === "e2e") return browserTestsFor(touched);
	const isWhole = touched.some((path) => testedByRequests[project]?.test(path));
	return isWhole ? filters : [`--changed=${changedSince}`, ...filters];
}

// Three beside each other on two cores, since a browser waits as long as it computes. The short projects come last, so
// that no core waits for the other.
await Promise.all([takeAll(), readings(), takeBrowser().then(() => Promise.all([takeAll(), takeAll()]))]);
if (firstTry) await browserTests(firstTry);

rmSync(reports, { recursive: true });
console.log("\nSlowest tests");
for (const { title, seconds } of tests.sort((a, b) => b.seconds - a.seconds).slice(0, slowestShown))
	console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${title}`);
console.log("\nStages");
for (const { name, seconds } of stages) console.log(`  ${seconds.toFixed(0).padStart(6)} s  ${name}`);
console.log(`  ${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(6)} s  in all`);
if (secondTries.length > 0) console.log(`\n${secondTries.length} passed on the second try`);
for (const reported of secondTries) console.log(`\npassed on the second try: ${reported}`);
for (const failure of failures) console.log(`\n✗ ${shortened(failure)}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
