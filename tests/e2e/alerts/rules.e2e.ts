import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Alert, AlertListRow, CreateAlert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import { expectAccessible } from "../accessibility";
import { call, choose, openList, runInBulk, selectAll, take } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { openFilter } from "../filters";
import { testAsOwner as test } from "../visitor";

const rules = (context: BrowserContext) => call<AlertListRow[]>(context, "alert.getAlerts", {}, true);

const lowBattery: AlertCondition = { kind: "battery", below: 1 };

async function makeRule(context: BrowserContext, name: string, condition = lowBattery): Promise<Alert> {
	const input: CreateAlert = {
		name,
		description: "",
		severity: "info",
		isEnabled: true,
		scope: "all",
		contactIds: [],
		contactGroupIds: [],
		rule: {
			condition,
			forSeconds: 0,
			clear: { by: "person" },
			schedule: null,
		},
		notification: plainNotification,
	};
	return call<Alert>(context, "alert.createAlert", input);
}

const save = (page: Page) => page.getByRole("button", { name: "Save alert" }).click();

describe("an alert rule", () => {
	test("comes from a template, with groups and a contact, and stands in the list", async ({ page, context }) => {
		await page.goto("/alerts/?view=rules");
		await page.getByRole("link", { name: "New rule" }).click();
		await page.getByRole("link", { name: /^Freezer thawing/ }).click();
		await page
			.getByRole("region", { name: "In short" })
			.getByText("Temperature is above −15 °C for 45 minutes.")
			.waitFor();
		await page.getByRole("textbox", { name: "Name" }).fill("Journey freezers");
		await choose(page, page.getByRole("combobox", { name: "Which devices" }), "devices in groups");
		await page.getByRole("combobox", { name: "Groups" }).click();
		await take(page.getByRole("option").first());
		await page.keyboard.press("Escape");
		await page.getByRole("combobox", { name: "Contacts" }).click();
		await take(page.getByRole("option", { name: /^Ana Prado/ }));
		await page.keyboard.press("Escape");
		await expectAccessible(page);
		await page.getByRole("button", { name: "Create alert" }).click();
		await page.getByRole("heading", { level: 1, name: "Journey freezers" }).waitFor();
		await page.goto("/alerts/?view=rules&q=Journey");
		await page.getByRole("table", { name: "Alerts" }).getByRole("link", { name: "Journey freezers" }).waitFor();
		const [made] = (await rules(context)).filter(({ name }) => name === "Journey freezers");
		expect(made).toMatchObject({ severity: "critical", recipients: ["Ana Prado"], isEnabled: true });
	});

	test("says before it is saved which open events a change ends, and keeps everything on Cancel", async ({
		page,
		context,
	}) => {
		const [open] = (await rules(context)).filter(({ name, openEvents }) => name === "Battery low" && openEvents > 0);
		if (!open) throw new Error("The demo has no rule of batteries with an open event");
		await page.goto(`/alerts/edit/${open.id}`);
		const limit = page.getByRole("textbox", { name: "Battery below" });
		await limit.fill("1");
		await save(page);
		const question = page.getByRole("dialog", { name: /^End \d+ open events?\?$/ });
		await question
			.getByText(/: the changed rule does not confirm it/)
			.first()
			.waitFor();
		await question.getByRole("button", { name: "Cancel" }).click();
		await question.waitFor({ state: "detached" });
		expect(await limit.inputValue()).toBe("1");
		expect((await rules(context)).find(({ id }) => id === open.id)).toMatchObject({ openEvents: open.openEvents });
		await save(page);
		await question.getByRole("button", { name: /^Save and end/ }).click();
		await page.getByText("No open event").waitFor();
		expect((await rules(context)).find(({ id }) => id === open.id)).toMatchObject({
			openEvents: 0,
			condition: "Battery is below 1 %.",
		});
		await limit.fill("2");
		await save(page);
		await expect.poll(async () => (await rules(context)).find(({ id }) => id === open.id)?.condition).toMatch(/2 %/);
	});

	test("switches off and deletes with others, after a question", async ({ page, context }) => {
		for (const name of ["Bulk journey 1", "Bulk journey 2"]) await makeRule(context, name);
		await page.goto("/alerts/?view=rules&q=Bulk%20journey");
		await page.getByRole("row").filter({ hasText: "Bulk journey 2" }).waitFor();
		await page.getByRole("checkbox", { name: "Select all alerts" }).check();
		const bar = page.getByRole("region", { name: "Selected alerts" });
		await bar.getByRole("button", { name: "Switch off 2 alerts" }).click();
		const question = page.getByRole("dialog", { name: "Switch off 2 alerts?" });
		await question.getByText("Their past events stay.", { exact: false }).waitFor();
		await question.getByRole("button", { name: "Switch off 2 alerts" }).click();
		await expect
			.poll(async () => (await rules(context)).filter(({ name, isEnabled }) => /^Bulk/.test(name) && !isEnabled).length)
			.toBe(2);
		await question.waitFor({ state: "detached" });
		await bar.waitFor({ state: "detached" });
		await page.getByRole("checkbox", { name: "Select all alerts" }).check();
		await bar.getByRole("button", { name: "More" }).click();
		await page.getByRole("menuitem", { name: "Delete 2 alerts" }).click();
		const deletion = page.getByRole("dialog", { name: "Delete 2 alerts?" });
		await deletion.getByRole("textbox").fill("2 alerts");
		await deletion.getByRole("button", { name: "Delete 2 alerts" }).click();
		await expect.poll(async () => (await rules(context)).filter(({ name }) => /^Bulk/.test(name)).length).toBe(0);
	});

	test("reads in °F, as its readings do, for a person who chose that, and saves untouched values as they were", async ({
		page,
		context,
	}) => {
		const logger = await addLogger(context, "Read in Fahrenheit");
		await send(logger, [{ channel: "Temperature", at: Date.now() - 60_000, value: 4 }]);
		const rule = await makeRule(context, "Fahrenheit journey", {
			kind: "threshold",
			channels: { quantity: "temperature", unit: "°C", name: null },
			comparison: ">",
			limit: { from: "value", value: 98.1234567 },
		});
		await page.goto(`/devices/${logger.id}`);
		await page.getByText("4.0 °C", { exact: true }).first().waitFor();
		const profile = await context.newPage();
		await profile.goto("/profile");
		const display = profile.getByRole("region", { name: "Display" });
		await choose(profile, display.getByRole("combobox", { name: "Temperature", exact: true }), "°F");
		await page.getByText("39.2 °F", { exact: true }).first().waitFor();
		expect(await page.getByText(/°C/).count()).toBe(0);
		await profile.close();

		await page.goto(`/log/?device=${logger.id}&range=day&kind=reading`);
		await page.getByRole("cell", { name: "39.2 °F" }).waitFor();
		await openFilter(page, "Value");
		await choose(page, page.getByRole("combobox", { name: "Of", exact: true }), "Temperature");
		await page.getByRole("textbox", { name: "At least (°F)" }).fill("39.2");
		await page.getByRole("button", { name: "Apply" }).click();
		await page.getByRole("button", { name: "Temperature at least 39.2 °F", exact: true }).waitFor();
		expect(new URL(page.url()).searchParams.get("value")).toBe("4..");
		await page.getByRole("cell", { name: "39.2 °F" }).waitFor();

		await page.goto(`/alerts/edit/${rule.id}`);
		const limit = page.getByRole("textbox", { name: "Limit", exact: true });
		await expect.poll(() => limit.inputValue()).toBe("208.62222");
		await page.getByText("Temperature is above 208.62222 °F.").first().waitFor();
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		await name.fill("Fahrenheit journey, renamed");
		await save(page);
		const limitOf = async () =>
			(await call<Alert>(context, "alert.getAlert", { alertId: rule.id }, true)).rule.condition;
		await page.getByRole("heading", { level: 1, name: "Fahrenheit journey, renamed" }).waitFor();
		expect(await limitOf()).toMatchObject({ limit: { value: 98.1234567 } });
		await limit.fill("212");
		await save(page);
		await expect.poll(limitOf).toMatchObject({ limit: { value: 100 } });
	});

	test("begins with the devices that were selected, and two people may edit it", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/status of 409/);
		await openList(page, "Cold room");
		await selectAll(page);
		await runInBulk(page, "New rule for 4 devices");
		await page.getByRole("region", { name: "In short" }).getByText("Watches 4 devices now.").waitFor();
		await page.getByRole("textbox", { name: "Name" }).fill("Shared journey");
		await page.getByRole("textbox", { name: "Limit", exact: true }).fill("9");
		await page.getByRole("button", { name: "Create alert" }).click();
		await page.getByRole("heading", { level: 1, name: "Shared journey" }).waitFor();
		const [row] = (await rules(context)).filter(({ name }) => name === "Shared journey");
		if (!row) throw new Error("The rule was not made");
		const alert = await call<Alert>(context, "alert.getAlert", { alertId: row.id }, true);
		const { name, severity, isEnabled, scope, contactIds, contactGroupIds, rule, notification } = alert;
		await page.getByRole("textbox", { name: "Limit", exact: true }).fill("10");
		await call(context, "alert.updateAlert", {
			alertId: alert.id,
			version: alert.version,
			name,
			severity,
			isEnabled,
			scope,
			contactIds,
			contactGroupIds,
			rule,
			notification,
			description: "Theirs",
		});
		await save(page);
		await page.getByText(/You, in another tab, have saved other parts/).waitFor();
		await save(page);
		await expect
			.poll(() => call<Alert>(context, "alert.getAlert", { alertId: alert.id }, true))
			.toMatchObject({ description: "Theirs", rule: { condition: { limit: { value: 10 } } } });
	});
});
