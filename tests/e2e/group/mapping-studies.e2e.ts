import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import type { GroupListRow } from "../../../shared/device/group";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { testAsOwner as test } from "../visitor";

const password = "Local-demo-1";

describe("the mapping studies of a group", () => {
	test("take criteria that are signed before the start, and make a report of the result", async ({ page, context }) => {
		const groups = await call<GroupListRow[]>(context, "group.getGroups", {}, true);
		const group = groups.find(({ name }) => name === "Audited");
		await page.goto(`/groups/${group?.id}`);
		await page.getByRole("button", { name: /^More actions/ }).click();
		await page.getByRole("menuitem", { name: "Mapping studies" }).click();
		await page.getByRole("button", { name: "New study" }).click();
		const form = page.getByRole("dialog");
		await form.getByLabel("Name", { exact: true }).fill("Mapped journey");
		await form.getByLabel("What it maps").fill("The room before its first use");
		await form.getByRole("button", { name: "Add a position" }).click();
		await form.getByRole("combobox", { name: "Device" }).click();
		await page.getByRole("option").first().click();
		await form.getByLabel(/^Lowest allowed/).fill("2");
		await form.getByLabel(/^Highest allowed/).fill("8");
		await expectAccessible(page);
		await form.getByRole("button", { name: "Save and make the file" }).click();
		await form.waitFor({ state: "detached" });

		const card = page.getByRole("region", { name: "Mapped journey" });
		await card.getByText("Criteria not signed").waitFor();
		expect(await card.getByRole("button", { name: "Start" }).count()).toBe(0);
		await card.getByRole("button", { name: "Sign the criteria" }).click();
		const sign = page.getByRole("dialog", { name: "Sign this file" });
		await sign.getByRole("radio", { name: "Approved" }).check();
		await sign.locator("input[type=password]").fill(password);
		await sign.getByRole("button", { name: "Sign" }).click();
		await card.getByText("Ready to start").waitFor();
		await card.getByRole("button", { name: "Start" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
		await card.getByText("Under way").waitFor();
		expect(await card.getByRole("button", { name: "Change" }).count()).toBe(0);

		await card.getByRole("button", { name: "End" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
		await card.getByRole("button", { name: "Show the result" }).click();
		const criteria = card.getByRole("region", { name: "Criteria over the whole study" });
		await criteria
			.getByRole("row", { name: /^Duration/ })
			.getByText("Not met")
			.waitFor();
		await expectAccessible(page);
		await card.getByText("Not signed yet").waitFor();
		await card.getByText("Not signed yet").click();
		const started = page.waitForEvent("download");
		await page
			.getByRole("button", { name: /^Download / })
			.first()
			.click();
		const bytes = await readFile(await (await started).path());
		expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
	});
});
