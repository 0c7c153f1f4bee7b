import { defineProject } from "vitest/config";

export default defineProject({
	test: {
		name: "e2e",
		environment: "node",
		include: ["**/*.e2e.ts"],
		isolate: false,
		globalSetup: ["./product.ts"],
		setupFiles: ["./begin-with-seed.ts"],
		testTimeout: 60_000,
		hookTimeout: 30_000,
		// Time limit of a locator: the usual second is too short for a busy machine.
		expect: { poll: { timeout: 30_000 } },
		// A browser waits more than it computes; each worker has a product of its own.
		maxWorkers: 2,
		sequence: { groupOrder: 1 },
	},
});
