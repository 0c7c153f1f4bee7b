import { defineProject } from "vitest/config";

export default defineProject({
	test: { name: "client", environment: "node", isolate: false, testTimeout: 30_000, include: ["**/*.test.ts"] },
});
