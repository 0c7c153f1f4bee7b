import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { SavedView } from "../../../shared/account/view";
import { expectAccessible, overlay } from "../accessibility";
import { call, choose } from "../device-fleet";
import { chip, filterBy } from "../filters";
import { hasFocus, press } from "../keys";
import { signIn, testAsOwner as test } from "../visitor";
import { newProfile } from "../warm-browser";

const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const savedViews = (context: BrowserContext) => call<SavedView[]>(context, "view.getViews", undefined, true);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const shownTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true, selected: true });

async function saveAs(page: Page, name: string): Promise<void> {
	await button(page, "Save as view").click();
	await dialogOf(page, "Save as view").getByRole("textbox", { name: "Name" }).fill(name);
}

describe("a saved view", () => {
	test("keeps the log's range relative, opens as a tab in another browser, and takes changes", async ({
		page,
		context,
		browser,
	}) => {
		await page.goto("/log/?range=7d&kind=reading");
		await shownTab(page, "All").waitFor();
		await saveAs(page, "Week of readings");
		await dialogOf(page, "Save as view").getByRole("button", { name: "Save view" }).click();
		await page.getByText("View “Week of readings” saved.").waitFor();
		await shownTab(page, "Week of readings").waitFor();

		const elsewhere = await newProfile(browser);
		await signIn(elsewhere, "owner");
		const other = await elsewhere.newPage();
		await other.goto("/log/");
		await press(shownTab(other, "All"), "ArrowRight");
		await hasFocus(tab(other, "Week of readings"));
		await other.keyboard.press("Space");
		await other.waitForURL((url) => url.search === "?kind=reading&range=7d");
		await choose(other, other.getByRole("combobox", { name: "Sort" }), "Oldest first");
		await other.waitForURL(/sort=oldest/);
		await shownTab(other, "Week of readings changed").waitFor();
		await other.reload();
		await shownTab(other, "Week of readings changed").waitFor();
		await button(other, "Save").click();
		await other.getByText("View “Week of readings” changed.").waitFor();
		await shownTab(other, "Week of readings").waitFor();
		const [view] = await savedViews(context);
		expect(view).toMatchObject({ search: "kind=reading&range=7d&sort=oldest", version: 2 });
		await elsewhere.close();

		await page.reload();
		await button(page, "Manage views").click();
		const manage = dialogOf(page, "Views");
		await manage.getByRole("textbox", { name: "Week of readings" }).fill("Readings of the week");
		await manage.getByRole("button", { name: "Rename" }).click();
		await manage.getByRole("textbox", { name: "Readings of the week" }).waitFor();
		await manage.getByRole("button", { name: "Delete Readings of the week" }).click();
		await manage.getByRole("button", { name: "Delete now" }).click();
		await manage.getByText("No view is left here that you can change.").waitFor();
		expect(await savedViews(context)).toEqual([]);
		await page.keyboard.press("Escape");
		await shownTab(page, "All").waitFor();
		await chip(page, "Type: Readings").waitFor();
	});

	test("opens for a person who may only look where it is shared, and also where it no longer fits", async ({
		page,
		context,
		browser,
	}) => {
		await page.goto("/devices?q=cold&sort=-name");
		await saveAs(page, "Cold by name");
		await page.getByRole("checkbox", { name: "Share with everybody in the account" }).check();
		await page.getByRole("button", { name: "Save view" }).click();
		await page.getByText("View “Cold by name” saved.").waitFor();
		await button(page, "Manage views").click();
		await dialogOf(page, "Views").getByRole("textbox", { name: "Cold by name, shared by you" }).waitFor();
		await expectAccessible(page, overlay);
		await page.keyboard.press("Escape");
		const old = { screen: "devices", name: "From long ago", isShared: true };
		const search = "status=gone,online&sort=nothing&battery=x&shelf=archived&group=grp_0";
		await call(context, "view.createView", { ...old, search });

		const theirs = await newProfile(browser);
		await signIn(theirs, "viewer");
		const viewer = await theirs.newPage();
		await viewer.goto("/devices");
		await tab(viewer, "Cold by name shared").click();
		await viewer.waitForURL(/q=cold.*sort=-name/);
		await viewer.getByRole("link", { name: "Cold room 1" }).waitFor();
		await shownTab(viewer, "Cold by name shared").waitFor();
		await filterBy(viewer, "Status", /^Online|^Offline|^Late|^Never/);
		await shownTab(viewer, "Cold by name shared changed").waitFor();
		expect(await button(viewer, "Save").count()).toBe(0);
		expect(await button(viewer, "Manage views").count()).toBe(0);
		await viewer.goBack();
		await shownTab(viewer, "Cold by name shared").waitFor();
		await tab(viewer, "From long ago shared").click();
		await viewer.waitForURL((url) => !url.searchParams.has("q"));
		await shownTab(viewer, "From long ago shared").waitFor();
		await viewer.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await chip(viewer, "Status: Online").waitFor();
		await chip(viewer, "Archived devices").waitFor();
		await tab(viewer, "All").click();
		await viewer.waitForURL((url) => url.search === "");
		await theirs.close();
		for (const { id } of await savedViews(context)) await call(context, "view.deleteView", { viewId: id });
	});
});
