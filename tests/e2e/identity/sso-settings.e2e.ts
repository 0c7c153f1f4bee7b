import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { cutBackend } from "../outage/outages";
import { outageComplaints, switchBackend, testAsOwner as test } from "../visitor";

describe("the settings of single sign-on", () => {
	test("show wrong input at its field, claim a domain with its record, and lose nothing while the backend is out", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/status of 400/);
		complaints.allow(outageComplaints);
		await page.goto("/accounts/company/");
		const field = page.getByRole("textbox", { name: "Domain", exact: true });
		await field.fill("https://frost.example/people");
		const claim = page.getByRole("button", { name: "Claim domain" });
		await claim.click();
		await page.getByText("Enter a domain, such as example.com.").waitFor();
		expect(await field.inputValue()).toBe("https://frost.example/people");
		const name = `${crypto.randomUUID().slice(0, 8)}.example`;
		await field.fill(name.toUpperCase());
		await claim.click();
		const domain = page.getByRole("region", { name, exact: true });
		await domain.getByText("Waiting for its record.").waitFor();
		await domain.getByText(`_aqlcloud.${name}`).waitFor();
		await domain.getByText(/^aqlcloud-domain=[0-9a-z]{32}$/).waitFor();
		await expectAccessible(page);

		const other = `${crypto.randomUUID().slice(0, 8)}.example`;
		await field.fill(other);
		await cutBackend();
		await claim.click();
		await page
			.getByRole("form")
			.or(page.getByRole("main"))
			.getByText(/can't reach AQLCloud/i)
			.first()
			.waitFor();
		expect(await field.inputValue()).toBe(other);
		await switchBackend("mend");
		await page.getByText(/can't reach AQLCloud; retrying/i).waitFor({ state: "hidden", timeout: 40_000 });
		await claim.click();
		await page.getByRole("region", { name: other, exact: true }).getByText("Waiting for its record.").waitFor();
		await domain.getByRole("button", { name: `Remove ${name}` }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
		await domain.waitFor({ state: "detached" });
	});
});
