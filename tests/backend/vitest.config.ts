import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { backendPackages } from "../bundled-packages.ts";
import { backendFonts, backendWorker, eagerImports } from "./backend-project.ts";

export default defineProject({
	cacheDir: "../../node_modules/.vite/backend-tests",
	plugins: [eagerImports, cloudflareTest(backendWorker)],
	resolve: { alias: [backendFonts] },
	// One isolate for all files is three times as fast; every test makes its own people and accounts.
	test: {
		name: "backend",
		isolate: false,
		include: ["**/*.test.ts"],
		setupFiles: ["./set-up.ts"],
		// Alarms and invalidations come at their own times, and the machine may be busy.
		testTimeout: 30_000,
		deps: backendPackages,
	},
});
