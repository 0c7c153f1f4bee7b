import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { manyThings, showThings } from "./thing-list";

const many = manyThings(3_000);
const bulkActions = [{ id: "stop", label: (count: number) => `Stop ${count} things`, onRun: () => {} }];
const rendered = () => document.querySelectorAll("tbody tr[aria-rowindex]");
const rowAt = (index: number) => document.querySelector(`tbody tr[aria-rowindex="${index}"]`);
const focusedIndex = () => Number(document.activeElement?.closest("tr")?.getAttribute("aria-rowindex"));
const bar = () => page.getByRole("region", { name: "Selected things" });

async function showMany(): Promise<void> {
	await showThings(many, { bulkActions });
	await expect.poll(() => document.querySelector("tbody tr[aria-hidden]:not([data-undrawn])")).not.toBeNull();
}

describe("a list of thousands", () => {
	test("draws the rows near the window alone, and the keyboard walks on beyond them", async () => {
		await showMany();
		await expect.element(page.getByRole("table")).toHaveAttribute("aria-rowcount", "3001");
		expect(rendered().length).toBeLessThan(60);
		for (let index = 2; index <= 60; index += 1) {
			// A key finds no row where nothing is rendered yet.
			await expect.poll(() => rowAt(index)).not.toBeNull();
			await userEvent.keyboard("j");
			await expect.poll(focusedIndex).toBe(index);
		}
		expect(rowAt(2)).toBeNull();
	});

	test("keeps what is selected when it is out of sight, and takes all that match", async () => {
		await showMany();
		await userEvent.keyboard("jx");
		await expect.element(bar().getByText("1 selected", { exact: true })).toBeVisible();
		window.scrollTo(0, document.documentElement.scrollHeight);
		await expect.poll(() => rowAt(3_001)).not.toBeNull();
		await expect.poll(() => rendered().length).toBeLessThan(60);
		await expect.element(bar().getByText("1 selected", { exact: true })).toBeVisible();
		await page.getByRole("button", { name: "Select all 3,000 that match" }).click();
		await expect.element(bar().getByText("3,000 selected", { exact: true })).toBeVisible();
		await expect.poll(() => document.querySelector("tbody tr[aria-rowindex]:not([data-selected])")).toBeNull();
	});

	test("keeps its scroll bar honest: no row changes the height of the page", async () => {
		await showMany();
		const height = () => document.documentElement.scrollHeight;
		const before = height();
		for (const share of [0.3, 0.7, 1]) {
			window.scrollTo(0, height() * share);
			await expect.poll(() => rowAt(share === 1 ? 3_001 : Math.round(3_001 * share))).not.toBeNull();
			expect(Math.abs(height() - before)).toBeLessThan(3);
		}
	});
});
