// Checks whether a backend can stand behind the console: `npm run conformance -- --help`.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const { module } = await runnerImport(fileURLToPath(new URL("./command.ts", import.meta.url)));
process.exitCode = await module.conformance(process.argv.slice(2));
