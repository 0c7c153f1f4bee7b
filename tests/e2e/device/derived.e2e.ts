import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { AlertListRow, CreateAlert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import { expectAccessible, overlay } from "../accessibility";
import { call, choose } from "../device-fleet";
import { addLogger, type Logger, send } from "../device-logger";
import { chooseOption, hasFocus, press, reach, write } from "../keys";
import { testAsOwner as test } from "../visitor";

const dialogOf = (page: Page, name: string | RegExp = "Add derived value") => page.getByRole("dialog", { name });
const card = (page: Page) => page.getByRole("region", { name: "Derived values", exact: true });

const deviceOf = (context: BrowserContext, { id }: Pick<Logger, "id">) =>
	call<Device>(context, "device.getDevice", { deviceId: id }, true);

async function addGreenhouse(context: BrowserContext, name: string): Promise<Logger> {
	const logger = await addLogger(context, name);
	const times = Array.from({ length: 12 }, (_, index) => Date.now() - (12 - index) * 10 * minuteMs);
	await send(
		logger,
		times.flatMap((at) => [
			{ channel: "Temperature", at, value: 25 },
			{ channel: "Humidity", at: at + 1_000, value: 60 },
		]),
	);
	return logger;
}

function dewPointHigh({ id }: Logger): CreateAlert {
	const channels = { quantity: "temperature", unit: "°C", name: "Dew point" } as const;
	return {
		name: "Dew point high",
		description: "",
		severity: "info",
		isEnabled: true,
		scope: { deviceIds: [id] },
		contactIds: [],
		contactGroupIds: [],
		rule: {
			condition: { kind: "threshold", channels, comparison: ">", limit: { from: "value", value: 10 } },
			forSeconds: 0,
			clear: { by: "person" },
			schedule: null,
		},
		notification: plainNotification,
	};
}

async function openSettings(page: Page, { id }: Logger): Promise<void> {
	await page.goto(`/devices/${id}?tab=settings`);
	await page.getByRole("form", { name: "Settings" }).waitFor();
}

describe("a derived value", () => {
	test("shows its values of a week before it is added by keyboard alone, and stands marked in page and log", async ({
		page,
		context,
	}) => {
		const logger = await addGreenhouse(context, "Greenhouse with deficit");
		await openSettings(page, logger);
		await press(card(page).getByRole("button", { name: "Add derived value" }));
		const dialog = dialogOf(page);
		await chooseOption(dialog.getByRole("combobox", { name: "What to compute" }), "Vapor pressure deficit");
		await write(dialog.getByRole("textbox", { name: /^Leaf warmer than air by/ }), "-2");
		const preview = dialog.getByRole("region", { name: "Preview" });
		await preview.getByText("All 12 readings of Temperature give a value.").waitFor();
		await write(dialog.getByRole("textbox", { name: "Name" }), "humidity");
		await page.keyboard.press("Enter");
		await dialog.getByText("Another channel of this device has this name.").waitFor();
		await hasFocus(dialog.getByRole("textbox", { name: "Name" }));
		await page.keyboard.press("Control+A");
		await page.keyboard.type("VPD");
		await reach(dialog.getByText("More", { exact: true }));
		await expectAccessible(page, overlay);
		await page.setViewportSize({ width: 1280, height: 800 });
		await press(dialog.getByRole("button", { name: "Add derived value" }));
		await dialog.waitFor({ state: "hidden" });
		await card(page)
			.getByText(/^Vapor pressure deficit \(Temperature, Humidity\)/)
			.waitFor();

		const { channels } = await deviceOf(context, logger);
		expect(channels.find(({ name }) => name === "VPD")).toMatchObject({
			quantity: "vaporPressureDeficit",
			unit: "kPa",
			derived: { options: { leafOffset: -2 }, toleranceSeconds: 1 },
		});
		await page.goto(`/devices/${logger.id}`);
		await page
			.getByRole("region", { name: "Latest readings" })
			.getByRole("img", { name: /^Computed: Vapor pressure deficit/ })
			.waitFor();
		await page.goto(`/log/?device=${logger.id}&range=day`);
		await page
			.getByRole("columnheader", { name: /^VPD/ })
			.getByRole("img", { name: /^Computed:/ })
			.waitFor();
	});

	test("proposes how a meter starts again, and shows what it used as bars and a table by keyboard", async ({
		page,
		context,
	}) => {
		const meter = await addLogger(context, "Meter of the hall", {
			timezoneOffset: 0,
			timeZoneRule: 0,
			channels: [{ name: "Energy", quantity: "energy", unit: "kWh" }],
		});
		const today = Math.floor(Date.now() / dayMs) * dayMs;
		const hours = Array.from({ length: 9 * 24 }, (_, hour) => hour).filter((hour) => hour < 130 || hour >= 190);
		await send(
			meter,
			hours.map((hour) => ({
				channel: "Energy",
				at: today - (9 * 24 - hour) * hourMs,
				value: 100 + (hour * hour) / 50,
			})),
		);
		await openSettings(page, meter);
		await press(card(page).getByRole("button", { name: "Add derived value" }));
		const dialog = dialogOf(page);
		await chooseOption(dialog.getByRole("combobox", { name: "What to compute" }), "Use of a counter");
		await dialog.getByText("Its values did not fall in the last 31 days.").waitFor();
		await expectAccessible(page, overlay);
		await press(dialog.getByRole("button", { name: "Add derived value" }));
		await dialog.waitFor({ state: "hidden" });
		await page.goto(`/devices/${meter.id}`);
		const bars = page.getByRole("region", { name: "Use of a counter" });
		const chart = bars.getByRole("slider", { name: "Use of a counter, days" });
		await bars.getByText("Weeks", { exact: true }).click();
		await bars.getByText("Days", { exact: true }).click();
		await chart.focus();
		await page.keyboard.press("Home");
		expect(await chart.getAttribute("aria-valuenow")).toBe("1");
		await bars.getByText("Table", { exact: true }).click();
		await bars.getByRole("columnheader", { name: "Use" }).waitFor();
		await expectAccessible(page);
	});

	test("opens an alert by a rule on it, whose form says that it is computed", async ({ page, context }) => {
		const logger = await addGreenhouse(context, "Greenhouse with rule");
		await openSettings(page, logger);
		await card(page).getByRole("button", { name: "Add derived value" }).click();
		await dialogOf(page).getByText("All 12 readings of Temperature give a value.").waitFor();
		await dialogOf(page).getByRole("button", { name: "Add derived value" }).click();
		await dialogOf(page).waitFor({ state: "hidden" });
		await page.goto(`/alerts/new?device=${logger.id}`);
		await page.getByRole("combobox", { name: "Name of the channel" }).click();
		await page.getByRole("option", { name: "Dew point (computed)" }).click();
		await page.getByRole("textbox", { name: "Limit", exact: true }).fill("10");
		await page.getByText(/^Would have fired once on 1 of 1 devices? in the last 7 days/).waitFor();
		await page
			.getByRole("region", { name: "Rehearsal" })
			.getByRole("img", { name: /^Computed: Dew point/ })
			.waitFor();

		await call(context, "alert.createAlert", dewPointHigh(logger));
		const at = Date.now();
		await send(logger, [
			{ channel: "Temperature", at, value: 25 },
			{ channel: "Humidity", at, value: 60 },
		]);
		const rules = () => call<AlertListRow[]>(context, "alert.getAlerts", {}, true);
		await expect.poll(async () => (await rules()).find((rule) => rule.name === "Dew point high")?.openEvents).toBe(1);
	});

	test("keeps its sources from removal, and is removed itself after its uses are named", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		const logger = await addLogger(context, "Two supplies", {
			channels: ["Supply", "Return"].map((name) => ({ name, quantity: "temperature", unit: "°C" })),
		});
		await openSettings(page, logger);
		await card(page).getByRole("button", { name: "Add derived value" }).click();
		const dialog = dialogOf(page);
		await choose(page, dialog.getByRole("combobox", { name: "What to compute" }), "Difference");
		await dialog.getByText("has no readings in this time", { exact: false }).waitFor();
		await dialog.getByRole("button", { name: "Add derived value" }).click();
		await dialog.waitFor({ state: "hidden" });
		await card(page).getByRole("button", { name: "Remove Difference" }).waitFor();

		await page.getByRole("button", { name: "Remove Return", exact: true }).click();
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByRole("alert").filter({ hasText: "Difference" }).waitFor();
		expect((await deviceOf(context, logger)).channels).toHaveLength(3);

		await openSettings(page, logger);
		await card(page).getByRole("button", { name: "Remove Difference" }).click();
		const question = dialogOf(page, "Remove Difference?");
		await question.getByText("No rule, report or wall screen that you can see uses it.").waitFor();
		await expectAccessible(page, overlay);
		await question.getByRole("button", { name: "Remove derived value" }).click();
		await question.waitFor({ state: "hidden" });
		await expect.poll(async () => (await deviceOf(context, logger)).channels.length).toBe(2);
	});
});
