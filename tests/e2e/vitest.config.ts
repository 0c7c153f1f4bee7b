import { defineProject } from "vitest/config";

export default defineProject({
	test: {
		name: "e2e",
		environment: "node",
		include: ["**/*.e2e.ts"],
		// The files of a worker share its browser.
		isolate: false,
		globalSetup: ["./product.ts"],
		setupFiles: ["./begin-with-seed.ts"],
		testTimeout: 60_000,
		hookTimeout: 30_000,
		// As long as a locator waits: the second that is usual is too short for a machine that is busy.
		expect: { poll: { timeout: 30_000 } },
		// A browser waits more than it computes; each worker has a product of its own.
		maxWorkers: 2,
		sequence: { groupOrder: 1 },
	},
});
