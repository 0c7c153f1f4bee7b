// The whole check of the product, in order: what the types, the linters and the builds say, then every test.
// Ends with what failed, by name and reason, and the line `N passed, N failed`; each step before the tests counts as
// one. The names stand at the end because whoever reads a run of half an hour is often given its last lines alone.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const root = fileURLToPath(new URL("../", import.meta.url));
const filters = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), "aqlcloud-tests-"));
const linesPerFailure = 12;
let passed = 0;
let failed = 0;
const failures = [];

function run(command, args) {
	return spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}

function step(name, args) {
	console.log(`\n▶ ${name}`);
	if (run("npm", ["run", "--silent", ...args])) passed += 1;
	else {
		failed += 1;
		failures.push(name);
		console.log(`✗ ${name}`);
	}
}

function vitest(name, args) {
	console.log(`\n▶ ${name}`);
	const outputFile = join(reports, `${name}.json`);
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`];
	// A filter may name tests of one of the two kinds only; that none ran at all is told at the end.
	const chosen = filters.length === 0 ? [] : ["--passWithNoTests", ...filters];
	const isGreen = run("vitest", ["run", ...reporters, ...args, ...chosen]);
	let report;
	try {
		report = JSON.parse(readFileSync(outputFile, "utf8"));
	} catch (error) {
		console.log(`✗ ${name} wrote no report: ${error.message}`);
		failed += 1;
		failures.push(`${name}: no report`);
		return;
	}
	passed += report.numPassedTests;
	// A skipped test is not a passed one; a broken file or an unhandled error fails the run without a failed test.
	const notPassed = report.numTotalTests - report.numPassedTests;
	failed += notPassed > 0 || isGreen ? notPassed : 1;
	const told = failuresOf(report);
	failures.push(...told);
	if (!isGreen && told.length === 0) failures.push(`${name}: an error outside its tests, told above`);
}

function failuresOf(report) {
	return report.testResults.flatMap((file) => {
		const path = relative(root, file.name);
		const tests = file.assertionResults
			.filter(({ status }) => status !== "passed")
			.map((test) => [`${path} > ${test.fullName} (${test.status})`, ...test.failureMessages].join("\n"));
		return tests.length === 0 && file.status === "failed" ? [`${path}\n${file.message}`] : tests;
	});
}

function shortened(failure) {
	const lines = stripVTControlCharacters(failure).split("\n");
	const own = lines.filter((line) => !/^\s+at (?!.*tests\/)/.test(line));
	return own.slice(0, linesPerFailure).join("\n    ");
}

if (filters.length === 0) {
	step("types", ["types"]);
	step("lint", ["lint"]);
	step("unused code", ["unused"]);
	step("build for deployment", ["build"]);
	step("build for this machine", ["build:local"]);
} else if (!existsSync(join(root, "dist/local"))) {
	step("build for this machine", ["build:local"]);
}
vitest("tests", ["--project=!e2e"]);
vitest("end to end", ["--project=e2e"]);

rmSync(reports, { recursive: true });
for (const failure of failures) console.log(`\n✗ ${shortened(failure)}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
