import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Generator, getConfig } from "@tanstack/router-generator";
import { readCommandLine } from "./command-line.mjs";
import { routerOptions } from "./router-options.mjs";
import { compileWords } from "./words/compile-words.mjs";

readCommandLine({ usage: "npm run generate" });

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

const layers = [
	["worker", "ConsoleEnv", "wrangler.toml"],
	["backend", "BackendEnv", "backend/wrangler.toml"],
	["local", "LocalEnv", "local/wrangler.toml"],
];

const bindingTypes = layers.map(([layer, name, config]) =>
	run(
		"wrangler",
		[
			"types",
			`${layer}/env.d.ts`,
			"--env-interface",
			name,
			"--include-runtime",
			"false",
			"--strict-vars",
			"false",
			"-c",
			config,
		],
		{ cwd: root },
	),
);
const runtimeTypes = run("wrangler", ["types", "runtime.d.ts", "--include-env", "false", "-c", "wrangler.toml"], {
	cwd: root,
});
compileWords();
const routeTree = new Generator({ config: getConfig(routerOptions, root), root }).run();

await Promise.all([...bindingTypes, runtimeTypes, routeTree]);
