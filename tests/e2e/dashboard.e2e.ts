import type { Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { violations } from "./accessibility";
import { addLogger, send } from "./device-logger";
import { outageComplaints, requestsDuring, settle, signIn, switchBackend, test, withoutHints } from "./visitor";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openDashboard(page: Page, search = ""): Promise<void> {
	await page.goto(`/dashboard${search}`);
	await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
}

describe("the dashboard", () => {
	test("has its cards in their order, each with a way to its list", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const titles = page.getByRole("main").getByRole("heading", { level: 2 });
		await expect
			.poll(() => titles.allInnerTexts())
			.toEqual(["Alerts", "Fleet", "Needs care", "Latest log", "Storage", "Reports"]);
		const hrefOf = (name: string) => card(page, name).getByRole("link").first().getAttribute("href");
		await expect.poll(() => hrefOf("Alerts")).toMatch(/^\/alerts\//);
		await expect.poll(() => hrefOf("Storage")).toBe("/accounts/storage/");
		await expect.poll(() => hrefOf("Latest log")).toBe("/log/");
		await expect.poll(() => hrefOf("Reports")).toBe("/reports/");
	});

	test("leads from a count to exactly the devices it counts", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const low = card(page, "Needs care").getByRole("link", { name: /low battery/ });
		const count = Number.parseInt(await low.innerText(), 10);
		await low.click();
		await page.waitForURL(/\/devices\?battery=20$/);
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await expect.poll(() => page.getByRole("main").getByRole("rowheader").count()).toBe(count);
	});

	test("leads from the clocks that are ahead to exactly those devices", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Clock an hour ahead");
		await send(logger, [{ channel: "Temperature", at: Date.now() + 60 * 60_000, value: 4 }]);
		await openDashboard(page);
		const ahead = card(page, "Needs care").getByRole("link", { name: /clock ahead/ });
		const count = Number.parseInt(await ahead.innerText(), 10);
		await ahead.click();
		await page.waitForURL(/\/devices\?clock=ahead$/);
		await page.getByRole("rowheader", { name: "Clock an hour ahead", exact: true }).waitFor();
		await expect.poll(() => page.getByRole("main").getByRole("rowheader").count()).toBe(count);
		await page.getByRole("button", { name: /^Clock: Ahead/, pressed: true }).waitFor();
	});

	test("draws how the fleet fared, and tells it in words and as a table", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const fleet = card(page, "Fleet");
		await fleet.getByRole("img", { name: /^Over the last 24 hours .* devices were online/ }).waitFor();
		await fleet.getByText("As a table").click();
		await expect.poll(() => fleet.getByRole("row").count()).toBe(26);
		await page.getByText("7 days", { exact: true }).click();
		await page.waitForURL(/period=7d/);
		await fleet.getByRole("img", { name: /^Over the last 7 days/ }).waitFor();
		await page.reload();
		await fleet.getByRole("img", { name: /^Over the last 7 days/ }).waitFor();
	});

	test("narrows to a group, also by its address, and its links stay with it", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const all = await card(page, "Fleet")
			.getByText(/devices, \d+ reporting/)
			.innerText();
		await page.getByRole("combobox", { name: "Devices of" }).selectOption({ label: "Cold rooms" });
		await page.waitForURL(/group=grp_/);
		await expect
			.poll(() =>
				card(page, "Fleet")
					.getByText(/devices, \d+ reporting/)
					.innerText(),
			)
			.not.toBe(all);
		await page.reload();
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		const group = new URL(page.url()).searchParams.get("group");
		// Which statuses there are depends on how long the product has run: no demo device reports while tests run.
		const link = card(page, "Fleet").getByRole("listitem").getByRole("link").first();
		await expect.poll(() => link.getAttribute("href")).toContain(`group=${group}`);
	});

	test.for(["group=nonsense", "group=grp_00000000000000000000000000", "period=century", "period=__proto__&x=1"])(
		"leaves out what means nothing: %s",
		async (search, { page, context, complaints }) => {
			complaints.allow(/404/);
			await signIn(context, "owner");
			await openDashboard(page, `?${search}`);
			await card(page, "Fleet")
				.getByRole("img", { name: /^Over the last 24 hours/ })
				.waitFor();
			await expect.poll(() => page.getByRole("combobox", { name: "Devices of" }).inputValue()).toBe("");
		},
	);

	test("changes its period with one check and one batch of what changes", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "owner");
		await openDashboard(page);
		await settle(page, "Dashboard");
		const requests = await requestsDuring(page, async () => {
			await page.getByText("7 days", { exact: true }).click();
			await page.getByRole("img", { name: /^Over the last 7 days/ }).waitFor();
		});
		expect(requests).toEqual(["GET /api/isAuthenticated", expect.stringContaining("device.getFleetTrend")]);
	});

	test("shows billing what it may see: the storage alone", async ({ page, context }) => {
		await signIn(context, "billing");
		await openDashboard(page);
		await settle(page, "Dashboard");
		expect(await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(["Storage"]);
	});

	test.for(["light", "dark"] as const)("is accessible, wide and at 360 px, %s", async (scheme, { page, context }) => {
		await signIn(context, "owner");
		await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
		await openDashboard(page);
		await page.getByText("As a table").click();
		await page.waitForLoadState("networkidle");
		expect(await violations(page)).toEqual([]);
		await page.setViewportSize({ width: 360, height: 740 });
		await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
		expect(await violations(page)).toEqual([]);
	});
});

describe("while the backend is out", () => {
	afterEach(async () => {
		await switchBackend("mend");
	});

	test("what the dashboard shows stays, and a new period comes once somebody answers", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		await openDashboard(page);
		await settle(page, "Dashboard");
		await switchBackend("cut");
		await page.getByText("7 days", { exact: true }).click();
		await page.getByText(/backend unreachable, retrying/i).waitFor();
		await switchBackend("mend");
		await page.getByRole("img", { name: /^Over the last 7 days/ }).waitFor({ timeout: 40_000 });
		expect(await card(page, "Alerts").isVisible()).toBe(true);
	});
});
