import { defineProject } from "vitest/config";

export default defineProject({
	test: {
		name: "integration",
		environment: "node",
		// The build of a local run cannot be uploaded; this variable marks it as served.
		env: { AQLCLOUD_SERVED: "on" },
		include: ["**/*.test.ts"],
		testTimeout: 30_000,
		hookTimeout: 180_000,
		fileParallelism: false,
		// The files share the Workers, which take longer to start and to seed than all tests.
		isolate: false,
	},
});
