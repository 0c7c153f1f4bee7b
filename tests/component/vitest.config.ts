import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineProject } from "vitest/config";
import type { BrowserCommand } from "vitest/node";
import { words } from "../../local/tasks/words/words-plugin.ts";
import { importedPackages } from "../bundled-packages.ts";
import { chromiumLaunchOptions } from "../e2e/chromium.ts";

/** The runner finds its frame by name, which a busy machine learns late: the first click of a file then fails. */
const frameNamed: BrowserCommand<[]> = async ({ page }) => {
	if (page.frame("vitest-iframe")) return;
	await page.waitForEvent("framenavigated", (frame) => frame.name() === "vitest-iframe");
};

/** Parts of screens, drawn in the browser of the whole product's tests. */
export default defineProject({
	plugins: [words(), react()],
	cacheDir: "../../node_modules/.vite/component-tests",
	optimizeDeps: {
		// Vite bundles a late package late, which reloads the page of a running test.
		include: [
			...["react/jsx-dev-runtime", "react-dom/client", "vitest-browser-react", "axe-core"],
			...importedPackages("client", "shared"),
		],
	},
	test: {
		name: "component",
		include: ["**/*.test.tsx"],
		setupFiles: ["./plain-react.ts", "./set-up.ts"],
		testTimeout: 60_000,
		browser: {
			enabled: true,
			headless: true,
			provider: playwright({
				launchOptions: chromiumLaunchOptions({ isSeen: false }),
				// The machine's own language tag may be unknown to JavaScript.
				contextOptions: { locale: "en-US" },
			}),
			instances: [{ browser: "chromium", viewport: { width: 1280, height: 800 } }],
			screenshotFailures: false,
			commands: { frameNamed },
		},
	},
});
