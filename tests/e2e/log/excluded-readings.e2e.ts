import { describe, expect } from "vitest";
import { expectAccessible, overlay } from "../accessibility";
import { addLogger, send } from "../device-logger";
import { cutBackend } from "../outage/outages";
import { outageComplaints, switchBackend, testAsOwner as test } from "../visitor";
import { minuteMs, openReadings, table } from "./log-screen";

describe("excluded and doubtful readings", () => {
	test("are marked, leave or enter the figures for a reason, stand in the audit log, and are taken back", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		const logger = await addLogger(context, "Wet probe");
		const at = Math.floor(Date.now() / minuteMs) * minuteMs;
		const values = [4, 40, 327.67, 5];
		const readings = values.map((value, index) => ({ channel: "Temperature", at: at - (9 - index) * minuteMs, value }));
		await send(logger, readings);
		await openReadings(page, `device=${logger.id}&from=${at - 15 * minuteMs}&to=${at}`);
		const cell = (name: string) => table(page).getByRole("cell", { name, exact: true });
		const legend = page.getByRole("list", { name: "Channels of the chart" });
		const runOnRow = async (value: string, label: string) => {
			const row = table(page).getByRole("row").filter({ hasText: value });
			await row.getByRole("button", { name: "Row actions" }).click();
			await page.getByRole("menuitem", { name: label, exact: true }).click();
		};
		const dialog = page.getByRole("dialog");
		const reason = dialog.getByRole("textbox", { name: "Reason" });
		await cell("327.7 °C doubtful").waitFor();
		await legend.getByText("max 40.0 °C").waitFor();
		await legend.getByText("○ 1 doubtful: in no figure").waitFor();

		await runOnRow("40.0 °C", "Exclude…");
		const exclude = dialog.getByRole("button", { name: "Exclude", exact: true });
		await exclude.click();
		await dialog.getByText("Enter a reason.").waitFor();
		await dialog.getByLabel("To", { exact: true }).fill("tomorrow or so");
		await reason.fill("Probe in water");
		await exclude.click();
		await dialog.getByText("Enter a date and a time, such as 2026-11-20 13:00.").waitFor();
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await page.getByRole("alertdialog", { name: "Unsaved reason" }).getByRole("button", { name: "Leave" }).click();
		await dialog.waitFor({ state: "detached" });

		await runOnRow("40.0 °C", "Exclude…");
		await reason.fill("Probe in water");
		await cutBackend();
		await exclude.click();
		await dialog.getByRole("alert").waitFor();
		expect(await reason.inputValue()).toBe("Probe in water");
		await switchBackend("mend");
		await page.getByText(/can't reach AQLCloud; retrying/i).waitFor({ state: "hidden", timeout: 40_000 });
		await exclude.click();
		await dialog.waitFor({ state: "detached", timeout: 40_000 });
		await cell("40.0 °C excluded").waitFor();
		await legend.getByText("max 5.0 °C").waitFor();
		await legend.getByText("○ 1 doubtful, × 1 excluded: in no figure").waitFor();

		await runOnRow("327.7 °C", "Let it count…");
		await reason.fill("Oven test");
		await dialog.getByRole("button", { name: "Let count", exact: true }).click();
		await cell("327.7 °C counts").waitFor();
		await legend.getByText("max 327.7 °C").waitFor();

		await page.getByRole("button", { name: "Exclude readings of this span…" }).click();
		await dialog.getByText("Wet probe · Temperature.").waitFor();
		await reason.waitFor();
		const { width = 1280, height = 800 } = page.viewportSize() ?? {};
		await expectAccessible(page, overlay);
		await page.setViewportSize({ width, height });
		await dialog.getByRole("button", { name: "Cancel" }).click();

		await runOnRow("40.0 °C", "Why, and take back");
		const decision = page.getByRole("listitem").filter({ hasText: "Probe in water" });
		await decision.getByText("By Maria Oliveira").waitFor();
		await expectAccessible(page);
		await page.setViewportSize({ width, height });
		await decision.getByRole("button", { name: /^Take back/ }).click();
		await dialog.getByText(/These readings count again in figures, reports and alerts/).waitFor();
		await dialog.getByRole("button", { name: "Take back", exact: true }).click();
		await decision.waitFor({ state: "hidden" });
		await page.getByText("Taken back", { exact: true }).click();
		await decision.getByText(/^Taken back by Maria Oliveira/).waitFor();

		await page.goto(`/accounts/audit/?entity=${logger.id}`);
		await page.getByRole("cell", { name: "Took back what was decided of readings" }).waitFor();
		const judged = page.getByRole("row").filter({ hasText: "Excluded readings, or let doubtful ones count" });
		await judged.filter({ hasText: "Probe in water" }).first().waitFor();
		await openReadings(page, `device=${logger.id}&from=${at - 15 * minuteMs}&to=${at}`);
		await cell("40.0 °C").waitFor();
	});
});
