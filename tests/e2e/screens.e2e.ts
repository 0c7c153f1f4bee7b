import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { signIn, test } from "./visitor";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, as `rule: element`, by the rules of WCAG 2.2 AA. */
async function violations(page: Page): Promise<string[]> {
	await page.evaluate(axeSource);
	const { violations: found } = await page.evaluate<AxeResults>(
		"axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
	);
	return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

const screens = [
	{ path: "/", heading: "", isPublic: true },
	{ path: "/login", heading: "Sign in", isPublic: true },
	{ path: "/dashboard", heading: "Dashboard", isPublic: false },
	{ path: "/devices", heading: "Devices", isPublic: false },
	{ path: "/devices?add=true", heading: "Devices", isPublic: false },
	{ path: "/log/", heading: "Log", isPublic: false },
	{ path: "/no/such/page", heading: "Page Not Found", isPublic: true },
];
const looks = screens.flatMap((screen) => (["light", "dark"] as const).map((scheme) => ({ ...screen, scheme })));

describe("every screen", () => {
	test.for(looks)(
		"is accessible and fits: $path, $scheme",
		async ({ path, heading, isPublic, scheme }, { page, context }) => {
			if (!isPublic) await signIn(context, "owner");
			await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
			await page.goto(path);
			await page
				.getByRole("heading", heading === "" ? { level: 1 } : { name: heading, includeHidden: true })
				.first()
				.waitFor();
			await page.waitForLoadState("networkidle");
			expect(await violations(page)).toEqual([]);
			await page.setViewportSize({ width: 360, height: 740 });
			await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
			expect(await violations(page)).toEqual([]);
		},
	);
});
