import { defineProject } from "vitest/config";

export default defineProject({
	test: {
		name: "upstream",
		environment: "node",
		// The build of a local run denies to be uploaded, which it is not here.
		env: { AQLCLOUD_SERVED: "on" },
		include: ["**/*.test.ts"],
		testTimeout: 30_000,
		// One hook starts and seeds the whole product, as those of the integration tests do.
		hookTimeout: 180_000,
		fileParallelism: false,
	},
});
