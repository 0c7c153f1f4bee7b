import { defineConfig } from "vitest/config";

// As in vite.config.ts: nothing asks the internet.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
// No one looks at the traces that the local runtime would write of every request; the products of browser tests inherit it.
process.env.X_LOCAL_OBSERVABILITY ??= "false";

/** One project per runtime; each folder under tests/ that needs its own set-up brings its own config. */
export default defineConfig({
	test: { projects: ["tests/*/vitest.config.ts"] },
});
