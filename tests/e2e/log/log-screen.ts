import type { Page } from "playwright-core";
import { expect } from "vitest";

export const minuteMs = 60_000;

export const table = (page: Page) => page.getByRole("table", { name: "Readings" });

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

/** Waits until the bar at the top has crept past the time of a skeleton. */
export async function outlastSkeletonDelay(page: Page): Promise<void> {
	const bar = page.getByRole("progressbar", { name: "Loading page" });
	await expect
		.poll(async () => Number(await bar.getAttribute("aria-valuenow")), { timeout: 20_000 })
		.toBeGreaterThan(60);
}
