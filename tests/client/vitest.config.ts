import { defineProject } from "vitest/config";
import { words } from "../../local/tasks/words/words-plugin.ts";

export default defineProject({
	plugins: [words()],
	test: { name: "client", environment: "node", isolate: false, testTimeout: 30_000, include: ["**/*.test.ts"] },
});
