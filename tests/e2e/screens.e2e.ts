import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { signIn, test } from "./visitor";

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
