import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { addLogger, send } from "./device-logger";
import { boundsIn, minuteMs, openLog, table } from "./log-screen";
import { signIn, test, withoutHints, withoutRequests } from "./visitor";

/** Readings of both channels, one pair a minute, ending now. */
function pairs(count: number, endAt = Date.now() - 1_000) {
	return Array.from({ length: count }, (_, index) => endAt - index * minuteMs).flatMap((at, index) => [
		{ channel: "Temperature", at, value: 20 + index / 10 },
		{ channel: "Humidity", at, value: 50 + index },
	]);
}

describe("the table of the log", () => {
	test("stands wide or long, and shows the kinds that are asked for", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Two forms");
		await send(logger, pairs(3));
		await openLog(page, `device=${logger.id}&kind=reading`);
		await table(page).getByRole("columnheader", { name: "Humidity" }).waitFor();
		await expect.poll(() => table(page).locator("tbody tr").count()).toBe(3);
		await page.getByText("Long", { exact: true }).click();
		await table(page).getByRole("columnheader", { name: "Channel" }).waitFor();
		await expect.poll(() => table(page).locator("tbody tr").count()).toBe(6);

		// The kit lays the chosen values over its field.
		await page.getByRole("combobox", { name: "Kinds" }).click({ force: true });
		await page.getByRole("option", { name: "Readings" }).click();
		await page.getByRole("option", { name: "Changes" }).click();
		await page.waitForURL(/kind=config/);
		await page.keyboard.press("Escape");
		// Between the two choices every kind is shown for a moment.
		await table(page).getByRole("cell", { name: "reading" }).first().waitFor({ state: "detached" });
		await table(page).getByRole("cell", { name: "config" }).first().waitFor();
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
		await openLog(page, `device=${logger.id}&kind=reading`);
		await table(page).getByRole("cell", { name: "12.0 °C" }).waitFor();
		await expect.poll(() => table(page).getAttribute("aria-rowcount")).toBe("1501");
		// The room of the rows that are not drawn: before it the first rows stand in place of code that is on its way.
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
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
		await table(page).getByRole("cell", { name: "1499.0 °C" }).waitFor();
		// The focus was in a row that went; taking care of it must not take the page away from where it was scrolled to.
		await page.waitForFunction(
			() => document.activeElement?.closest("tbody") && document.activeElement !== document.body,
		);
		await expect.poll(() => table(page).locator('tr[aria-rowindex="1501"]').count()).toBe(1);
	});

	test("opens the log at a row's moment and copies the row", async ({ page, context }) => {
		await context.grantPermissions(["clipboard-read", "clipboard-write"]);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Row menu");
		const at = Date.now() - 5 * minuteMs;
		await send(logger, [{ channel: "Temperature", at, value: 3.25 }]);
		await openLog(page, `device=${logger.id}&kind=reading`);
		await table(page).getByRole("button", { name: "Row actions" }).first().click();
		await page.getByRole("menuitem", { name: "Copy raw JSON" }).click();
		await page.getByText("Raw JSON copied.").waitFor();
		const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
		expect(copied).toMatchObject({ kind: "reading", at, deviceId: logger.id, readings: [{ value: 3.25 }] });
		await table(page).getByRole("button", { name: "Row actions" }).first().click();
		await page.getByRole("menuitem", { name: "Open log at this moment" }).click();
		await page.waitForURL(/from=\d+&to=\d+/);
		expect(boundsIn(page)).toEqual({ from: at - 30 * minuteMs, to: at + 30 * minuteMs });
	});
});

describe("a note", () => {
	test("is added in a dialog, complains at its field, and stands in the log", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Noted room");
		await send(logger, pairs(2));
		await openLog(page, `device=${logger.id}`);
		await page.getByRole("button", { name: "Add note" }).click();
		const dialog = page.getByRole("dialog", { name: "Add note" });
		await dialog.getByRole("button", { name: "Add note" }).click();
		await dialog.getByText("Enter a note.").waitFor();
		const text = dialog.getByRole("textbox", { name: "Note" });
		await text.fill("x".repeat(5_000));
		await dialog.getByText("4,500 characters too many", { exact: true }).waitFor();
		await text.fill("x".repeat(501));
		await dialog.getByText("1 character too many", { exact: true }).waitFor();
		await dialog.getByRole("button", { name: "Add note" }).click();
		await dialog.getByText("At most 500 characters.").waitFor();
		await text.fill("Door found open, closed it.");
		await dialog.getByText("473 characters left").waitFor();
		// Beside the dialog: what is typed is not given up by a slip of the mouse.
		await page.mouse.click(5, 450);
		await dialog.getByRole("button", { name: "Add note" }).click();
		await dialog.waitFor({ state: "hidden" });
		await table(page)
			.getByRole("cell", { name: "Door found open, closed it. · Maria Oliveira", exact: true })
			.waitFor();
	});

	test("cannot be added by a viewer, who is told why", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "viewer");
		await openLog(page, "");
		const add = page.getByRole("button", { name: "Add note" });
		await expect.poll(() => add.getAttribute("aria-disabled")).toBe("true");
		await add.hover();
		await page.getByRole("tooltip", { name: /Your role cannot add notes/ }).waitFor();
		await withoutRequests(page, () => add.click({ force: true }));
		expect(await page.getByRole("dialog").count()).toBe(0);
	});
});

async function textOf(download: Download): Promise<string> {
	return readFile(await download.path(), "utf8");
}

describe("an export", () => {
	test("holds exactly the rows of the table", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Exported room");
		await send(logger, pairs(4));
		await openLog(page, `device=${logger.id}&kind=reading&form=long`);
		await table(page).getByRole("columnheader", { name: "Channel" }).waitFor();
		await expect.poll(() => table(page).locator("tbody tr").count()).toBe(8);
		const rows = await table(page)
			.locator("tbody tr")
			.evaluateAll((found) =>
				found.map((row) => [...row.querySelectorAll("td")].slice(2, 4).map((cell) => cell.textContent)),
			);
		await page.getByRole("button", { name: "Export" }).click();
		const started = page.waitForEvent("download");
		await page.getByRole("menuitem", { name: "JSON, long" }).click();
		const file = JSON.parse(await textOf(await started));
		const exported: Record<string, unknown>[] = file.rows;
		expect(exported).toHaveLength(rows.length);
		const text = JSON.stringify(exported);
		for (const [channel, value] of rows) {
			expect(text).toContain(String(channel));
			expect(text).toContain(String(Number(value?.split(" ")[0])));
		}
	});
});

describe("a log that is paused", () => {
	test("stands still, counts what comes in, and shows it when asked", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Paused room");
		await send(logger, pairs(2));
		await openLog(page, `device=${logger.id}`);
		await table(page).getByRole("cell", { name: "20.0 °C" }).waitFor();
		await page.getByRole("button", { name: "Pause" }).click();
		await page.getByRole("button", { name: "Resume" }).waitFor();
		await send(logger, [{ channel: "Temperature", at: Date.now() - 500, value: 33.3 }]);
		const pill = page.getByRole("button", { name: "1 new" });
		await pill.waitFor({ timeout: 40_000 });
		expect(await table(page).getByRole("cell", { name: "33.3 °C" }).count()).toBe(0);
		await pill.click();
		await table(page).getByRole("cell", { name: "33.3 °C" }).waitFor();
		await page.getByRole("button", { name: "Pause" }).waitFor();
		await pill.waitFor({ state: "detached" });
	});

	test("is also one that looks at an earlier time", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Earlier room");
		await send(logger, pairs(2));
		await openLog(page, `device=${logger.id}`);
		await table(page).getByRole("cell", { name: "20.0 °C" }).waitFor();
		await page.getByRole("button", { name: "Earlier" }).click();
		await page.waitForURL(/offset=1/);
		await send(logger, [{ channel: "Temperature", at: Date.now() - 500, value: 44.4 }]);
		await page.getByRole("button", { name: "1 new" }).click({ timeout: 40_000 });
		await page.waitForURL((url) => !url.search.includes("offset"));
		await table(page).getByRole("cell", { name: "44.4 °C" }).waitFor();
	});
});

/** Runs in the page: keeps in `shifted` how much has jumped by itself since the beginning. */
function sumLayoutShifts(): void {
	let shifted = 0;
	Reflect.set(window, "shifted", shifted);
	new PerformanceObserver((list) => {
		// Entries of this kind carry a value that the type of all entries does not know.
		for (const entry of list.getEntries()) shifted += Number(Reflect.get(entry, "value"));
		Reflect.set(window, "shifted", shifted);
	}).observe({ type: "layout-shift", buffered: true });
}

describe("the log's screen", () => {
	test.for([
		{ scheme: "light", width: 1_440 },
		{ scheme: "dark", width: 1_440 },
		{ scheme: "light", width: 360 },
		{ scheme: "dark", width: 360 },
	] as const)(
		"is accessible, fits and does not jump: $scheme, $width px",
		async ({ scheme, width }, { page, context }) => {
			await signIn(context, "owner");
			await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width, height: 800 });
			await page.addInitScript(sumLayoutShifts);
			// Yesterday: of today there may be nothing yet.
			await openLog(page, "range=day&offset=1");
			await page.locator(".u-over").waitFor();
			await page.waitForLoadState("networkidle");
			const shift = await page.evaluate(() => Number(Reflect.get(window, "shifted")));
			expect(shift).toBeLessThan(0.05);
			expect(await violations(page)).toEqual([]);
			await expect
				.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
				.toBe(true);

			await page.getByRole("button", { name: "Custom" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Show" }).waitFor();
			expect(await violations(page)).toEqual([]);
			await page.keyboard.press("Escape");
			await page.getByRole("dialog").waitFor({ state: "hidden" });
			await page.getByRole("button", { name: "Add note" }).click();
			await page.getByRole("dialog").getByRole("textbox", { name: "Note" }).waitFor();
			expect(await violations(page)).toEqual([]);
		},
	);
});
