import { describe, expect } from "vitest";
import type { AlertEventPage, AlertListRow } from "../../../shared/alert/alert";
import type { AlertCoverage } from "../../../shared/alert/alert-coverage";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger } from "../device-logger";
import { cutBackend } from "../outage/outages";
import { outageComplaints, switchBackend, testAsOwner as test } from "../visitor";

describe("alerts", () => {
	test("rehearse anew while a limit is typed, and an outage keeps what was typed", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		const rules = await call<AlertListRow[]>(context, "alert.getAlerts", {}, true);
		const rule = rules.find(({ name }) => name === "Cold rooms too warm");
		if (!rule) throw new Error("The demo has no rule of cold rooms");
		await page.goto(`/alerts/edit/${rule.id}`);
		const rehearsal = page.getByRole("region", { name: "Rehearsal" });
		await rehearsal.getByText(/^Would have fired .* in the last 7 days/).waitFor();
		const limit = page.getByRole("textbox", { name: "Limit", exact: true });
		await limit.fill("30");
		await rehearsal.getByText("Would not have fired in the last 7 days.").waitFor();
		await limit.fill("3");
		await rehearsal.getByText(/^Would have fired \d+ times on \d+ of \d+ devices in the last 7 days/).waitFor();
		await rehearsal
			.getByRole("img", { name: /^Temperature of / })
			.first()
			.waitFor();
		await expectAccessible(page);
		await cutBackend();
		await limit.fill("4");
		await rehearsal.getByRole("alert").waitFor();
		await page.getByRole("button", { name: "Save alert" }).click();
		await page.getByRole("main").getByRole("alert").first().waitFor();
		expect(await limit.inputValue()).toBe("4");
		await switchBackend("mend");
		await page.getByRole("button", { name: "Save alert" }).click();
		await page.getByText("Alert saved.").waitFor();
	});

	test("say in the list and on an event's page what is out, and go on by themselves", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		const { events } = await call<AlertEventPage>(context, "alert.getEvents", { states: ["open"] }, true);
		const [event] = events;
		if (!event) throw new Error("The demo has no open event");
		await page.goto(`/alerts/events/${event.id}`);
		await page.getByRole("heading", { level: 1, name: event.ruleName }).waitFor();
		await cutBackend();
		await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel(/Comment/).fill("On my way");
		await dialog.getByRole("button", { name: /^Acknowledge/ }).click();
		await dialog.getByRole("alert").waitFor();
		expect(await dialog.getByLabel(/Comment/).inputValue()).toBe("On my way");
		await switchBackend("mend");
		await dialog.getByRole("button", { name: /^Acknowledge/ }).click();
		await page.getByText("On my way").first().waitFor();
		await page.goto("/alerts/");
		await page.getByRole("table", { name: "Alerts" }).waitFor();
		await cutBackend();
		await page.goto("/alerts/");
		await page.getByText("Retrying automatically.").waitFor();
		await switchBackend("mend");
		await page.getByRole("table", { name: "Alerts" }).waitFor();
	});

	test("show unwatched devices in their coverage, and repair them from there", async ({ page, context }) => {
		const rules = await call<AlertListRow[]>(context, "alert.getAlerts", {}, true);
		for (const { id } of rules) await call(context, "alert.setAlertEnabled", { alertId: id, isEnabled: false });
		const logger = await addLogger(context, "Aaa unwatched");
		const coverage = await call<AlertCoverage>(context, "alert.getCoverage", undefined, true);
		expect(coverage.devicesWithoutRule.count).toBeGreaterThan(40);
		await page.goto("/alerts/coverage");
		const gap = page.getByRole("region", { name: "Devices without a rule" });
		await gap.getByRole("listitem").first().waitFor();
		await expectAccessible(page);
		await gap
			.getByRole("listitem")
			.filter({ hasText: "Aaa unwatched" })
			.getByRole("link", { name: "Add a rule" })
			.click();
		await page.getByRole("heading", { level: 1, name: "New rule" }).waitFor();
		await page.getByRole("textbox", { name: "Name" }).fill("Watched again");
		await page.getByRole("textbox", { name: "Limit", exact: true }).fill("8");
		await page.getByRole("button", { name: "Create alert" }).click();
		await page.getByRole("heading", { level: 1, name: "Watched again" }).waitFor();
		const after = await call<AlertCoverage>(context, "alert.getCoverage", undefined, true);
		expect(after.devicesWithoutRule.count).toBe(coverage.devicesWithoutRule.count - 1);
		expect(after.devicesWithoutRule.listed.map(({ id }) => id)).not.toContain(logger.id);
	});
});
