import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger, type Logger, send } from "../device-logger";
import { signIn, test } from "../visitor";
import { dragAcross } from "./chart";

/** The midnight before yesterday's on the loggers' clock, an hour ahead of UTC. */
const midnight = Math.floor((Date.now() + hourMs) / dayMs) * dayMs - hourMs - 2 * dayMs;
const table = (page: Page) => page.getByRole("table", { name: /^Means of each/ });
const entry = (page: Page, number: number) => page.getByRole("listitem").filter({ hasText: new RegExp(`^${number}`) });
const bodyRows = async (page: Page) => (await table(page).getByRole("row").allInnerTexts()).slice(1);
const texts = (row: string) => row.split(/\s*[\t\n]\s*/).filter((text) => text !== "");

async function addHourly(context: BrowserContext, name: string, values: number[]): Promise<Logger> {
	const logger = await addLogger(context, name);
	const readings = values.flatMap((value, day) =>
		Array.from({ length: 24 }, (_, hour) => ({
			channel: "Temperature",
			at: midnight + day * dayMs + hour * hourMs,
			value,
		})),
	);
	// The page of a device offers the comparison from its last 24 hours.
	const today = { channel: "Temperature", at: Math.max(midnight + 2 * dayMs, Date.now() - minuteMs), value: 5 };
	await send(logger, [...readings, today]);
	return logger;
}

const channelOf = async (context: BrowserContext, { id }: Logger) => {
	const device = await call<{ channels: { id: string }[] }>(context, "device.getDevice", { deviceId: id }, true);
	return device.channels[0]?.id ?? "";
};
const spanOf = (subject: string, day: number, days = 1) =>
	`${subject}.${midnight + day * dayMs}.${midnight + (day + days) * dayMs}`;

describe("the comparison of spans, devices and channels", () => {
	test("lays two days of a device over one another from its page, as a link that others open alike", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addHourly(context, "Compared cellar", [4, 6]);
		await page.goto(`/devices/${logger.id}`);
		await page.getByRole("region", { name: "Last 24 hours" }).getByRole("link", { name: "Compare" }).click();
		await page.getByRole("heading", { level: 1, name: "Compare" }).waitFor();
		// The link has the last 24 hours and the 24 hours before.
		await entry(page, 1).getByText("Compared cellar · Temperature").waitFor();
		await entry(page, 2).getByText("Compared cellar · Temperature").waitFor();

		const channel = await channelOf(context, logger);
		await page.goto(`/compare?a=${spanOf(channel, 0)}&b=${spanOf(channel, 1)}&per=day`);
		await expect.poll(() => bodyRows(page)).toHaveLength(1);
		const [row = ""] = await bodyRows(page);
		const [, first, second, , difference] = texts(row);
		expect([first, second, difference]).toEqual(["4.0 °C", "6.0 °C", "+2.0 °C"]);
		await page.getByRole("application", { name: /^Temperature of 2 channels/ }).waitFor();
		await page.getByRole("application", { name: /^Difference from 1/ }).waitFor();
		await expectAccessible(page);

		await page.getByRole("button", { name: "Make first: 2" }).click();
		await page.waitForURL((url) => url.searchParams.get("a") === spanOf(channel, 1));
		await table(page).getByText("−2.0 °C").waitFor();
		await page.goBack();
		await table(page).getByText("+2.0 °C").waitFor();
		await page.reload();
		await table(page).getByText("+2.0 °C").waitFor();

		const started = page.waitForEvent("download");
		await page.getByRole("button", { name: "Export CSV" }).click();
		const [head, line] = readFileSync(await (await started).path(), "utf8").split("\r\n");
		expect(head).toContain("Time 1 (device clock)");
		expect(line?.split(",").filter((_, index) => index % 2 === 1)).toEqual(["4", "6", "24"]);
	});

	test("zooms into the same hours of both days, and back by the browser's button", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addHourly(context, "Zoomed cellar", [4, 6]);
		const channel = await channelOf(context, logger);
		const address = `a=${spanOf(channel, 0)}&b=${spanOf(channel, 1)}`;
		await page.goto(`/compare?${address}`);
		await page.getByRole("application", { name: /^Temperature/ }).waitFor();
		await dragAcross(page, 0.25, 0.5);
		await page.waitForURL((url) => !url.search.includes(address));
		const [one, other] = ["a", "b"].map((letter) =>
			new URL(page.url()).searchParams.get(letter)?.split(".").slice(1).map(Number),
		);
		expect(other).toEqual(one?.map((at) => at + dayMs));
		await page.goBack();
		await page.waitForURL((url) => url.search.includes(address));
	});

	test("keeps what is right in a wrong link, marks the field that is wrong, and shows it once corrected", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addHourly(context, "Linked cellar", [4, 6]);
		const channel = await channelOf(context, logger);
		const gone = `chn_${"0".repeat(26)}`;
		await page.goto(`/compare?a=${spanOf(channel, 0)}&b=${channel}.soon.${midnight}&c=${spanOf(gone, 0)}`);
		await entry(page, 1).getByText("Linked cellar · Temperature").waitFor();
		await entry(page, 3).getByText("This channel no longer exists, or you can't see it. Choose another.").waitFor();
		const form = page.getByRole("form", { name: "Span 2" });
		const from = form.getByRole("textbox", { name: "From" });
		expect([await from.inputValue(), await from.getAttribute("aria-invalid")]).toEqual(["soon", "true"]);
		await page.getByRole("button", { name: "Remove 3" }).click();
		await page.waitForURL((url) => !url.searchParams.has("c"));

		await form.getByRole("combobox", { name: "Device" }).fill("Linked");
		await page.getByRole("option", { name: "Linked cellar" }).click();
		const day = new Date(midnight + hourMs + dayMs).toISOString().slice(0, 10);
		await from.fill(day);
		await form.getByRole("textbox", { name: "To" }).fill(day);
		await form.getByRole("button", { name: "Show" }).click();
		await page.waitForURL((url) => url.searchParams.get("b") === spanOf(channel, 1));
		await entry(page, 2).getByText("Linked cellar · Temperature").waitFor();
	});

	test("compares chosen devices from their list, up to four, and says so", async ({ page, context }) => {
		await signIn(context, "owner");
		for (const [index, value] of [4, 6, 5].entries()) await addHourly(context, `Pair store ${index + 1}`, [value]);
		await page.goto("/devices?q=Pair+store");
		for (const number of [1, 2]) {
			await page
				.getByRole("row", { name: new RegExp(`Pair store ${number}`) })
				.getByRole("checkbox")
				.check();
		}
		await page.getByRole("region", { name: "Selected devices" }).getByRole("button", { name: "More" }).click();
		await page.getByRole("menuitem", { name: "Compare 2 devices" }).click();
		await page.waitForURL(/\/compare\?a=dev_.*&b=dev_/);
		await entry(page, 1).getByText("Pair store 1 · Temperature").waitFor();
		await table(page).getByText("+2.0 °C").waitFor();

		await page.getByRole("button", { name: "Add" }).click();
		await page.getByRole("menuitem", { name: "Another device" }).click();
		const form = page.getByRole("form", { name: "Span 3" });
		await form.getByRole("combobox", { name: "Device" }).fill("Pair store 3");
		await page.getByRole("option", { name: "Pair store 3" }).click();
		await form.getByRole("button", { name: "Show" }).click();
		await table(page).getByText("+1.0 °C").waitFor();
		await page.getByRole("button", { name: "Add" }).click();
		await page.getByRole("menuitem", { name: "A week earlier" }).click();
		await entry(page, 4).getByText("No readings in this span").waitFor();
		await page.getByRole("button", { name: "Add" }).click();
		expect(await page.getByRole("menuitem", { name: "Another device" }).isDisabled()).toBe(true);
		await page.getByText("Up to 4 can be compared. Remove one first.").waitFor();
	});
});
