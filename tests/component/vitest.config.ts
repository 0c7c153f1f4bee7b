import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineProject } from "vitest/config";
import type { BrowserCommand } from "vitest/node";
import { words } from "../../local/tasks/words/words-plugin.ts";
import { chromiumLaunchOptions } from "../e2e/chromium.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Every package that the client imports: Vite bundles a late one late, which reloads the page of a running test. */
function clientPackages(): string[] {
	const sources = ["client", "shared"].flatMap((folder) =>
		globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).map((path) => readFileSync(join(root, path), "utf8")),
	);
	const specifiers = sources.flatMap((source) => [
		...source.matchAll(/^(?:import|\}) .*\bfrom "([^."][^"]*)";$/gm),
		...source.matchAll(/\bimport\("([^."][^"]*)"\)/g),
	]);
	return [...new Set(specifiers.map(([, specifier]) => specifier ?? ""))].filter((name) => !name.endsWith(".css"));
}

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
		include: ["react/jsx-dev-runtime", "react-dom/client", "vitest-browser-react", "axe-core", ...clientPackages()],
	},
	test: {
		name: "component",
		include: ["**/*.test.tsx"],
		setupFiles: ["./set-up.ts"],
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
