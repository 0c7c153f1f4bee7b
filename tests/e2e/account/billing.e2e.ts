import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible, overlay } from "../accessibility";
import { postToLocalRun } from "../product";
import { product } from "../this-product";
import { signIn, test } from "../visitor";

describe("billing", () => {
	test("an owner sees what is used, that nothing is billed, and keeps a statement of the month", async ({ page }) => {
		await signIn(page.context(), "owner");
		await page.goto("/accounts/billing/");
		await page.getByText("Payment is not set up on this console, and nothing is billed.").waitFor();
		const meters = page.getByRole("region", { name: "Use of the plan" });
		for (const title of ["Devices", "Users", "Storage", "E-mails sent", "API calls", "Report runs"]) {
			await meters.getByText(title, { exact: true }).waitFor();
		}
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page
				.getByRole("button", { name: / as CSV$/ })
				.first()
				.click(),
		]);
		expect(download.suggestedFilename()).toMatch(/^usage-\d{4}-\d\d-so-far\.csv$/);
		const text = await readFile(await download.path(), "utf8");
		expect(text).toMatch(/Meter,Used,Included/);
		expect(text).toMatch(/Devices,[1-9]/);
	});
});

const address = "https://hooks.tickets-journey.com/aqlcloud";

type Recorded = { webhooks: { url: string; headers: Record<string, string> }[] };

async function postedIds(page: Page): Promise<string[]> {
	const answer = await page.request.get("/__local/webhooks", { headers: { accept: "application/json" } });
	const { webhooks } = (await answer.json()) as Recorded; // of the local Worker
	return webhooks.filter(({ url }) => url === address).map(({ headers }) => headers["webhook-id"] ?? "");
}

describe("programs", () => {
	test("receive events: one that failed says so in the log, and is sent again by a button", async ({ page }) => {
		await signIn(page.context(), "owner");
		await page.goto("/accounts/keys/");
		await page.getByRole("button", { name: "Add webhook" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("textbox", { name: "Name" }).fill("Tickets");
		await dialog.getByRole("textbox", { name: "Address" }).fill(address);
		await dialog.getByRole("button", { name: "Add webhook" }).click();
		await dialog.getByText(/^whsec_/).waitFor();
		await dialog.getByRole("button", { name: "I have copied the secret" }).click();
		await postToLocalRun(product.origin, "webhooks/gone");
		await page.getByRole("button", { name: "Deliveries: Tickets" }).click();
		await dialog.getByRole("button", { name: "Send a test" }).click();
		await dialog.getByText("The address says that it is gone (410)").waitFor();
		const [refused] = await postedIds(page);
		await postToLocalRun(product.origin, "webhooks/accept");
		await dialog.getByRole("button", { name: "Send again" }).click();
		await dialog.getByText("Tried 2 times").waitFor();
		await expect.poll(() => postedIds(page)).toEqual([refused]);
		await dialog.getByText("Sent", { exact: true }).waitFor();
		await dialog.getByText(refused ?? "none").waitFor();
		await expectAccessible(page, overlay);
	});
});
