import { defineConfig } from "vitest/config";

// As in vite.config.ts: nothing asks the internet.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
// No one looks at the traces that the local runtime would write of every request.
process.env.X_LOCAL_OBSERVABILITY ??= "false";

/**
 * The folders of `--project=`, or all. Vitest would load every project's configuration to run one, and those of Workers
 * load wrangler: 10 s of processor time instead of 1.
 */
const named = process.argv.flatMap((argument) => /^--project=([a-z0-9]+)$/.exec(argument)?.[1] ?? []);
const folders = named.length > 0 ? named : ["*"];

/** One project per runtime; each folder under tests/ that needs its own set-up brings its own config. */
export default defineConfig({
	test: { projects: folders.map((folder) => `tests/${folder}/vitest.config.ts`) },
});
