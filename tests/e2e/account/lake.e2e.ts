import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { testAsOwner as test } from "../visitor";

describe("Parquet files", () => {
	test("begin on a day, name a bucket only once it works, keep what was typed, and go off", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/400/);
		await page.goto("/accounts/company/");
		const since = page.getByRole("textbox", { name: "First day (UTC)" });
		await since.fill("soon");
		await page.getByRole("button", { name: "Switch on", exact: true }).click();
		await page.getByText("Enter a day such as 2026-01-31.").waitFor();
		expect(await since.inputValue()).toBe("soon");
		await since.fill("2026-01-31");
		await page.getByRole("button", { name: "Switch on", exact: true }).click();
		await page.getByText(/The next night begins on|A night is under way/).waitFor();

		const bucket = page.getByRole("region", { name: "Your own bucket" });
		await bucket.getByRole("button", { name: "Enter a bucket" }).click();
		const endpoint = bucket.getByRole("textbox", { name: "Endpoint" });
		await endpoint.fill("https://10.0.0.1");
		await bucket.getByRole("textbox", { name: "Bucket", exact: true }).fill("readings");
		await bucket.getByRole("textbox", { name: "Region" }).fill("auto");
		await bucket.getByRole("textbox", { name: "Access key ID" }).fill("AKIDEXAMPLE");
		await bucket.getByLabel("Secret access key").fill("a-secret-of-this-test-0001");
		await bucket.getByRole("button", { name: "Test and save" }).click();
		await bucket.getByText("Enter a host name, not an IP address.").waitFor();
		expect(await endpoint.inputValue()).toBe("https://10.0.0.1");
		await expectAccessible(page, "main");
		await bucket.getByRole("button", { name: "Cancel" }).click();
		await bucket.getByRole("button", { name: "Enter a bucket" }).waitFor();

		await page.getByRole("button", { name: "Switch off", exact: true }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
		await page.getByRole("button", { name: "Switch on", exact: true }).waitFor();
	});
});
