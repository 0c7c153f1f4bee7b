import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { addLogger, queryAs, send, statusOfKey } from "./device-logger";
import { chooseEntry, holdsFocus, press, reach } from "./keys";
import { requestsDuring, signIn, test, withoutHints, withoutRequests } from "./visitor";

const minuteMs = 60_000;

async function openDevice(page: Page, id: string, tab?: string): Promise<void> {
	await page.goto(`/devices/${id}${tab ? `?tab=${tab}` : ""}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses an entry of the menu beside the title. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
	await button(page, "More actions").click();
	await page.getByRole("menuitem", { name }).click();
}

describe("a device's page", () => {
	test("shows the newest value of each channel with its day, asking once and loading once", async ({
		page,
		context,
	}) => {
		await withoutHints(page);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Sparkling cellar");
		const now = Date.now();
		await send(logger, [
			...[180, 170, 160, 30, 20, 10].map((age, index) => {
				return { channel: "Temperature", at: now - age * minuteMs, value: 3 + index };
			}),
			{ channel: "Humidity", at: now - 10 * minuteMs, value: 55 },
		]);
		const requests = await requestsDuring(page, () => openDevice(page, logger.id));
		const [check, batch, ...others] = requests;
		expect([check, others]).toEqual(["GET /api/isAuthenticated", []]);
		const asked = batch?.replace("GET /api/proxy/", "").split(",").sort();
		expect(asked).toEqual(["account.getCurrent", "device.getDevice", "group.getGroups", "log.getSeries"]);

		const latest = region(page, "Latest readings");
		const temperature = latest.getByRole("listitem").filter({ hasText: "Temperature" });
		await temperature.getByText("8.0 °C", { exact: true }).waitFor();
		await temperature.getByText("24 h: 3.0 °C to 8.0 °C").waitFor();
		await latest.getByText("24 h: always 55 %").waitFor();
		// The pause of two hours is no line: two runs, so two beginnings.
		const line = await temperature.getByTestId("sparkline").locator("path").first().getAttribute("d");
		expect(line?.match(/M/g)).toHaveLength(2);

		const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
		await expect.poll(() => crumbs.innerText()).toMatch(/Devices\s*\/?\s*Sparkling cellar/);
		await expect.poll(() => page.title()).toMatch(/^Sparkling cellar/);
		await crumbs.getByRole("link", { name: "Devices" }).click();
		await page.waitForURL((url) => /^\/devices\/?$/.test(url.pathname));
	});

	test("tells three times apart, and a clock that runs ahead", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Fast clock");
		await send(logger, [{ channel: "Temperature", at: Date.now() + 60 * minuteMs, value: 4 }]);
		await openDevice(page, logger.id);
		const clock = region(page, "Device clock");
		await clock.getByText(/^(59 minutes|60 minutes|1 h) ahead, by its newest reading$/).waitFor();
		await clock.getByText("UTC+01:00, all year").waitFor();
		for (const label of ["It is now", "Last reading", "Last received", "Next upload"])
			await clock.getByText(label, { exact: true }).waitFor();
	});

	test("of one that never reported says what it waits for, since when, and how to send", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Silent cellar");
		await openDevice(page, logger.id);
		const waiting = region(page, "Waiting for its first reading");
		await waiting.getByText(/Waiting since/).waitFor();
		await waiting.getByText(/curl .*\/api\/ingest\/v1\/readings/).waitFor();
		await expect.poll(() => page.getByRole("main").innerText()).not.toContain("aqd_");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		await waiting.waitFor({ state: "hidden" });
		await region(page, "Latest readings").getByText("4.0 °C", { exact: true }).waitFor();
	});

	test.for(["dev_00000000000000000000000000", "nonsense"])(
		"is not found for %s, by the same reading",
		async (id, { page, context, complaints }) => {
			complaints.allow(/40[04]/);
			await signIn(context, "owner");
			await page.goto(`/devices/${id}`);
			await page.getByRole("main").getByText("Page not found", { exact: true }).waitFor();
		},
	);

	test("opens its parts by address, by mouse and by keyboard", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Many parts");
		await openDevice(page, logger.id, "nonsense");
		const parts = page.getByRole("navigation", { name: "Parts of this device" });
		const current = parts.locator('[aria-current="page"]');
		await expect.poll(() => current.allInnerTexts()).toEqual(["Overview"]);
		await parts.getByRole("link", { name: "Settings" }).click();
		await page.waitForURL(/tab=settings/);
		await page.getByRole("form", { name: "Settings" }).waitFor();
		await expect.poll(() => current.allInnerTexts()).toEqual(["Settings"]);
		await parts.getByRole("link", { name: "Alerts" }).focus();
		await page.keyboard.press("Enter");
		await page.waitForURL(/tab=alerts/);
		await region(page, "Rules that watch this device").waitFor();
		await page.goBack();
		await page.getByRole("form", { name: "Settings" }).waitFor();
	});

	test("shows its newest entries however old, with the log a click away and a file of all of it", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Old readings");
		await send(logger, [{ channel: "Temperature", at: Date.now() - 40 * 24 * 60 * minuteMs, value: 21.5 }]);
		await openDevice(page, logger.id);
		await chooseInMenu(page, "Export log");
		await page.waitForURL(/tab=log/);
		await page.getByRole("cell", { name: "21.5 °C" }).waitFor();
		await button(page, "Export").click();
		const download = page.waitForEvent("download");
		await page.getByRole("menuitem", { name: "CSV, wide" }).click();
		expect((await download).suggestedFilename()).toMatch(/\.csv$/);
		await page.getByRole("link", { name: "Open in Log" }).click();
		await page.waitForURL((url) => url.pathname === "/log/" && url.searchParams.get("device") === logger.id);
	});

	test("names the rules that watch it", async ({ page, context }) => {
		await signIn(context, "owner");
		const devices = await queryAs<{ id: string; name: string }[]>(context, { path: "device.getDevices", input: {} });
		const coldRoom = devices.find(({ name }) => name === "Cold room 1");
		await openDevice(page, coldRoom?.id ?? "", "alerts");
		const rules = region(page, "Rules that watch this device").getByRole("listitem");
		await rules.first().waitFor();
		const watching = await queryAs<{ name: string }[]>(context, {
			path: "alert.getAlerts",
			input: { deviceId: coldRoom?.id },
		});
		expect(watching.length).toBeGreaterThan(0);
		await expect.poll(() => rules.getByRole("link").allInnerTexts()).toEqual(watching.map(({ name }) => name));
	});
});

describe("an action of a device's page", () => {
	test("adds a note about it", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Noted cellar");
		await openDevice(page, logger.id, "log");
		await button(page, "Add note").first().click();
		const dialog = page.getByRole("dialog", { name: "Add note" });
		await dialog.getByRole("textbox", { name: "Note" }).fill("Probe moved to the door");
		await dialog.getByRole("button", { name: "Add note" }).click();
		await page.getByRole("cell", { name: /Probe moved to the door/ }).waitFor();
	});

	test("mutes it by mouse, says until when, and takes it back", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Loud cellar");
		await openDevice(page, logger.id);
		await button(page, "Mute").click();
		const dialog = page.getByRole("dialog", { name: "Mute Loud cellar" });
		await dialog.getByRole("combobox", { name: "For" }).click();
		await page.getByRole("option", { name: "Until…" }).click();
		await dialog.getByRole("button", { name: "Mute device" }).click();
		await dialog.getByText("Choose a time.").waitFor();
		await dialog.getByLabel("Until", { exact: true }).fill("2020-01-01T10:00");
		await dialog.getByRole("button", { name: "Mute device" }).click();
		await dialog.getByText("Choose a time to come.").waitFor();
		await dialog.getByRole("combobox", { name: "For" }).click();
		await page.getByRole("option", { name: "7 days" }).click();
		await dialog.getByRole("textbox", { name: "Reason" }).fill("Defrosting");
		await dialog.getByRole("button", { name: "Mute device" }).click();
		await dialog.waitFor({ state: "hidden" });
		await page
			.getByRole("main")
			.getByText(/^Muted until/)
			.waitFor();
		await page.goto(`/devices/${logger.id}?tab=alerts`);
		await page.getByText(/Its alerts are muted until .*: Defrosting\./).waitFor();
		await button(page, "Unmute").click();
		await button(page, "Mute").waitFor();
		await button(page, "Undo").click();
		await button(page, "Unmute").waitFor();
	});

	test("mutes it by keyboard alone", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Loud attic");
		await openDevice(page, logger.id);
		await press(button(page, "Mute"));
		const dialog = page.getByRole("dialog", { name: "Mute Loud attic" });
		await holdsFocus(dialog);
		await reach(dialog.getByRole("textbox", { name: "Reason" }));
		await page.keyboard.type("Cleaning");
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "hidden" });
		await button(page, "Unmute").waitFor();
	});

	test("archives it by keyboard and restores it by mouse", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Unused cellar");
		await openDevice(page, logger.id);
		await press(button(page, "More actions"));
		await chooseEntry(page, "Archive");
		await page.getByText(/^Archived since/).waitFor();
		expect(await statusOfKey(logger.key)).toBeGreaterThanOrEqual(400);
		await button(page, "Restore").click();
		await page.getByText(/^Archived since/).waitFor({ state: "hidden" });
		expect(await statusOfKey(logger.key)).toBe(200);
	});

	test("archives it and takes that back by the toast", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Hasty cellar");
		await openDevice(page, logger.id);
		await chooseInMenu(page, "Archive");
		await page.getByText(/^Archived since/).waitFor();
		await button(page, "Undo").click();
		await page.getByText(/^Archived since/).waitFor({ state: "hidden" });
	});

	test("deletes it only by its name, names what goes, and restores it within its grace", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Doomed cellar");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		await openDevice(page, logger.id, "settings");
		await button(page, "Delete device").click();
		const dialog = page.getByRole("dialog", { name: "Delete Doomed cellar?" });
		await dialog.getByText(/^1 reading \(/).waitFor();
		await dialog.getByRole("textbox").fill("Doomed");
		await dialog.getByRole("button", { name: "Delete device" }).click();
		await dialog.getByText("This is not “Doomed cellar”.").waitFor();
		await dialog.getByRole("textbox").fill("Doomed cellar");
		await page.keyboard.press("Enter");
		await page.getByText(/^Deleted\. It goes for good on/).waitFor();
		expect(await statusOfKey(logger.key)).toBeGreaterThanOrEqual(400);
		await button(page, "Restore").click();
		await page.getByText(/^Deleted\. It goes/).waitFor({ state: "hidden" });
		await region(page, "Archive or delete").getByRole("button", { name: "Delete device" }).waitFor();
	});

	test("is there for a viewer to read about, with the reason, and changes nothing", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "viewer");
		const devices = await queryAs<{ id: string; name: string }[]>(context, { path: "device.getDevices", input: {} });
		const coldRoom = devices.find(({ name }) => name === "Cold room 1");
		await openDevice(page, coldRoom?.id ?? "", "settings");
		await page.getByText("Your role cannot change devices. It takes the role owner or admin.").first().waitFor();
		await expect.poll(() => page.getByRole("textbox", { name: "Name", exact: true }).first().isDisabled()).toBe(true);
		expect(await button(page, "Save").count()).toBe(0);
		for (const name of ["Mute", "Add note", "Replace key", "Replace logger", "Archive device", "Delete device"])
			await expect.poll(() => button(page, name).getAttribute("aria-disabled"), { message: name }).toBe("true");
		await button(page, "Mute").focus();
		await page.getByText(/^Your role cannot mute devices\. It takes the role owner, admin, or operator\.$/).waitFor();
		// A dialog's code comes late, so it is waited for before it is found missing.
		await withoutRequests(page, () => page.keyboard.press("Enter"));
		expect(await page.getByRole("dialog").count()).toBe(0);
	});
});

describe("what a device is called", () => {
	const names = [
		"x".repeat(64),
		"غرفة التبريد رقم ١ في المستودع الشمالي",
		"🧊 冷蔵室 👩🏽‍🔬 é́ Ünïcode",
		"<img src=x onerror=alert(1)>",
	];
	test.for(names)("may be %s: shown as it is, and nothing is wider than a phone", async (name, { page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, name);
		await page.setViewportSize({ width: 360, height: 740 });
		for (const tab of ["overview", "log", "alerts", "settings"]) {
			await openDevice(page, logger.id, tab);
			await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
			await page.waitForLoadState("networkidle");
			await expect
				.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: tab })
				.toBeLessThanOrEqual(360);
		}
		await expect.poll(() => page.title()).toContain(name.slice(0, 20));
	});
});

describe("every part of a device's page", () => {
	test.for(["overview", "log", "alerts", "settings"])(
		"is accessible in light and dark: %s",
		async (tab, { page, context }) => {
			await signIn(context, "owner");
			const devices = await queryAs<{ id: string; name: string }[]>(context, { path: "device.getDevices", input: {} });
			const coldRoom = devices.find(({ name }) => name === "Cold room 1");
			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
				await openDevice(page, coldRoom?.id ?? "", tab);
				await page.waitForLoadState("networkidle");
				await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "hidden" });
				expect(await violations(page), colorScheme).toEqual([]);
			}
		},
	);
});
