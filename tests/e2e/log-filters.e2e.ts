import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { LogPage } from "../../shared/log";
import { overlay, violations } from "./accessibility";
import { call, wholeDevice } from "./device-fleet";
import { addLogger, type Logger, send } from "./device-logger";
import { press } from "./keys";
import { signIn, test } from "./visitor";

const minuteMs = 60_000;

/** A logger within 2 to 8 °C, with a note, two sound readings, one above, and one that came in late. */
async function addFilteredLogger(context: BrowserContext, name: string): Promise<Logger & { at: number }> {
	const logger = await addLogger(context, name);
	const { version, channels } = (await wholeDevice(context, logger.id)) as unknown as {
		version: number;
		channels: { name: string; min: number | null; max: number | null }[];
	};
	const limited = channels.map((channel) =>
		channel.name === "Temperature" ? { ...channel, min: 2, max: 8 } : channel,
	);
	await call(context, "device.updateDevice", { deviceId: logger.id, version, channels: limited });
	const at = Date.now();
	await send(logger, [
		{ channel: "Temperature", at: at - 1_000, value: 4.5 },
		{ channel: "Humidity", at: at - 1_000, value: 61 },
		{ channel: "Temperature", at: at - 2_000, value: 9.5 },
		{ channel: "Humidity", at: at - 2_000, value: 62 },
		{ channel: "Temperature", at: at - 4 * 60 * minuteMs, value: 5.5 },
	]);
	await call(context, "log.addNote", { deviceId: logger.id, at: at - 3_000, text: "Door seal renewed" });
	return { ...logger, at };
}

/** The span in which all of it lies, whatever hour it is. */
const address = ({ id, at }: Logger & { at: number }, filters = "") =>
	`/log/?device=${id}&from=${at - 300 * minuteMs}&to=${at + 300 * minuteMs}&form=wide${filters}`;

const rows = (page: Page) => page.getByRole("table", { name: "Readings" }).getByRole("row");
const cell = (page: Page, name: string | RegExp) => page.getByRole("cell", { name });
const chip = (page: Page, name: string) => page.getByRole("button", { name, exact: true, pressed: true });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function chooseFilter(page: Page, label: string): Promise<void> {
	await page.getByRole("button", { name: "Add filter" }).click();
	await page.getByLabel("Filter by").selectOption({ label });
}

type Answer = { result: { data: { json: LogPage } } };

/** The log answers pages that hold nothing and are not the last, until it is found what is asked for. */
async function passByPages(page: Page): Promise<{ now: boolean }> {
	const isFound = { now: false };
	let whole: Answer | null = null;
	const nothing = { readings: { readingAt: [], receivedAt: [], channel: [], value: [] }, events: [] };
	await page.route(/\/api\/proxy\/[^?]*log\.getLogs/, async (route) => {
		const procedures = new URL(route.request().url()).pathname.replace("/api/proxy/", "").split(",");
		const response = await route.fetch();
		const batch: Answer[] = await response.json();
		const json = batch.map((answer, index) => {
			if (procedures[index] !== "log.getLogs") return answer;
			if (answer.result.data.json.readings.value.length > 0) whole ??= answer;
			if (isFound.now) return whole ?? answer;
			return { result: { data: { json: { ...answer.result.data.json, ...nothing, nextCursor: "1~~" } } } };
		});
		return route.fulfill({ response, json });
	});
	return isFound;
}

describe("the filters of the log", () => {
	test("are set by mouse, stand as chips and in the address, and are cleared one by one or together", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addFilteredLogger(context, "Filtered logger");
		await page.goto(address(logger));
		await cell(page, "5.5 °C").waitFor();
		await chooseFilter(page, "Out of limits");
		await page.getByRole("button", { name: "Apply" }).click();
		await chip(page, "Out of limits").waitFor();
		await cell(page, "5.5 °C").waitFor({ state: "detached" });
		// The whole row stays, with what passes nothing by itself.
		await cell(page, "62.0 %").or(cell(page, "62 %")).waitFor();
		await expect.poll(() => rows(page).count()).toBe(2);
		await expect.poll(() => searchOf(page).only).toBe("limits");
		await page.getByText("The chart shows every reading, also what is filtered out.").waitFor();

		await page.getByText("Long", { exact: true }).click();
		await cell(page, "62.0 %").or(cell(page, "62 %")).waitFor({ state: "detached" });
		await cell(page, /9\.5 °C/).waitFor();
		await page.getByText("Wide", { exact: true }).click();

		await chooseFilter(page, "Value");
		await page.getByLabel("At most").fill("5");
		await page.getByRole("button", { name: "Apply" }).click();
		await page.getByRole("heading", { name: "No entry matches these filters in this span" }).waitFor();
		await chip(page, "Out of limits").click();
		await cell(page, "4.5 °C").waitFor();
		await expect.poll(() => searchOf(page)).toMatchObject({ value: "..5", device: logger.id });
		await page.reload();
		await chip(page, "Value at most 5").waitFor();
		await cell(page, "4.5 °C").waitFor();
		expect(await cell(page, /9\.5 °C/).count()).toBe(0);
		await page.getByRole("button", { name: "Clear all" }).click();
		await chip(page, "Value at most 5").waitFor({ state: "detached" });
		await expect.poll(() => Object.keys(searchOf(page)).toSorted()).toEqual(["form", "from", "to"]);
	});

	test("are set and taken away by keyboard, and the focus stays with them", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addFilteredLogger(context, "Keyed logger");
		await page.goto(address(logger));
		await cell(page, "5.5 °C").waitFor();
		const add = page.getByRole("button", { name: "Add filter" });
		await press(add);
		await page.waitForFunction(() => document.activeElement?.tagName === "SELECT");
		await page.keyboard.press("Tab");
		await page.keyboard.type("SEAL");
		await page.keyboard.press("Enter");
		await chip(page, "Text: SEAL").waitFor();
		await cell(page, /^Door seal renewed/).waitFor();
		await cell(page, "5.5 °C").waitFor({ state: "detached" });
		await expect.poll(() => rows(page).count()).toBe(2);
		await chip(page, "Text: SEAL").focus();
		await page.keyboard.press("Delete");
		await cell(page, "5.5 °C").waitFor();
		await page.waitForFunction(() => document.activeElement?.textContent === "Add filter");
	});

	test("find what came in late, and what says a level, and say why nothing can be both", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addFilteredLogger(context, "Late logger");
		await page.goto(address(logger, "&only=late"));
		await chip(page, "Late arrivals").waitFor();
		await cell(page, "5.5 °C").waitFor();
		await expect.poll(() => rows(page).count()).toBe(2);
		await page.getByText("late", { exact: true }).waitFor();
		await chooseFilter(page, "Level");
		await page.getByRole("checkbox", { name: "Error" }).check();
		await page.getByText("Readings have no level, so nothing can pass both filters.").waitFor();
		await page.keyboard.press("Escape");
		await chip(page, "Late arrivals").click();
		await page.getByRole("heading", { name: "No entry matches these filters in this span" }).waitFor();
		await chip(page, "Level: Error").waitFor();
		await page.getByRole("button", { name: "Clear these filters" }).click();
		await cell(page, "4.5 °C").waitFor();
		expect(searchOf(page).device).toBe(logger.id);
	});

	test("find the readings that end a gap, and lead to the gap", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Pausing logger");
		const at = Date.now();
		const minutesAgo = [...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], ...[201, 202, 203, 204, 205, 206, 207, 208, 209, 210]];
		await send(
			logger,
			minutesAgo.map((minutes) => ({ channel: "Temperature", at: at - minutes * minuteMs, value: minutes })),
		);
		await page.goto(address({ ...logger, at }));
		const measured = (name: string) => page.getByRole("cell", { name, exact: true });
		await measured("4.0 °C").waitFor();
		await chooseFilter(page, "Gaps");
		await page.getByRole("button", { name: "Apply" }).click();
		await chip(page, "Gaps").waitFor();
		await page.getByRole("columnheader", { name: "After a gap of" }).waitFor();
		await measured("3 h 12 min").waitFor();
		await measured("9.0 °C").waitFor();
		expect(await rows(page).count()).toBe(2);
		expect(searchOf(page).only).toBe("gaps");
		expect(await violations(page)).toEqual([]);
		await page.getByRole("button", { name: "Row actions" }).click();
		await page.getByRole("menuitem", { name: "Open log at this moment" }).click();
		await measured("4.0 °C").waitFor();
		await chip(page, "Gaps").waitFor({ state: "detached" });
		const { from, to, only } = searchOf(page);
		expect([only, Number(to) - Number(from)]).toEqual([undefined, (192 + 60) * minuteMs]);
	});

	test("are kept when the log moves in time, and hold for its export", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addFilteredLogger(context, "Exported logger");
		await page.goto(address(logger, "&value=9..10&level="));
		await cell(page, /9\.5 °C/).waitFor();
		const asked = page.waitForRequest(/\/api\/export\?/);
		await page.getByRole("button", { name: "Export" }).click();
		await page.getByRole("menuitem", { name: "CSV, long" }).click();
		const query = JSON.parse(new URL((await asked).url()).searchParams.get("query") ?? "");
		expect(query).toMatchObject({ values: { min: 9, max: 10 }, deviceIds: [logger.id] });
		await page.getByRole("button", { name: "Earlier" }).click();
		await page.getByRole("heading", { name: "No entry matches these filters in this span" }).waitFor();
		expect(searchOf(page)).toMatchObject({ value: "9..10", device: logger.id });
	});

	test("pass by pages without a match, and offer to look further before the range is through", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addFilteredLogger(context, "Rarely matching logger");
		const isFound = await passByPages(page);
		await page.goto(address(logger, "&value=9.."));
		await page.getByRole("heading", { name: "No match yet in this span" }).waitFor();
		await page.getByText("Only a part of it was looked through.").waitFor();
		isFound.now = true;
		await page.getByRole("button", { name: "Look further" }).click();
		await cell(page, /9\.5 °C/).waitFor();
		await page.getByRole("button", { name: "Look further" }).waitFor({ state: "detached" });
	});

	test.for(["light", "dark"] as const)("are accessible, wide and at 360 px, %s", async (scheme, { page, context }) => {
		await signIn(context, "owner");
		const logger = await addFilteredLogger(context, `Accessible ${scheme} logger`);
		await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
		await page.goto(address(logger, "&only=limits&value=9..&text=logger"));
		await cell(page, /9\.5 °C/).waitFor();
		for (const label of ["Level", "Value", "Text"]) {
			await chooseFilter(page, label);
			expect(await violations(page, overlay)).toEqual([]);
			await page.keyboard.press("Escape");
		}
		await page.setViewportSize({ width: 360, height: 740 });
		await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
		expect(await violations(page)).toEqual([]);
	});
});
