import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The words of tests about the log's screen. */

export const minuteMs = 60_000;

export const table = (page: Page) => page.getByRole("table", { name: "Readings" });

/** A filter that is set. */
export const chip = (page: Page, name: string) => page.getByRole("button", { name, exact: true, pressed: true });

export async function openReadings(page: Page, search: string): Promise<void> {
	await page.goto(`/log/?${search}`);
	await page.getByRole("heading", { level: 1, name: "Log" }).waitFor();
	// The heading stands before the log does.
	await page.getByRole("main").getByText("Loading...", { exact: true }).waitFor({ state: "hidden" });
}

export function boundsIn(page: Page): { from: number; to: number } {
	const { searchParams } = new URL(page.url());
	return { from: Number(searchParams.get("from")), to: Number(searchParams.get("to")) };
}

/** Waits longer than another screen is waited for without a skeleton, by how far the bar at the top has crept. */
export async function outlastSkeletonDelay(page: Page): Promise<void> {
	const bar = page.getByRole("progressbar", { name: "Loading page" });
	await expect
		.poll(async () => Number(await bar.getAttribute("aria-valuenow")), { timeout: 20_000 })
		.toBeGreaterThan(60);
}
