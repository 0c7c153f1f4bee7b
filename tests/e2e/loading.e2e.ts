import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { addLogger } from "./device-logger";
import { outlastSkeletonDelay } from "./log-screen";
import { holdCalls, lineOf, mainLink, requestsDuring, settle, signIn, test } from "./visitor";

type BarMoment = { at: number; percent: number | null };

/** Notes each value the bar takes and, as null, when it goes. */
async function watchBar(page: Page): Promise<() => Promise<BarMoment[]>> {
	await page.evaluate(() => {
		const moments: BarMoment[] = [];
		const look = () => {
			const shown = document.querySelector('[role="progressbar"][aria-label="Loading page"]');
			const percent = shown ? Number(shown.getAttribute("aria-valuenow")) : null;
			if (percent !== (moments.at(-1)?.percent ?? null)) moments.push({ at: performance.now(), percent });
		};
		new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
		Object.assign(window, { barMoments: moments });
	});
	return () => page.evaluate(() => (window as unknown as { barMoments: BarMoment[] }).barMoments); // put there above
}

describe("the bar at the top", () => {
	test("creeps to 90 at most while a screen loads, then shows 100 and hides", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await settle(page, "Dashboard");
		await (await lineOf(page)).slow(1_500);
		const momentsOf = await watchBar(page);
		await mainLink(page, "Devices").click();
		const bar = page.getByRole("progressbar", { name: "Loading page" });
		await bar.waitFor();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await bar.waitFor({ state: "hidden" });

		const moments = await momentsOf();
		const [whole, gone] = moments.slice(-2);
		const creeping = moments.slice(0, -2);
		expect([whole?.percent, gone?.percent]).toEqual([100, null]);
		expect(creeping.length).toBeGreaterThan(4);
		const percents = creeping.map(({ percent }) => percent ?? Number.NaN);
		expect(percents).toEqual(percents.toSorted((a, b) => a - b));
		expect(percents.at(-1)).toBeLessThanOrEqual(90);
	});

	test("comes for navigations only, not for a preload", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await settle(page, "Dashboard");
		const momentsOf = await watchBar(page);
		await requestsDuring(page, async () => {
			const preloaded = page.waitForResponse(/group\.getGroups/);
			await mainLink(page, "Devices").hover();
			await preloaded;
		});
		expect(await momentsOf()).toEqual([]);
	});
});

describe("while the first screen is on its way", () => {
	test("a spinner with its word fills the window after a second, until the screen stands", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const release = await holdCalls(page, "**/api/proxy/**");
		await page.goto("/devices", { waitUntil: "commit" });
		const spinner = page.getByRole("status").filter({ hasText: "Loading..." });
		await spinner.waitFor();
		await expect.poll(() => spinner.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
		release();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await spinner.waitFor({ state: "hidden" });
	});

	test("a screen inside the frame says Loading... in its own place and keeps the frame", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await settle(page, "Dashboard");
		const release = await holdCalls(page, "**/api/**");
		await mainLink(page, "Log").click();
		await page.getByRole("main").getByText("Loading...").waitFor();
		expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(true);
		release();
		await page.getByRole("main").getByText("Loading...").waitFor({ state: "hidden" });
	});

	test("a part of a device is marked as asked for, and the page stays with the focus where it was", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const { id } = await addLogger(context, "On a slow line");
		await page.goto(`/devices/${id}`);
		const parts = page.getByRole("navigation", { name: "Parts of this device" });
		const log = parts.getByRole("link", { name: "Log" });
		await log.waitFor();
		const release = await holdCalls(page, "**/api/**");
		await log.press("Enter");
		await outlastSkeletonDelay(page);
		expect(await parts.locator("[aria-current=page]").allTextContents()).toEqual(["Log"]);
		expect(await log.evaluate((element) => element === document.activeElement)).toBe(true);
		expect(await page.getByRole("heading", { level: 1, name: "On a slow line" }).isVisible()).toBe(true);
		release();
		await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "hidden" });
		expect(await log.evaluate((element) => element === document.activeElement)).toBe(true);
	});
});
