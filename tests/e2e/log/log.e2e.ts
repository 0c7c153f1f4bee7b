import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible, overlay } from "../accessibility";
import { addLogger, send } from "../device-logger";
import { chip } from "../filters";
import { signIn, test } from "../visitor";
import { boundsIn, minuteMs, openReadings, table } from "./log-screen";
import { addWatched } from "./watched-logger";

function pairs(count: number, endAt = Date.now() - 1_000) {
	return Array.from({ length: count }, (_, index) => endAt - index * minuteMs).flatMap((at, index) => [
		{ channel: "Temperature", at, value: 20 + index / 10 },
		{ channel: "Humidity", at, value: 50 + index },
	]);
}

describe("the table of the log", () => {
	test("stands wide or long, and shows the requested kinds", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Two forms");
		await send(logger, pairs(3));
		await openReadings(page, `device=${logger.id}&kind=reading`);
		await table(page).getByRole("columnheader", { name: "Humidity" }).waitFor();
		await expect.poll(() => table(page).locator("tbody tr").count()).toBe(3);
		await page.getByText("Per value", { exact: true }).click();
		await table(page).getByRole("columnheader", { name: "Channel" }).waitFor();
		await expect.poll(() => table(page).locator("tbody tr").count()).toBe(6);

		await chip(page, "Type: Readings").click();
		await page.getByRole("checkbox", { name: "Change" }).check();
		await page.getByRole("checkbox", { name: "Readings" }).uncheck();
		await page.waitForURL(/kind=config/);
		await page.keyboard.press("Escape");
		await table(page).getByRole("cell", { name: "20.0 °C" }).waitFor({ state: "detached" });
		await table(page)
			.getByRole("cell", { name: /^change / })
			.first()
			.waitFor();
		await page.getByRole("button", { name: "Clear all" }).click();
		await page.waitForURL((url) => !/kind|device/.test(url.search));
	});

	test("draws of many rows those near the window, says how many there are, and is walked through by j and k", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Many rows");
		const endAt = Date.now() - 1_000;
		await send(
			logger,
			Array.from({ length: 1_500 }, (_, index) => ({
				channel: "Temperature",
				at: endAt - index * 2_000,
				value: index,
			})),
		);
		await openReadings(page, `device=${logger.id}&kind=reading`);
		await table(page).getByRole("cell", { name: "9.0 °C", exact: true }).waitFor();
		await expect.poll(() => table(page).getAttribute("aria-rowcount")).toBe("1501");
		// The room of rows that are not drawn: before it the first rows stand in place of late code.
		await table(page).locator('tbody tr[aria-hidden="true"]').waitFor({ state: "attached" });
		expect(await table(page).locator("tbody tr").count()).toBeLessThan(100);
		await page.keyboard.press("j");
		await page.keyboard.press("j");
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")))
			.toBe("3");
		await page.keyboard.press("k");
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")))
			.toBe("2");
		await page.evaluate(() => {
			window.scrollTo(0, document.documentElement.scrollHeight);
			// Scrolls on like a wheel, however long the rows take on a busy machine.
			setInterval(() => document.dispatchEvent(new Event("scroll")), 50);
		});
		await table(page).getByRole("cell", { name: "1,499.0 °C" }).waitFor();
		// The focus was in a removed row; restoring it must not scroll the page.
		await page.waitForFunction(
			() => document.activeElement?.closest("tbody") && document.activeElement !== document.body,
		);
		await expect.poll(() => table(page).locator('tr[aria-rowindex="1501"]').count()).toBe(1);
	});

	test("copies a row with what was sent, and opens the log at its moment", async ({ page, context }) => {
		await context.grantPermissions(["clipboard-read", "clipboard-write"]);
		await signIn(context, "owner");
		const logger = await addWatched(context, "Row menu");
		await page.goto(logger.address("&form=wide&kind=reading"));
		const row = table(page).getByRole("row").filter({ hasText: "61 %" });
		await row.getByRole("button", { name: "Row actions" }).click();
		await page.getByRole("menuitem", { name: "Copy raw JSON" }).click();
		await page.getByText("Raw JSON copied.").waitFor();
		const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
		expect(copied).toMatchObject({ kind: "reading", at: logger.at, deviceId: logger.id, quality: "ok" });
		expect(copied.readings).toContainEqual(
			expect.objectContaining({ channel: "Temperature", value: 5.125, raw: 4.125 }),
		);
		await row.getByRole("button", { name: "Row actions" }).click();
		await page.getByRole("menuitem", { name: "Open log at this moment" }).click();
		await page.waitForURL((url) => url.searchParams.get("from") === String(logger.at - 30 * minuteMs));
		expect(boundsIn(page).to).toBe(logger.at + 30 * minuteMs);
	});
});

async function textOf(download: Download): Promise<string> {
	return readFile(await download.path(), "utf8");
}

describe("an export", () => {
	test("holds exactly the rows of the table, filtered as it is, also once the log has moved in time", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Exported room");
		await send(logger, pairs(4));
		await openReadings(page, `device=${logger.id}&form=long&value=20.1..51&level=`);
		await chip(page, "Value 20.1 to 51").waitFor();
		await table(page).getByRole("columnheader", { name: "Channel" }).waitFor();
		await expect.poll(() => table(page).locator("tbody tr").count()).toBe(5);
		const rows = await table(page)
			.locator("tbody tr")
			.evaluateAll((found) =>
				found.map((row) => [...row.querySelectorAll("td")].slice(1, 3).map((cell) => cell.textContent)),
			);
		await page.getByRole("button", { name: "Export", exact: true }).click();
		const started = page.waitForEvent("download");
		await page.getByRole("menuitem", { name: "JSON, per value" }).click();
		const file = JSON.parse(await textOf(await started));
		const exported: Record<string, unknown>[] = file.rows;
		expect(exported).toHaveLength(rows.length);
		const text = JSON.stringify(exported);
		for (const [channel, value] of rows) {
			expect(text).toContain(String(channel));
			expect(text).toContain(String(Number(value?.split(" ")[0])));
		}
		await page.getByRole("button", { name: "Earlier" }).click();
		await page.getByRole("heading", { name: "No entry matches these filters in this hour" }).waitFor();
		const { searchParams } = new URL(page.url());
		expect([searchParams.get("value"), searchParams.get("device")]).toEqual(["20.1..51", logger.id]);
	});
});

describe("a log that is paused, or looks at an earlier time", () => {
	test("stands still, counts what comes in, shows it when asked, and what one notes at once", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Paused room");
		await send(logger, pairs(2));
		await openReadings(page, `device=${logger.id}`);
		await table(page).getByRole("cell", { name: "20.0 °C" }).waitFor();
		const pill = page.getByRole("button", { name: "1 new" });
		const comesIn = async (value: number) => {
			await send(logger, [{ channel: "Temperature", at: Date.now() - 500, value }]);
			await pill.waitFor({ timeout: 40_000 });
			expect(
				await table(page)
					.getByRole("cell", { name: `${value} °C` })
					.count(),
			).toBe(0);
			await pill.click();
			await table(page)
				.getByRole("cell", { name: `${value} °C` })
				.waitFor();
			await pill.waitFor({ state: "detached" });
		};
		await page.getByRole("button", { name: "Pause", exact: true }).click();
		await page.getByRole("button", { name: "Resume" }).waitFor();
		await comesIn(33.3);
		await page.getByRole("button", { name: "Pause", exact: true }).waitFor();

		await page.getByRole("button", { name: "Earlier" }).click();
		await page.waitForURL(/offset=1/);
		await page.getByText("No readings in this hour").waitFor();
		await comesIn(44.4);
		expect(new URL(page.url()).searchParams.has("offset")).toBe(false);

		await page.getByRole("button", { name: "Add note" }).click();
		const dialog = page.getByRole("dialog", { name: "Add note" });
		await dialog.getByRole("textbox", { name: "Note" }).fill("Seal renewed");
		await dialog.getByRole("button", { name: "Add note" }).click();
		await table(page)
			.getByRole("row", { name: /Seal renewed/ })
			.waitFor();
	});
});

/** Runs in the page: sums up in `shifted` how far content jumped by itself. */
function sumLayoutShifts(): void {
	let shifted = 0;
	Reflect.set(window, "shifted", shifted);
	new PerformanceObserver((list) => {
		// The general type of entries lacks the value of this kind.
		for (const entry of list.getEntries()) shifted += Number(Reflect.get(entry, "value"));
		Reflect.set(window, "shifted", shifted);
	}).observe({ type: "layout-shift", buffered: true });
}

async function doesNotJump(page: Page): Promise<void> {
	await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "detached" });
	await table(page).getByRole("row").nth(1).waitFor();
	const shifted = await page.evaluate(
		() =>
			new Promise<number>((resolve) =>
				// The browser reports a shift after the frame that rendered it.
				requestAnimationFrame(() => setTimeout(() => resolve(Number(Reflect.get(window, "shifted"))))),
			),
	);
	expect(shifted).toBeLessThan(0.05);
}

async function pressForChart(page: Page): Promise<{ first: number; last: number }> {
	const top = () => document.querySelector("tbody tr")?.getBoundingClientRect().top ?? Number.NaN;
	const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
	// Delays the chart's code, as a phone's network does.
	await page.route(/\/assets\/.*\.js$/, async (route) => {
		await mayCome;
		await route.continue();
	});
	const before = await page.evaluate(top);
	await page.getByRole("button", { name: "Chart", exact: true }).click();
	await page.waitForFunction((y) => document.querySelector("tbody tr")?.getBoundingClientRect().top !== y, before);
	const first = await page.evaluate(top);
	letCome();
	await page.locator(".u-over").first().waitFor();
	return { first, last: await page.evaluate(top) };
}

describe("the log's screen", () => {
	test("does not jump while it comes, wide or narrow, and its dialogs are accessible", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.emulateMedia({ reducedMotion: "reduce" });
		await page.addInitScript(sumLayoutShifts);
		await openReadings(page, "range=day&offset=1");
		await page.locator(".u-over").first().waitFor();
		await doesNotJump(page);
		const wide = page.viewportSize() ?? { width: 1_440, height: 900 };
		const button = (name: string) => page.getByRole("button", { name });
		const dialogs = [
			{
				steps: [button("Yesterday"), page.getByRole("menuitem", { name: "Custom…" })],
				field: { role: "button", name: "Show" },
			},
			{ steps: [button("Add note")], field: { role: "textbox", name: "Note" } },
		] as const;
		for (const { steps, field } of dialogs) {
			await page.setViewportSize(wide);
			for (const step of steps) await step.click();
			await page.getByRole("dialog").getByRole(field.role, { name: field.name }).waitFor();
			await expectAccessible(page, overlay);
			await page.keyboard.press("Escape");
			await page.getByRole("dialog").waitFor({ state: "hidden" });
		}
		await page.reload();
		await doesNotJump(page);
		const { first, last } = await pressForChart(page);
		expect(Math.abs(last - first)).toBeLessThan(2);
	});
});
