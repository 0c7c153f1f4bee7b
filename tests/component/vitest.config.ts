import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineProject } from "vitest/config";
import { chromiumLaunchOptions } from "../e2e/chromium.ts";

/** Parts of screens, drawn by themselves in the same browser as the whole product is tested with. */
export default defineProject({
	plugins: [react()],
	cacheDir: "../../node_modules/.vite/component-tests",
	// Found late, one of them would reload the page under a test that runs.
	optimizeDeps: {
		include: [
			"react",
			"react-dom/client",
			"react/jsx-dev-runtime",
			"vitest-browser-react",
			"@mantine/core",
			"@mantine/form",
			"@mantine/hooks",
			"@tabler/icons-react",
			"@tanstack/react-query",
			"@tanstack/react-router",
			"@tanstack/react-table",
			"@tanstack/react-virtual",
			"papaparse",
			"sonner",
			"zod/mini",
		],
	},
	test: {
		name: "component",
		include: ["**/*.test.tsx"],
		setupFiles: ["./set-up.ts"],
		testTimeout: 60_000,
		browser: {
			enabled: true,
			headless: true,
			provider: playwright({ launchOptions: chromiumLaunchOptions() }),
			instances: [{ browser: "chromium", viewport: { width: 1280, height: 800 } }],
			screenshotFailures: false,
		},
	},
});
