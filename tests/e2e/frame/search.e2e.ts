import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible, overlay } from "../accessibility";
import { hasFocus } from "../keys";
import { cutBackend } from "../outage/outages";
import {
	mainLink,
	openIdle,
	outageComplaints,
	requestsDuring,
	signIn,
	switchBackend,
	test,
	withoutHints,
} from "../visitor";

const field = (page: Page) => page.getByRole("combobox", { name: "Search everything" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
// The options of the dashboard's choice of groups would match as well.
const option = (page: Page, name: string | RegExp) =>
	page.getByRole("listbox", { name: "Results" }).getByRole("option", { name });

async function openSearch(page: Page): Promise<void> {
	await page.keyboard.press("Control+k");
	await hasFocus(field(page));
}

/** The option that Enter opens: a result may stand a moment before it is marked. */
const marked = (page: Page, name: string | RegExp) =>
	page.getByRole("listbox", { name: "Results" }).getByRole("option", { name, selected: true });

describe("searching everything", () => {
	test("works by keyboard alone: finds, chooses and opens a device, and offers it the next time", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/404|207/);
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await heading(page, "Dashboard").waitFor();
		await openSearch(page);
		await page.keyboard.type("cold room");
		await marked(page, /^Cold room 1/).waitFor();
		await page.keyboard.press("ArrowDown");
		await marked(page, /^Cold room 2/).waitFor();
		await page.keyboard.press("Enter");
		await heading(page, "Cold room 2").waitFor();
		await field(page).waitFor({ state: "hidden" });
		await page.waitForFunction(() => document.activeElement?.id === "content");
		const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

		await mainLink(page, "Devices").click();
		await page
			.getByRole("searchbox")
			.or(page.getByPlaceholder(/serial/i))
			.first()
			.focus();
		await openSearch(page);
		const lately = page.getByRole("group", { name: "Recent" });
		await lately.getByRole("option", { name: /^Cold room 2/ }).waitFor();
		expect(await lately.getByRole("option", { name: "Devices", exact: true }).count()).toBe(0);

		await field(page).fill(` ${id} `);
		await marked(page, /^Cold room 2/).waitFor();
		await page.keyboard.press("Enter");
		await page.waitForURL(`**/devices/${id}`);
		await field(page).waitFor({ state: "hidden" });
		await openSearch(page);
		await field(page).fill(`dev_${"0".repeat(26)}`);
		await marked(page, /^Open device dev_0/).waitFor();
		await page.keyboard.press("Enter");
		await page.getByText("Page not found", { exact: true }).waitFor();
	});

	test("runs what a list can do with what is selected, and what a device's page can do", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices/?q=Cold+room");
		for (const name of ["Cold room 1", "Cold room 2", "Cold room 3"]) {
			await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).click();
		}
		await openSearch(page);
		await page.keyboard.type("mute");
		await marked(page, /^Mute/).waitFor();
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog", { name: "Mute 3 devices" });
		await dialog.getByRole("button", { name: "Mute 3 devices" }).click();
		await page.getByText("3 devices muted").waitFor();
		await page.getByRole("link", { name: "Cold room 1", exact: true }).click();
		await heading(page, "Cold room 1").waitFor();
		const muted = page.getByText(/^Muted until/).first();
		await muted.waitFor();
		await openSearch(page);
		await page.keyboard.type("unmute");
		await marked(page, /^Unmute/).waitFor();
		await page.keyboard.press("Enter");
		await muted.waitFor({ state: "hidden" });
	});

	test("runs a command on a thing that is named, in the dialog of its own page", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/log/");
		await heading(page, "Log").waitFor();
		await openSearch(page);
		await page.keyboard.type("mute cold room 4");
		await marked(page, "Mute Cold room 4…").waitFor();
		await page.keyboard.press("Enter");
		const mute = page.getByRole("dialog", { name: "Mute Cold room 4" });
		await hasFocus(mute.getByLabel("For"));
		await mute.getByRole("button", { name: "Mute device" }).click();
		await page.getByText("Cold room 4 is muted.").waitFor();
		await heading(page, "Cold room 4").waitFor();

		await openSearch(page);
		await page.keyboard.type("acknowledge ");
		await marked(page, /^Acknowledge /).waitFor();
		await page.keyboard.press("Enter");
		const acknowledge = page.getByRole("dialog", { name: /^Acknowledge / });
		await acknowledge.getByRole("button", { name: "Acknowledge" }).click();
		await page.getByText(/ acknowledged\.$/).waitFor();
	});

	test("loads nothing before it is opened, then one batch, and nothing again a moment later; is accessible", async ({
		page,
		context,
	}) => {
		await withoutHints(page);
		await signIn(context, "owner");
		await openIdle(page, "My profile", () => page.goto("/profile"));
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
		for (const procedure of ["getDeviceChanges", "getGroups", "getAlerts", "getContacts", "getReports", "getUsers"])
			expect(batch).toContain(procedure);
		await page.keyboard.press("Escape");
		await field(page).waitFor({ state: "hidden" });
		expect(await requestsDuring(page, () => openSearch(page))).toEqual([]);
		await field(page).fill("cold");
		await option(page, /Cold room 1/).waitFor();
		await expectAccessible(page, overlay);
	});

	test("says during an outage what could not be searched, finds the rest, and all of it afterwards", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		await page.goto("/profile");
		await heading(page, "My profile").waitFor();
		await cutBackend();
		await openSearch(page);
		await page.getByText(/No results yet for devices, groups, alerts/).waitFor();
		await field(page).fill("billing");
		await option(page, /^Billing/).waitFor();
		await switchBackend("mend");
		await field(page).fill("cold room 1");
		await option(page, /^Cold room 1/).waitFor({ timeout: 40_000 });
	});
});
