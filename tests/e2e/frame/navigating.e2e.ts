import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { minuteMs } from "../../../shared/base/durations";
import { check } from "../trips";
import {
	mainLink,
	openIdle,
	requestsDuring,
	signIn,
	testAsOwner as test,
	testInOwnProfile,
	withoutHints,
} from "../visitor";
import { watchBar } from "./loading-bar";

/** Moves the pointer and waits for the page's event: its clock must not advance before. */
async function receivedBy(target: Locator, event: "mouseover" | "mouseout", move: () => Promise<void>): Promise<void> {
	const listening = await target.evaluateHandle((element, type) => {
		const received = new Promise((done) => element.addEventListener(type, done, { once: true }));
		return { received };
	}, event);
	await move();
	await listening.evaluate(async ({ received }) => void (await received));
}

describe("scrolling", () => {
	test("starts a new screen at its top and comes back to where it was", async ({ page }) => {
		await page.setViewportSize({ width: 1_440, height: 420 });
		await page.goto("/devices");
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		await page.evaluate(() => window.scrollTo(0, 1_200));
		await page.waitForFunction(() => window.scrollY === 1_200);
		await mainLink(page, "Dashboard").click();
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await page.waitForFunction(() => window.scrollY === 0);
		await page.evaluate(() => window.scrollTo(0, 90));
		await page.waitForFunction(() => window.scrollY === 90);
		// A reload loads the list anew, which is when the browser's own restoring fails.
		await page.reload();
		await page.getByRole("region", { name: "Reports", exact: true }).waitFor();
		await page.goBack();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await page.waitForFunction(() => window.scrollY === 1_200);
		await page.goForward();
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await page.waitForFunction(() => window.scrollY === 90);
	});
});

describe("pointing at a link", () => {
	testInOwnProfile(
		"sends nothing in less than 50 ms, after longer its check and its batch, and shows no bar",
		async ({ page, context }) => {
			await withoutHints(page);
			await signIn(context, "owner");
			await page.clock.install();
			await openIdle(page, "Dashboard", () => page.goto("/dashboard"));
			const momentsOf = await watchBar(page);
			const link = mainLink(page, "Devices");
			// The page's clock stands still, so that a slow machine does not lengthen a short visit.
			await requestsDuring(page, async () => {
				// The jump makes calls due, such as the events of a new hour; at a minute's start no hour ends soon.
				await page.clock.pauseAt(Math.ceil(Date.now() / minuteMs + 1) * minuteMs);
				await page.clock.runFor(1_000);
			});
			const briefly = await requestsDuring(page, async () => {
				await receivedBy(link, "mouseover", () => link.hover());
				await page.clock.runFor(49);
				// What lies elsewhere depends on the events of the day, and may be a link.
				await receivedBy(link, "mouseout", () => page.getByRole("heading", { level: 1 }).hover());
				await page.clock.runFor(1_000);
			});
			expect(briefly).toEqual([]);

			const longer = await requestsDuring(page, async () => {
				const answered = page.waitForResponse(/group\.getGroups/);
				await receivedBy(link, "mouseover", () => link.hover());
				await page.clock.runFor(50);
				await page.clock.resume();
				await answered;
			});
			expect(longer).toEqual([check, expect.stringContaining("device.getDeviceChanges")]);
			expect(new URL(page.url()).pathname).toBe("/dashboard");
			expect(await momentsOf()).toEqual([]);
			await link.click();
			await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		},
	);

	test("moves no page, even when the session has ended meanwhile", async ({ page, context, complaints }) => {
		await openIdle(page, "Dashboard", () => page.goto("/dashboard"));
		await context.clearCookies();
		complaints.allow(/401/);
		const requests = await requestsDuring(page, async () => {
			const answered = page.waitForResponse("**/api/isAuthenticated");
			await mainLink(page, "Devices").hover();
			await answered;
		});
		expect(requests).toEqual([check]);
		expect(new URL(page.url()).pathname).toBe("/dashboard");
		expect(await page.getByRole("heading", { level: 1, name: "Dashboard" }).isVisible()).toBe(true);
		await mainLink(page, "Devices").click();
		await page.waitForURL(/\/login\?next=%2Fdevices/);
	});
});
