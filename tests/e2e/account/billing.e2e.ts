import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
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
