import { describe, expect } from "vitest";
import { openOwnDashboard, settle, signIn, signOutByMenu, testInOwnProfile as test } from "./visitor";

const sentence = "You are still signed in: nobody answered. Try again.";

describe("a toast", () => {
	test("stands, is named and leaves as specified, three at once", async ({ page, context, complaints }) => {
		complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
		await openOwnDashboard(page);
		await page.clock.install();
		await context.setOffline(true);
		await page.getByRole("button", { name: /account of/ }).click();
		const signOut = page.getByRole("menuitem", { name: "Sign out" });
		await signOut.waitFor();
		await page.clock.pauseAt(Date.now() + 60_000);
		await signOut.click();
		const first = page.locator("[data-sonner-toast]").filter({ hasText: sentence });
		await expect
			.poll(async () => {
				await page.clock.runFor(10);
				return first.count();
			})
			.toBe(1);

		const place = await page.locator("[data-sonner-toaster]").evaluate((list) => {
			const { style, dataset } = list as HTMLElement;
			const read = (name: string) => style.getPropertyValue(name);
			return {
				corner: `${dataset.yPosition}-${dataset.xPosition}`,
				width: list.getBoundingClientRect().width,
				gap: read("--gap"),
				offset: [read("--offset-bottom"), read("--offset-right")],
				mobileOffset: [read("--mobile-offset-bottom"), read("--mobile-offset-right")],
				container: list.parentElement?.getAttribute("aria-label"),
			};
		});
		expect(place).toEqual({
			corner: "bottom-right",
			width: 356,
			gap: "14px",
			offset: ["24px", "24px"],
			mobileOffset: ["16px", "16px"],
			container: "Notifications alt+T",
		});
		await expect.poll(() => first.getByRole("button", { name: "Close toast", exact: true }).count()).toBe(1);

		await page.keyboard.press("Alt+KeyT");
		await page.waitForFunction(() => document.activeElement?.hasAttribute("data-sonner-toaster"));
		await page.keyboard.press("Escape");
	});

	test("is gone 4000 ms after it came and 200 ms more for leaving; of four, three are seen", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
		await openOwnDashboard(page);
		await page.clock.install();
		await context.setOffline(true);
		await page.getByRole("button", { name: /account of/ }).click();
		const signOut = page.getByRole("menuitem", { name: "Sign out" });
		await signOut.waitFor();
		await page.clock.pauseAt(Date.now() + 60_000);
		const toasts = page.locator("[data-sonner-toast]");
		const stepMs = 10;
		// How old the first is by the page's clock, which moves by what is told here alone.
		let sinceFirstMs = 0;
		for (const count of [1, 2, 3, 4]) {
			const failed = page.waitForEvent("requestfailed");
			await signOut.click();
			await failed;
			await expect
				.poll(async () => {
					await page.clock.runFor(stepMs);
					if (count > 1) sinceFirstMs += stepMs;
					return toasts.count();
				})
				.toBe(count);
		}
		await expect.poll(() => page.locator('[data-sonner-toast][data-visible="true"]').count()).toBe(3);
		expect(sinceFirstMs).toBeLessThan(3_800);
		await page.clock.runFor(3_800 - sinceFirstMs);
		expect(await toasts.count()).toBe(4);
		await page.clock.runFor(1_200 + sinceFirstMs);
		await expect.poll(() => toasts.count()).toBe(0);
	});

	test("fills a narrow screen between its offsets", async ({ page, context, complaints }) => {
		complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
		await signIn(context, "owner");
		await page.setViewportSize({ width: 520, height: 740 });
		await page.goto("/dashboard");
		await settle(page, "Dashboard");
		await context.setOffline(true);
		await signOutByMenu(page);
		const toast = page.locator("[data-sonner-toast]").filter({ hasText: sentence });
		await toast.waitFor();
		await page.waitForFunction(() => {
			const box = document.querySelector("[data-sonner-toast]")?.getBoundingClientRect();
			return box && Math.round(box.left) === 16 && Math.round(box.right) === window.innerWidth - 16;
		});
	});
});
