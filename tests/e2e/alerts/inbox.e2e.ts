import type { BrowserContext } from "playwright-core";
import { describe, expect } from "vitest";
import type { Alert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { warmRule } from "../../samples";
import { expectAccessible, violations } from "../accessibility";
import { call, choose, closeToasts } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { testAsOwner as test } from "../visitor";

const phone = { width: 360, height: 740 };

async function tooWarm(context: BrowserContext, device: string): Promise<string> {
	const logger = await addLogger(context, device);
	const name = `${device} too warm`;
	const facts = { name, description: "", severity: "critical", isEnabled: true, scope: { deviceIds: [logger.id] } };
	const notified = { contactIds: [], contactGroupIds: [], notification: plainNotification };
	await call<Alert>(context, "alert.createAlert", { ...facts, ...notified, rule: warmRule });
	await send(logger, [{ channel: "Temperature", at: Date.now() - 60_000, value: 5 }]);
	await send(logger, [{ channel: "Temperature", at: Date.now() - 1_000, value: 11 }]);
	return name;
}

describe("the inbox", () => {
	test("goes from one person to another on a phone, and hides what is snoozed", async ({ page, context }) => {
		const name = await tooWarm(context, "Inbox freezer");
		await page.setViewportSize(phone);
		await page.goto("/alerts/?q=Inbox+freezer");
		await page.getByRole("button", { name: `Actions for ${name}` }).click();
		await page.getByRole("menuitem", { name: "Take", exact: true }).click();
		await page.getByText(`${name} is yours`).waitFor();
		await closeToasts(page);
		await page.getByRole("link", { name: /^Mine \(\d+\)$/ }).click();
		await page.getByRole("link", { name }).click();
		await page.getByRole("region", { name: "Timeline" }).getByText("Took it").waitFor();

		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Hand over…" }).click();
		const dialog = page.getByRole("dialog", { name: `Hand over ${name}` });
		await dialog.getByRole("button", { name: "Hand over" }).click();
		await dialog.getByText("Choose a person.").waitFor();
		expect(await violations(page, "[role=dialog]")).toEqual([]);
		await choose(page, dialog.getByRole("combobox", { name: "To" }), "Ana Prado");
		await dialog.getByRole("button", { name: "Hand over" }).click();
		await page.getByText("Ana Prado has it now").waitFor();
		await page.getByRole("region", { name: "Timeline" }).getByText("Handed over to Ana Prado").waitFor();

		await closeToasts(page);
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Take", exact: true }).click();
		await page.getByText(`${name} is yours`).waitFor();
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Snooze…" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Snooze", exact: true }).click();
		await page.getByText(`${name} comes back later`).waitFor();
		await page.goto("/alerts/?whose=snoozed");
		await page.getByRole("link", { name }).waitFor();
		await page.getByRole("link", { name: /^Mine/ }).click();
		await expect.poll(() => page.getByRole("link", { name }).count()).toBe(0);
		await expectAccessible(page);
	});
});
