// The whole check of the product, in order: what the types, the linters and the builds say, then every test.
// Ends with the line `N passed, N failed`; each step before the tests counts as one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const filters = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), "aqlcloud-tests-"));
let passed = 0;
let failed = 0;

function run(command, args) {
	return spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}

function step(name, args) {
	console.log(`\n▶ ${name}`);
	if (run("npm", ["run", "--silent", ...args])) passed += 1;
	else {
		failed += 1;
		console.log(`✗ ${name}`);
	}
}

function vitest(name, args) {
	console.log(`\n▶ ${name}`);
	const outputFile = join(reports, `${name}.json`);
	const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`];
	const isGreen = run("vitest", ["run", ...reporters, ...args, ...filters]);
	let report;
	try {
		report = JSON.parse(readFileSync(outputFile, "utf8"));
	} catch (error) {
		console.log(`✗ ${name} wrote no report: ${error.message}`);
		failed += 1;
		return;
	}
	passed += report.numPassedTests;
	// A skipped test is not a passed one; a broken file or an unhandled error fails the run without a failed test.
	const notPassed = report.numTotalTests - report.numPassedTests;
	failed += notPassed > 0 || isGreen ? notPassed : 1;
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
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
