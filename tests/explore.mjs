// Looks for inputs that a property does not hold for: every test file with properties, with another seed at each call and
// many times the runs of `npm test`. A failure says its seed and path; the seed repeats it.
//
//   npm run explore                     all of them, 30 times the runs
//   npm run explore -- series-step      the files whose name holds it
//   npm run explore -- --times=200      as many times the runs
//   npm run explore -- --seed=-12345    the inputs of that seed
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../local/tasks/command-line.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const { values, positionals } = readCommandLine({
	usage: "npm run explore [-- <part of a file's name>… --times=<number> --seed=<number>]",
	allowPositionals: true,
	options: { times: { type: "string", default: "30" }, seed: { type: "string" } },
});
const seed = values.seed ?? String(randomInt(2 ** 31));
const usualTimeLimitMs = 60_000;

const files = globSync("tests/**/*.test.ts", { cwd: root })
	.filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)))
	.filter((path) => readFileSync(join(root, path), "utf8").includes("fc.assert("));
if (files.length === 0) throw new Error("No test file of that name has a property.");

console.log(`${files.length} files with properties, ${values.times} times their runs, seed ${seed}`);
const timeLimit = `--testTimeout=${usualTimeLimitMs * Number(values.times)}`;
const { status } = spawnSync("vitest", ["run", timeLimit, ...files], {
	cwd: root,
	stdio: "inherit",
	env: { ...process.env, VITE_PROPERTY_SEED: seed, VITE_PROPERTY_TIMES: values.times },
});
console.log(`\nThese inputs again: npm run explore -- --seed=${seed} --times=${values.times} ${positionals.join(" ")}`);
process.exitCode = status ?? 1;
