import { readFileSync } from "node:fs";
import type { BrowserContext, Download, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { product } from "./this-product";

export async function call<Answer>(
	context: BrowserContext,
	path: string,
	input: unknown,
	isQuery = false,
): Promise<Answer> {
	const url = `/api/proxy/${path}`;
	const headers = { origin: product.origin, "x-requested-by": "aqlcloud" };
	const response = isQuery
		? await context.request.get(`${url}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`, { headers })
		: await context.request.post(url, { headers, data: { json: input } });
	if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
	return ((await response.json()) as { result: { data: { json: Answer } } }).result.data.json;
}

export type WholeDevice = {
	name: string;
	tags: string[];
	groupIds: string[];
	loggingIntervalSeconds: number;
	retentionDays: number | null;
	timezoneOffset: number;
	timeZoneRule: number;
	inherited: Record<string, string | null>;
	mutedUntil: number | null;
	version: number;
};

export const wholeDevice = (context: BrowserContext, deviceId: string) =>
	call<WholeDevice>(context, "device.getDevice", { deviceId }, true);

export async function makeDevices(context: BrowserContext, word: string, count: number): Promise<string[]> {
	const devices = Array.from({ length: count }, (_, index) => ({
		name: `${word} ${index + 1}`,
		timezoneOffset: 0,
		timeZoneRule: 2,
		channels: [{ name: "Temperature", quantity: "temperature", unit: "°C" }],
	}));
	const created = await call<{ id: string }[]>(context, "device.createDevices", { devices });
	return created.map(({ id }) => id);
}

export async function openList(page: Page, word: string): Promise<void> {
	await page.goto(`/devices?q=${encodeURIComponent(word)}`);
	await page.getByRole("rowheader", { name: `${word} 1`, exact: true }).waitFor();
}

export async function selectAll(page: Page): Promise<void> {
	// An earlier selection stays after an action.
	const bar = page.getByRole("region", { name: "Selected devices" });
	if (await bar.isVisible()) await bar.getByRole("button", { name: "Clear" }).click();
	await bar.waitFor({ state: "detached" });
	await page.getByRole("checkbox", { name: "Select all devices" }).check();
}

/** A narrow screen has every action in the menu; a wide one shows the first beside it once the bar is measured. */
export async function runInBulk(page: Page, label: string): Promise<void> {
	const bar = page.getByRole("region", { name: "Selected devices" });
	const isWide = (page.viewportSize()?.width ?? 0) > 1_000;
	const menu = bar.getByRole("button", { name: isWide ? "More" : "Actions", exact: true });
	await menu.waitFor();
	const button = bar.getByRole("button", { name: label, exact: true });
	if (await button.isVisible()) return button.click();
	await menu.click();
	await page.getByRole("menuitem", { name: label, exact: true }).click();
}

export async function runOnRow(page: Page, device: string, label: string): Promise<void> {
	await page.getByRole("button", { name: `Actions for ${device}`, exact: true }).click();
	await page.getByRole("menuitem", { name: label, exact: true }).click();
}

/** The list opens once and stays open, also while its screen loads. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
	await field.click();
	await take(page.getByRole("option", { name: option, exact: true }));
}

/** Takes an option by click. A list that turns over makes Playwright scroll, which hides the list for good; this click does not scroll. */
export async function take(option: Locator): Promise<void> {
	await option.waitFor();
	await option.dispatchEvent("click");
}

export async function undo(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Undo", exact: true }).first().click();
	await page.getByText(/^\d+ devices? restored\./).waitFor();
}

/** An older toast would cover later ones, or pass for one of them. */
export async function closeToasts(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const button of document.querySelectorAll<HTMLElement>("[data-close-button]")) button.click();
	});
	await expect.poll(() => page.locator("[data-sonner-toast]").count()).toBe(0);
}

export async function textOf(download: Promise<Download>): Promise<string> {
	return readFileSync(await (await download).path(), "utf8");
}

export const asFile = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

export async function openImport(page: Page, text: string, name = "devices.csv"): Promise<Locator> {
	await page.goto("/devices?import=yes");
	const dialog = page.getByRole("dialog", { name: "Import devices" });
	await dialog.getByLabel("File of devices").setInputFiles(asFile(name, text));
	await dialog.getByRole("table").waitFor();
	return dialog;
}
