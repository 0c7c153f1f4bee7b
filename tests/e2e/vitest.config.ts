import { defineProject } from "vitest/config";

export default defineProject({
	test: {
		name: "e2e",
		environment: "node",
		include: ["**/*.e2e.ts"],
		globalSetup: ["./product.ts"],
		testTimeout: 60_000,
		hookTimeout: 240_000,
		// One product, one browser: two files at once would fight over both cores.
		fileParallelism: false,
	},
});
