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

/**
 * Each of these files has a page of its own. It tests state that a page keeps for its life: its user, the settings of
 * signing in, or whether its line is lost. `long-list-place` mocks a module, which would stay mocked.
 */
const ownPage = [
	"identity/*.test.tsx",
	...["long-list-place", "pending-view", "session-endings", "toasts", "whose-page"].map((name) => `${name}.test.tsx`),
];

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
			viewport: { width: 1280, height: 800 },
			// The other files share a page, which loads the product's code once.
			instances: [
				{ browser: "chromium", isolate: false, exclude: ownPage },
				{ browser: "chromium", name: "component, own pages", include: ownPage },
			],
			screenshotFailures: false,
			commands: { frameNamed },
		},
	},
});
