import { defineConfig } from "vitest/config";

/** One project per runtime; each folder under tests/ that needs its own set-up brings its own config. */
export default defineConfig({
	test: { projects: ["tests/*/vitest.config.ts"] },
});
