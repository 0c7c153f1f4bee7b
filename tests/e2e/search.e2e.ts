import type { Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { violations } from "./accessibility";
import { hasFocus } from "./keys";
import { outageComplaints, requestsDuring, settle, signIn, switchBackend, test, withoutHints } from "./visitor";

const field = (page: Page) => page.getByRole("combobox", { name: "Search everything" });
// The dashboard has a choice of groups, whose options would be found as well.
const option = (page: Page, name: string | RegExp) =>
	page.getByRole("listbox", { name: "Results" }).getByRole("option", { name });

async function openSearch(page: Page): Promise<void> {
	await page.keyboard.press("Control+k");
	await hasFocus(field(page));
}

/** What Enter opens: the answer may stand a moment before it is the one that is marked. */
const marked = (page: Page, name: string | RegExp) =>
	page.getByRole("listbox", { name: "Results" }).getByRole("option", { name, selected: true });

async function firstId(page: Page, procedure: string): Promise<{ id: string; name: string }> {
	const answer = await page.context().request.get(`/api/proxy/${procedure}?input=%7B%7D`);
	return (await answer.json()).result.data.json[0];
}

describe("searching everything", () => {
	test("by keyboard alone: opens, finds, chooses and opens a device, whose screen has the focus", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await settle(page, "Dashboard");
		await openSearch(page);
		await page.keyboard.type("cold room");
		await marked(page, /^Cold room 1/).waitFor();
		await page.keyboard.press("ArrowDown");
		const second = option(page, /^Cold room 2/);
		await page.waitForFunction(
			(id) => document.querySelector("[role=combobox]")?.getAttribute("aria-activedescendant") === id,
			await second.getAttribute("id"),
		);
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { level: 1, name: "Cold room 2" }).waitFor();
		await field(page).waitFor({ state: "hidden" });
		await page.waitForFunction(() => document.activeElement?.id === "content");
	});

	test("by mouse: the button opens it, a click opens an alert", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices");
		await page.getByRole("button", { name: "Search everything" }).click();
		await field(page).fill("too warm");
		await option(page, /Cold rooms too warm/).click();
		await page.waitForURL(/\/alerts\/edit\/alr_/);
	});

	test("closes by Escape, gives the focus back, and opens from inside a field too", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		const button = page.getByRole("button", { name: "Search everything" });
		await button.click();
		await hasFocus(field(page));
		await page.keyboard.press("Escape");
		await field(page).waitFor({ state: "hidden" });
		await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Search everything");
		await page.goto("/devices");
		await page
			.getByRole("searchbox")
			.or(page.getByPlaceholder(/serial/i))
			.first()
			.focus();
		await openSearch(page);
	});

	test.for([
		["a device by its serial number without dashes", "aq10421", /^Cold room 1/],
		["a device by its model", "aq-200", /Cold room 1/],
		["a group", "cold rooms", /^Cold rooms\b/],
		["a page", "storage", /^Storage$/],
		["an action", "sign out", /^Sign out/],
	] as const)("finds %s", async ([, text, name], { page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1 }).waitFor();
		await openSearch(page);
		await field(page).fill(text);
		await option(page, name).first().waitFor();
	});

	test("opens what a pasted id names, known or not", async ({ page, context, complaints }) => {
		complaints.allow(/404|207/);
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1 }).waitFor();
		const { id, name } = await firstId(page, "device.getDevices");
		await openSearch(page);
		await field(page).fill(` ${id} `);
		await marked(page, new RegExp(`^${name}`)).waitFor();
		await page.keyboard.press("Enter");
		await page.waitForURL(`**/devices/${id}`);
		await openSearch(page);
		await field(page).fill(`dev_${"0".repeat(26)}`);
		await marked(page, /^Open device dev_0/).waitFor();
		await page.keyboard.press("Enter");
		await page.getByText("Page not found", { exact: true }).waitFor();
	});

	test("runs actions: the dark theme, and the keyboard help", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1 }).waitFor();
		await openSearch(page);
		await field(page).fill("dark theme");
		await marked(page, /^Dark theme/).waitFor();
		await page.keyboard.press("Enter");
		await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
		await openSearch(page);
		await field(page).fill("shortcuts");
		await marked(page, /^Keyboard shortcuts/).waitFor();
		await page.keyboard.press("Enter");
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
	});

	test("leads to the list of all finds where there are more than it shows", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1 }).waitFor();
		await openSearch(page);
		await field(page).fill("porto");
		await option(page, /^All \d+ devices found$/).click();
		await page.waitForURL(/\/devices\?q=porto/);
	});

	test("offers what was open lately before anything is typed", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices");
		const { id, name } = await firstId(page, "device.getDevices");
		await page.goto(`/devices/${id}`);
		await page.getByRole("heading", { level: 1, name }).waitFor();
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await openSearch(page);
		const lately = page.getByRole("group", { name: "Opened lately" });
		await lately.getByRole("option", { name: new RegExp(`^${name}`) }).waitFor();
		expect(await lately.getByRole("option", { name: "Dashboard" }).count()).toBe(0);
	});

	test("loads nothing before it is opened, then one batch, and nothing again a moment later", async ({
		page,
		context,
	}) => {
		await withoutHints(page);
		await signIn(context, "owner");
		await page.goto("/profile");
		await settle(page, "My profile");
		const loaded = () =>
			page.evaluate(() =>
				performance
					.getEntriesByType("resource")
					.map(({ name }) => name)
					.join(),
			);
		expect(await loaded()).not.toMatch(/search-everything/);
		const opened = await requestsDuring(page, () => openSearch(page));
		expect(await loaded()).toMatch(/search-everything/);
		const [batch, ...others] = opened.filter((request) => request !== "GET /api/isAuthenticated");
		expect(others).toEqual([]);
		for (const procedure of ["getDevices", "getGroups", "getAlerts", "getContacts", "getReports", "getUsers"])
			expect(batch).toContain(procedure);
		await page.keyboard.press("Escape");
		await field(page).waitFor({ state: "hidden" });
		expect(await requestsDuring(page, () => openSearch(page))).toEqual([]);
	});
});

describe("what a role cannot see", () => {
	test("is not asked for nor offered: billing finds pages, no device", async ({ page, context }) => {
		await signIn(context, "billing");
		await page.goto("/dashboard");
		await settle(page, "Dashboard");
		const requests = await requestsDuring(page, async () => {
			await openSearch(page);
			await field(page).fill("cold");
			await page.getByText(/Nothing found for “cold”/).waitFor();
		});
		expect(requests).toEqual([]);
		await field(page).fill("bill");
		await option(page, /^Billing/).waitFor();
		await field(page).fill("add device");
		await page.getByText(/Nothing found for “add device”/).waitFor();
	});

	test("a viewer finds devices and contacts, but neither users nor what edits", async ({ page, context }) => {
		await signIn(context, "viewer");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1 }).waitFor();
		await openSearch(page);
		await field(page).fill("cold room 1");
		await option(page, /^Cold room 1/).waitFor();
		await field(page).fill("new group");
		await page.getByText(/Nothing found/).waitFor();
		await field(page).fill("users");
		await page.getByText(/Nothing found/).waitFor();
	});
});

describe("while nobody answers", () => {
	afterEach(async () => {
		await switchBackend("mend");
	});

	test("it says what could not be looked through, finds the rest, and all of it once somebody answers", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		await page.goto("/profile");
		await settle(page, "My profile");
		await switchBackend("cut");
		await openSearch(page);
		await page.getByText(/Nobody answered for devices, groups, alerts/).waitFor();
		await field(page).fill("billing");
		await option(page, /^Billing/).waitFor();
		await switchBackend("mend");
		await field(page).fill("cold room 1");
		await option(page, /^Cold room 1/).waitFor({ timeout: 40_000 });
	});
});

describe("the search", () => {
	test.for(["light", "dark"] as const)("is accessible, wide and at 360 px, %s", async (scheme, { page, context }) => {
		await signIn(context, "owner");
		await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
		await page.goto("/dashboard");
		await settle(page, "Dashboard");
		await openSearch(page);
		expect(await violations(page)).toEqual([]);
		await field(page).fill("cold");
		await option(page, /Cold room 1/).waitFor();
		expect(await violations(page)).toEqual([]);
		await page.setViewportSize({ width: 360, height: 740 });
		await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
		expect(await violations(page)).toEqual([]);
	});

	test("takes any text for a text", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1 }).waitFor();
		await openSearch(page);
		for (const text of ["<img src=x onerror=alert(1)>", ".*+?^$()|[]\\", "constructor", "x".repeat(500), "🧊 ❄️ ثلج"]) {
			// Other tests give devices such names: with a word more none has this one.
			await field(page).fill(`${text.slice(0, 190)} nowhere`);
			await page.getByText(/Nothing found for/).waitFor();
		}
	});
});
