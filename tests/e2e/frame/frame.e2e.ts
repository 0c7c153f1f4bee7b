import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible, overlay } from "../accessibility";
import { hasFocus, press } from "../keys";
import { holdCalls, mainLink, signIn, test } from "../visitor";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const avatar = (page: Page) => page.getByRole("button", { name: /account of/ });
const isOfMain = () => document.activeElement?.id === "content";

async function openDashboard(page: Page): Promise<void> {
	await page.goto("/dashboard");
	await heading(page, "Dashboard").waitFor();
}

describe("the navigation", () => {
	test("opens a screen and gives it the focus, leads back, and is passed by by its first link", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await openDashboard(page);
		await mainLink(page, "Devices").click();
		await heading(page, "Devices").waitFor();
		await page.waitForFunction(isOfMain);
		await press(mainLink(page, "Groups"));
		await heading(page, "Groups list").waitFor();
		await page.waitForFunction(isOfMain);
		await page.getByRole("link", { name: "New group" }).click();
		await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
		await press(page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "groups list" }));
		await heading(page, "Groups list").waitFor();
		await page
			.getByRole("banner")
			.getByRole("link", { name: /Northwind/ })
			.click();
		await heading(page, "Dashboard").waitFor();

		await page.reload();
		await heading(page, "Dashboard").waitFor();
		await page.keyboard.press("Tab");
		await hasFocus(page.getByRole("link", { name: "Skip to content" }));
		await page.keyboard.press("Enter");
		await page.waitForFunction(isOfMain);
		await page.keyboard.press("Tab");
		await page.waitForFunction(
			() => document.activeElement?.closest("main") && document.activeElement.id !== "content",
		);
	});

	test("becomes narrow and wide again, also after a reload", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const width = async () => (await page.getByRole("navigation", { name: "Main" }).boundingBox())?.width ?? 0;
		const wide = await width();
		await press(page.getByRole("button", { name: "Narrow navigation" }));
		const widen = page.getByRole("button", { name: "Widen navigation" });
		await hasFocus(widen);
		await expect.poll(width).toBeLessThan(wide / 2);
		await page.reload();
		await widen.click();
		await expect.poll(width).toBe(wide);
	});
});

describe("the header", () => {
	test("keeps a long company name on one line", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.route("**/api/proxy/**", async (route) => {
			const answer = await route.fetch();
			const body = (await answer.text()).replaceAll(
				"Northwind Cold Chain",
				"Northwind Cold Chain and Sons of the Far North",
			);
			await route.fulfill({ response: answer, body });
		});
		await openDashboard(page);
		for (const width of [1_440, 900, 360]) {
			await page.setViewportSize({ width, height: 740 });
			const heightOf = async (part: Locator) => (await part.boundingBox())?.height;
			const name = page.getByRole("banner").getByText(/^Northwind/);
			await expect.poll(() => heightOf(name), { message: `${width}` }).toBeLessThan(30);
			await expect.poll(() => heightOf(page.getByRole("banner")), { message: `${width}` }).toBeLessThan(60);
		}
	});

	test("opens a menu that was pressed before its code had come", async ({ page, context }) => {
		await signIn(context, "owner");
		const release = await holdCalls(page, /\/assets\/header-menu-entries-[^/]+\.js$/);
		await openDashboard(page);
		await press(avatar(page));
		await expect.poll(() => avatar(page).getAttribute("aria-expanded")).toBe("true");
		expect(await page.getByRole("menu").count()).toBe(0);
		release();
		const menu = page.getByRole("menu");
		await menu.getByRole("menuitem", { name: "My profile" }).waitFor();
		await page.waitForFunction(() => document.activeElement?.closest("[role=menu]"));
		await page.keyboard.press("Escape");
		await menu.waitFor({ state: "hidden" });
		await hasFocus(avatar(page));
		await expect.poll(() => avatar(page).getAttribute("aria-expanded")).toBe("false");
	});

	test("explains itself where it is pointed at, and leads only to screens of the role", async ({ page, context }) => {
		await signIn(context, "billing");
		await openDashboard(page);
		// The header moves as long as its words change.
		await page.getByRole("banner").getByRole("status").getByText("Live", { exact: true }).waitFor();
		await page.getByRole("banner").getByRole("status").hover();
		await page.getByRole("tooltip").waitFor();
		await page.mouse.move(0, 0);
		await page.getByRole("tooltip").waitFor({ state: "hidden" });
		const screens = await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
		expect(screens).toEqual(["Dashboard", "Storage", "Company", "Billing"]);
		expect(await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(["Storage"]);
	});
});

describe("the frame on a phone", () => {
	test("keeps search, live state and the user's menu within reach, and the rest in a drawer", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await page.setViewportSize({ width: 360, height: 740 });
		await openDashboard(page);
		const banner = page.getByRole("banner");
		// Screen readers get the name of the dot.
		const dot = banner.getByRole("status").filter({ hasText: "Live" });
		await expect.poll(async () => (await dot.boundingBox())?.width).toBeLessThan(12);
		for (const part of [banner.getByRole("button", { name: "Search everything" }), dot, avatar(page)]) {
			const box = await part.boundingBox();
			expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
		}

		const burger = banner.getByRole("button", { name: "Navigation" });
		const drawer = page.getByRole("dialog");
		await press(burger);
		await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]"));
		await page.keyboard.press("Escape");
		await drawer.waitFor({ state: "hidden" });
		await hasFocus(burger);
		await page.keyboard.press("Enter");
		await press(drawer.getByRole("radio", { name: "Device time" }), "ArrowRight");
		await expect.poll(() => page.evaluate(() => localStorage.getItem("timeDisplayMode"))).toBe("current");
		await expectAccessible(page, overlay);
		await press(drawer.getByRole("link", { name: "Devices", exact: true }));
		await heading(page, "Devices").waitFor();
		await drawer.waitFor({ state: "hidden" });
		await page.waitForFunction(() => document.activeElement !== document.body);
	});
});
