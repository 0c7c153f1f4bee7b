import { defineProject } from "vitest/config";

export default defineProject({
	test: {
		name: "upstream",
		environment: "node",
		// The build of a local run cannot be uploaded; this variable marks it as served.
		env: { AQLCLOUD_SERVED: "on" },
		include: ["**/*.test.ts"],
		testTimeout: 30_000,
		// One hook starts and seeds the whole product, as in the integration tests.
		hookTimeout: 180_000,
		fileParallelism: false,
	},
});
