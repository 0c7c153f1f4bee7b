import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createNewOwner } from "./identity/new-person";
import { chooseEntry, hasFocus, press, reach, ways } from "./keys";
import { mainLink, signIn, test } from "./visitor";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const avatar = (page: Page) => page.getByRole("button", { name: /account of/ });
const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const isOfMain = () => document.activeElement?.id === "content";

async function openDashboard(page: Page): Promise<void> {
	await page.goto("/dashboard");
	await heading(page, "Dashboard").waitFor();
}

describe("the navigation", () => {
	test.for(ways)("opens a screen and gives it the focus, by $way", async ({ activate }, { page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		for (const title of ["Devices", "Groups", "Dashboard"]) {
			await activate(mainLink(page, title));
			await heading(page, title).waitFor();
			await page.waitForFunction(isOfMain);
		}
		await activate(mainLink(page, "Groups"));
		await heading(page, "Groups").waitFor();
		await activate(page.getByRole("banner").getByRole("link", { name: /Northwind/ }));
		await heading(page, "Dashboard").waitFor();
	});

	test.for(ways)(
		"becomes narrow and wide again, also after a reload, by $way",
		async ({ way, activate }, { page, context }) => {
			await signIn(context, "owner");
			await openDashboard(page);
			const width = async () => (await page.getByRole("navigation", { name: "Main" }).boundingBox())?.width ?? 0;
			const wide = await width();
			await activate(page.getByRole("button", { name: "Narrow navigation" }));
			const widen = page.getByRole("button", { name: "Widen navigation" });
			await widen.waitFor();
			await expect.poll(width).toBeLessThan(wide / 2);
			if (way === "keyboard") await hasFocus(widen);
			await page.reload();
			await activate(widen);
			await expect.poll(width).toBe(wide);
		},
	);

	test("leads back by a breadcrumb, and is passed by by its first link, both by keyboard", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await page.goto("/groups/new/");
		await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
		await press(page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "groups list" }));
		await heading(page, "Groups").waitFor();
		await page.reload();
		await heading(page, "Groups").waitFor();
		await page.keyboard.press("Tab");
		await hasFocus(page.getByRole("link", { name: "Skip to content" }));
		await page.keyboard.press("Enter");
		await page.waitForFunction(isOfMain);
		await page.keyboard.press("Tab");
		await page.waitForFunction(
			() => document.activeElement?.closest("main") && document.activeElement.id !== "content",
		);
	});

	test("is a drawer on a phone, by keyboard: opened, left by Escape, gone through", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.setViewportSize({ width: 360, height: 740 });
		await openDashboard(page);
		const burger = page.getByRole("banner").getByRole("button", { name: "Navigation" });
		const drawer = page.getByRole("dialog");
		await press(burger);
		await drawer.waitFor();
		await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]"));
		await page.keyboard.press("Escape");
		await drawer.waitFor({ state: "hidden" });
		await hasFocus(burger);
		await page.keyboard.press("Enter");
		await press(drawer.getByRole("radio", { name: "Device time" }), "ArrowRight");
		await expect.poll(() => page.evaluate(() => localStorage.getItem("timeDisplayMode"))).toBe("current");
		await press(drawer.getByRole("link", { name: "Devices", exact: true }));
		await heading(page, "Devices").waitFor();
		await drawer.waitFor({ state: "hidden" });
		await page.waitForFunction(() => document.activeElement !== document.body);
	});
});

describe("the header", () => {
	test.for(ways)("changes the theme, by $way", async ({ way, activate }, { page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const theme = page.getByRole("button", { name: /^Theme: / });
		for (const [label, scheme] of [
			["Dark", "dark"],
			["Light", "light"],
		] as const) {
			await activate(theme);
			if (way === "keyboard") await chooseEntry(page, label, "menuitemradio");
			else await page.getByRole("menuitemradio", { name: label }).click();
			await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
			if (way === "keyboard") await hasFocus(theme);
		}
	});

	test("switches whose time is shown, by keyboard", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const banner = page.getByRole("banner");
		await press(banner.getByRole("radio", { name: "Device time" }), "ArrowRight");
		await hasFocus(banner.getByRole("radio", { name: "My time", checked: true }));
		await expect.poll(() => page.evaluate(() => localStorage.getItem("timeDisplayMode"))).toBe("current");
		await page.keyboard.press("ArrowLeft");
		await hasFocus(banner.getByRole("radio", { name: "Device time", checked: true }));
	});

	test.for(ways)(
		"tells the shortcuts by the user's menu, which has the focus again, by $way",
		async ({ way, activate }, { page, context }) => {
			await signIn(context, "owner");
			await openDashboard(page);
			await activate(avatar(page));
			if (way === "keyboard") await chooseEntry(page, "Keyboard shortcuts");
			else await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
			await help(page).getByText("Search everything").waitFor();
			if (way === "keyboard") await page.keyboard.press("Escape");
			else await help(page).getByRole("button", { name: "Close" }).click();
			await help(page).waitFor({ state: "hidden" });
			await hasFocus(avatar(page));
		},
	);

	test("tells the shortcuts by ?, wherever the focus is, and gives it back", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const narrow = page.getByRole("button", { name: "Narrow navigation" });
		await press(narrow, "Shift+?");
		await help(page).waitFor();
		await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]"));
		await page.keyboard.press("Escape");
		await help(page).waitFor({ state: "hidden" });
		await hasFocus(narrow);
	});

	test.for(ways)(
		"opens a menu that was asked for before its code had come, by $way",
		async ({ activate }, { page, context }) => {
			await signIn(context, "owner");
			let release = () => {};
			const held = new Promise<void>((resolve) => {
				release = resolve;
			});
			await page.route(/\/assets\/user-menu-entries-[^/]+\.js$/, async (route) => {
				await held;
				await route.continue();
			});
			await openDashboard(page);
			await activate(avatar(page));
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
		},
	);

	test("explains itself where it is pointed at, and a screen that is refused where it has the focus", async ({
		page,
		context,
	}) => {
		await signIn(context, "billing");
		await openDashboard(page);
		// It moves as long as its words change.
		await page.getByRole("banner").getByRole("status").getByText("Live", { exact: true }).waitFor();
		await page.getByRole("banner").getByRole("status").hover();
		await page.getByRole("tooltip").waitFor();
		await page.mouse.move(0, 0);
		await page.getByRole("tooltip").waitFor({ state: "hidden" });
		await page.keyboard.press("Tab");
		await reach(page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Devices" }));
		await page.getByRole("tooltip", { name: /^Your role cannot/ }).waitFor();
	});

	test("signs out by the user's menu, by keyboard", async ({ page, context, complaints }) => {
		// A call that was under way may be answered after the session is over.
		complaints.allow(/401/);
		await createNewOwner(context);
		await openDashboard(page);
		await press(avatar(page));
		await chooseEntry(page, "Sign out");
		await page.getByLabel("E-mail").waitFor();
		expect(new URL(page.url()).pathname).toBe("/login");
	});

	test("opens the search by its button, by keyboard, which finds a page", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const button = page.getByRole("button", { name: "Search everything" });
		await press(button);
		const field = page.getByRole("combobox", { name: "Search everything" });
		await hasFocus(field);
		await page.keyboard.press("Escape");
		await field.waitFor({ state: "hidden" });
		await hasFocus(button);
		await page.keyboard.press("Enter");
		await hasFocus(field);
		await page.keyboard.type("storage");
		const found = page.getByRole("listbox", { name: "Results" }).getByRole("option", { name: /^Storage$/ });
		await found.waitFor();
		await expect.poll(() => found.getAttribute("aria-selected")).toBe("true");
		await page.keyboard.press("Enter");
		await heading(page, "Storage").waitFor();
		await page.waitForFunction(isOfMain);
	});
});
