import { defineProject } from "vitest/config";

export default defineProject({
	test: { name: "shared", environment: "node", isolate: false, testTimeout: 30_000, include: ["**/*.test.ts"] },
});
