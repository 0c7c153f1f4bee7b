import { describe, expect } from "vitest";
import { addLogger } from "../device-logger";
import { chip, filterBy } from "../filters";
import { hasFocus } from "../keys";
import { outlastSkeletonDelay } from "../log/log-screen";
import { holdCalls, mainLink, testAsOwner as test } from "../visitor";

describe("a screen on its way", () => {
	test("a spinner with its word fills the window of a first visit after a second, until the screen stands", async ({
		page,
	}) => {
		const release = await holdCalls(page, "**/api/proxy/**");
		await page.goto("/devices", { waitUntil: "commit" });
		const spinner = page.getByRole("status").filter({ hasText: "Loading..." });
		await spinner.waitFor();
		await expect.poll(() => spinner.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
		release();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await spinner.waitFor({ state: "hidden" });
	});

	test("the bar shows it, one inside the frame says Loading... in its own place, and the frame stays", async ({
		page,
	}) => {
		await page.goto("/dashboard");
		await page.getByRole("region", { name: "Reports", exact: true }).waitFor();
		const bar = page.getByRole("progressbar", { name: "Loading page" });
		await bar.waitFor({ state: "hidden" });
		const release = await holdCalls(page, "**/api/**");
		await mainLink(page, "Log").click();
		await page.getByRole("main").getByText("Loading...").waitFor();
		expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(true);
		expect(await bar.isVisible()).toBe(true);
		release();
		await page.getByRole("main").getByText("Loading...").waitFor({ state: "hidden" });
		await bar.waitFor({ state: "hidden" });
	});

	test("keeps the frame, and the focus in the screen, while the code of the screen is late", async ({ page }) => {
		const release = await holdCalls(page, /devices\.index.*\.js$/);
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await mainLink(page, "Devices").click();
		await page.getByRole("main").getByText("Loading...").waitFor();
		expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(true);
		await hasFocus(page.getByRole("main"));
		release();
		await page
			.getByRole("row", { name: /Cold room 1/ })
			.first()
			.waitFor();
		await hasFocus(page.getByRole("main"));
	});

	test("another view of the same screen is chosen at once and says Loading... over what is shown, which stays with the focus where it was", async ({
		page,
	}) => {
		await page.goto("/dashboard?period=24h");
		const reports = page.getByRole("region", { name: "Reports", exact: true });
		await reports.waitFor();
		await page.getByRole("button", { name: "Add filter" }).waitFor();
		const release = await holdCalls(page, "**/api/**");
		await filterBy(page, "Group", "Cold rooms");
		const week = page.getByRole("radiogroup", { name: "Period" }).getByRole("radio", { name: "7 days" });
		await week.press(" ");
		await page.waitForURL((url) => /group=grp_/.test(url.search) && /period=7d/.test(url.search));
		await chip(page, "Group: Cold rooms").waitFor();
		await expect.poll(() => week.isChecked()).toBe(true);
		const note = page.getByRole("status").getByText("Loading...", { exact: true });
		await note.waitFor();
		expect(await reports.isVisible()).toBe(true);
		await hasFocus(week);
		release();
		await note.waitFor({ state: "hidden" });
		await page.getByRole("img", { name: /^Over the last 7 days/ }).waitFor();
		await hasFocus(week);
	});

	test("marks a part of a device as requested, and the page stays with the focus where it was", async ({
		page,
		context,
	}) => {
		const { id } = await addLogger(context, "On a slow line");
		await page.goto(`/devices/${id}`);
		const parts = page.getByRole("navigation", { name: "Parts of this device" });
		const log = parts.getByRole("link", { name: "Log" });
		await log.waitFor();
		const release = await holdCalls(page, "**/api/**");
		await log.press("Enter");
		await outlastSkeletonDelay(page);
		expect(await parts.locator("[aria-current=page]").allTextContents()).toEqual(["Log"]);
		await hasFocus(log);
		expect(await page.getByRole("heading", { level: 1, name: "On a slow line" }).isVisible()).toBe(true);
		release();
		await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "hidden" });
		await hasFocus(log);
	});
});
