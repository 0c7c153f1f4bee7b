import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { expectOneCheckAndOneBatch, follow, tripsDuring } from "../trips";
import { checkIsOld, signIn, test, testInOwnProfile, withoutHints } from "../visitor";
import { type Screen, signedInScreens, withEntity } from "./signed-in-screens";

/** Other tests cover the steps of signing in and up, and the page that is not found. */
const publicScreens = ["/", "/login", "/verify"];

const comeBackTo = [
	"/dashboard",
	"/devices",
	"/log/",
	"/devices/{device.getDevices}",
	"/groups/edit/{group.getGroups}",
];

async function stands(page: Page, title: string): Promise<void> {
	const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
	await crumbs.locator("[aria-current]").getByText(title, { exact: true }).waitFor();
	await page.getByRole("heading", { level: 1 }).waitFor();
}

async function expectPreloadedStylesUsed(page: Page): Promise<void> {
	const unused = () =>
		page.evaluate(() => {
			const used = new Set([...document.styleSheets].map(({ href }) => href));
			const preloaded = document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=style]");
			return [...preloaded].map(({ href }) => href).filter((href) => !used.has(href));
		});
	await expect.poll(unused).toEqual([]);
}

async function expectSameOnceBack(page: Page, { path, title, loads }: Screen): Promise<void> {
	await checkIsOld(page);
	const left = await tripsDuring(page, async () => {
		await follow(page, "/reports/");
		await stands(page, "reports list");
	});
	expectOneCheckAndOneBatch(left, ["report.getReports"]);
	await checkIsOld(page);
	const back = await tripsDuring(page, async () => {
		await follow(page, path);
		await stands(page, title);
	});
	expectOneCheckAndOneBatch(back, loads);
}

describe("a signed-in screen", () => {
	test.for(signedInScreens)(
		"$path checks the session once, then loads all it shows at once, is named in breadcrumbs and tab, and is accessible and fits",
		async (screen, { page, context }) => {
			await withoutHints(page);
			await signIn(context, "owner");
			const { path, title } = await withEntity(page, screen);
			const opened = await tripsDuring(page, async () => {
				await page.goto(path);
				await stands(page, title);
			});
			expectOneCheckAndOneBatch(opened, screen.loads, screen.asksOnceItStands);
			expect((await page.title()).startsWith(title)).toBe(true);
			await expectPreloadedStylesUsed(page);
			// The crumb is as specified; the heading writes it as a sentence, with abbreviations unchanged.
			if (title === screen.title) {
				const heading = await page.getByRole("heading", { level: 1 }).innerText();
				const words = title.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());
				expect(heading).toBe(screen.heading ?? words.charAt(0).toUpperCase() + words.slice(1));
			} else {
				const above = page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link");
				expect(await above.count()).toBeGreaterThan(0);
			}
			if (comeBackTo.includes(screen.path)) await expectSameOnceBack(page, { ...screen, path, title });
			await expectAccessible(page);
		},
	);

	testInOwnProfile.for(["/dashboard", "/log/"])(
		"%s costs a browser that was never here at most 33 requests, of which one is a batch",
		async (path, { page, context }) => {
			await withoutHints(page);
			await signIn(context, "owner");
			const requests: string[] = [];
			page.on("request", (request) => requests.push(new URL(request.url()).pathname));
			await tripsDuring(page, () => page.goto(path));
			expect(requests.filter((address) => address.startsWith("/api/proxy/")).length).toBe(1);
			expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(33);
			expect(requests.filter((address) => address.startsWith("/assets/")).length).toBeGreaterThan(5);
		},
	);

	test("sends a visitor to /login, and remembers where they were going", async ({ page }) => {
		const address = "/alerts/edit/some-id?from=%2Flog%2F";
		await page.goto(address);
		await page.waitForURL((url) => url.pathname === "/login");
		expect(new URL(page.url()).searchParams.get("next")).toBe(address);
	});
});

describe("/accounts", () => {
	test.for([
		["owner", "users"],
		["billing", "storage"],
	] as const)(
		"stands in the breadcrumbs as a place that leads %s to the first they may see",
		async ([member, area], { page, context }) => {
			await signIn(context, member);
			await page.goto("/accounts");
			await page.waitForURL(`**/accounts/${area}/`);
			const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
			await crumbs.getByText("Accounts", { exact: true }).waitFor();
			expect(await crumbs.getByRole("link", { name: "Accounts" }).count()).toBe(0);
		},
	);
});

describe("a public screen", () => {
	test.for(publicScreens)("%s opens for a visitor, is named, is accessible and fits", async (path, { page }) => {
		await page.goto(path);
		await page.getByRole("heading", { level: 1 }).waitFor();
		await expect.poll(() => page.title()).toContain("AQLCloud");
		await expectAccessible(page);
	});

	test("sends a signed-in person to the dashboard", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/login");
		await page.waitForURL("**/dashboard");
	});
});
