// Wrangler's own command starts a runtime for each statement: 24 s of processor time instead of 2.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { readCommandLine } from "./command-line.mjs";
import { migrateDirectory } from "./migrate-directory.mjs";

const {
	positionals: [folder = fileURLToPath(new URL("../../.wrangler/state", import.meta.url))],
} = readCommandLine({ usage: "npm run migrate:local [-- <folder of the state>]", allowPositionals: true });

const worker = { name: "directory", modules: true, script: "export default {}", d1Databases: ["DIRECTORY"] };
const stored = { workers: [worker], resourcePersistencePath: join(folder, "v3") };
const runtime = new Miniflare(convertV4MiniflareOptions(stored));
try {
	for (const name of await migrateDirectory(await runtime.getD1Database("DIRECTORY"))) console.log(`Applied ${name}`);
} finally {
	await runtime.dispose();
}
