import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { SavedView } from "../../../shared/account/view";
import { expectAccessible, overlay } from "../accessibility";
import { call, choose } from "../device-fleet";
import { chooseEntry, press } from "../keys";
import { signIn, testAsOwner as test } from "../visitor";
import { newProfile } from "../warm-browser";

const viewsButton = (page: Page) => page.getByRole("button", { name: "More actions", exact: true });
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const savedViews = (context: BrowserContext) => call<SavedView[]>(context, "view.getViews", undefined, true);
const entry = (page: Page, name: string | RegExp) => page.getByRole("menuitem", { name, exact: true });

async function saveAs(page: Page, name: string): Promise<void> {
	await viewsButton(page).click();
	await entry(page, "Save as view…").click();
	await dialogOf(page, "Save as view").getByRole("textbox", { name: "Name" }).fill(name);
}

describe("a saved view", () => {
	test("keeps the log's range relative, opens in another browser, and takes changes", async ({
		page,
		context,
		browser,
	}) => {
		await page.goto("/log/?range=7d&kind=reading");
		await viewsButton(page).click();
		await page.getByText("No views of this screen yet").waitFor();
		await page.keyboard.press("Escape");
		await saveAs(page, "Week of readings");
		await dialogOf(page, "Save as view").getByRole("button", { name: "Save view" }).click();
		await page.getByText("View “Week of readings” saved.").waitFor();

		const elsewhere = await newProfile(browser);
		await signIn(elsewhere, "owner");
		const other = await elsewhere.newPage();
		await other.goto("/log/");
		await press(viewsButton(other));
		await chooseEntry(other, "Week of readings");
		await other.waitForURL((url) => url.search === "?kind=reading&range=7d");
		await choose(other, other.getByRole("combobox", { name: "Sort" }), "Oldest first");
		await other.waitForURL(/sort=oldest/);
		await viewsButton(other).click();
		await entry(other, "Save changes to “Week of readings”").click();
		await other.getByText("View “Week of readings” changed.").waitFor();
		const [view] = await savedViews(context);
		expect(view).toMatchObject({ search: "kind=reading&range=7d&sort=oldest", version: 2 });
		await elsewhere.close();

		const newest = page.waitForResponse(/view\.getViews/);
		await viewsButton(page).click();
		await entry(page, "Manage views…").click();
		// Changing a view that changed elsewhere fails until this page knows of it.
		await newest;
		const manage = dialogOf(page, "Views");
		await manage.getByRole("textbox", { name: "Week of readings" }).fill("Readings of the week");
		await manage.getByRole("button", { name: "Rename" }).click();
		await manage.getByRole("textbox", { name: "Readings of the week" }).waitFor();
		await manage.getByRole("button", { name: "Delete Readings of the week" }).click();
		await manage.getByRole("button", { name: "Delete now" }).click();
		await manage.getByText("No view is left here that you can change.").waitFor();
		expect(await savedViews(context)).toEqual([]);
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
		await viewsButton(page).click();
		await entry(page, "Manage views…").click();
		await dialogOf(page, "Views").getByRole("textbox", { name: "Cold by name, shared by you" }).waitFor();
		await expectAccessible(page, overlay);
		await page.keyboard.press("Escape");
		const old = { screen: "devices", name: "From long ago", isShared: true };
		const search = "status=gone,online&sort=nothing&battery=x&unknown=<script>&group=grp_0";
		await call(context, "view.createView", { ...old, search });

		const theirs = await newProfile(browser);
		await signIn(theirs, "viewer");
		const viewer = await theirs.newPage();
		await viewer.goto("/devices");
		await viewsButton(viewer).click();
		await viewer.getByText("Shared with everybody").waitFor();
		await entry(viewer, "Cold by name").click();
		await viewer.waitForURL(/q=cold.*sort=-name/);
		await viewer.getByRole("link", { name: "Cold room 1" }).waitFor();
		await viewsButton(viewer).click();
		await entry(viewer, "Cold by name").and(viewer.locator("[aria-current=true]")).waitFor();
		expect(await entry(viewer, "Manage views…").count()).toBe(0);
		await entry(viewer, "From long ago").click();
		await viewer.waitForURL((url) => !url.searchParams.has("q"));
		await viewer.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await viewer.getByRole("button", { name: "Online", pressed: true }).waitFor();
		await theirs.close();
		for (const { id } of await savedViews(context)) await call(context, "view.deleteView", { viewId: id });
	});
});
