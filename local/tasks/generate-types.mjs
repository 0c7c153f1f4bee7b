import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Generator, getConfig } from "@tanstack/router-generator";
import { readCommandLine } from "./command-line.mjs";
import { routerOptions } from "./router-options.mjs";
import { compileWords } from "./words/compile-words.mjs";

readCommandLine({ usage: "npm run generate" });

const { experimental_generateTypes: generateTypes } = await import("wrangler");

const root = fileURLToPath(new URL("../../", import.meta.url));
process.chdir(root);

const layers = [
	["worker", "ConsoleEnv", "wrangler.toml"],
	["backend", "BackendEnv", "backend/wrangler.toml"],
	["local", "LocalEnv", "local/wrangler.toml"],
];

async function writeTypes(path, options) {
	const { content } = await generateTypes({ path, ...options });
	writeFileSync(path, content);
}

compileWords();
await new Generator({ config: getConfig(routerOptions, root), root }).run();
for (const [layer, envInterface, config] of layers)
	await writeTypes(`${layer}/env.d.ts`, { config, envInterface, includeRuntime: false, strictVars: false });
await writeTypes("runtime.d.ts", { config: "wrangler.toml", includeEnv: false });
