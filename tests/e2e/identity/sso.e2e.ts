import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Report } from "../../../shared/report/report";
import { sampleDefinition } from "../../component/sample-report";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { beginRecorder, reported, tellOfErrorService } from "../reported";
import { product } from "../this-product";
import { signIn, signOutByMenu, test, withoutHints } from "../visitor";

const company = "Continue with Northwind Cold Chain";

async function leaveAddress(page: Page, email: string): Promise<void> {
	await page.getByLabel("E-mail").fill(email);
	await page.getByLabel("E-mail").press("Tab");
}

async function goToProvider(page: Page, email: string): Promise<void> {
	await leaveAddress(page, email);
	await page.getByRole("button", { name: company }).click();
	await page.getByRole("heading", { name: "Sign in at sso-northwind" }).waitFor();
	expect(new URL(page.url()).hostname).toBe("127.0.0.1");
	expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
}

describe("signing in at a company's own service", () => {
	test("S81 S83 leads a new person in and back to where they wanted, and asks the service again after signing out", async ({
		page,
		complaints,
	}) => {
		// The sign-out denies calls that began before it.
		complaints.allow(/status of 401.*\/api\/proxy\//);
		await beginRecorder("accept");
		await tellOfErrorService(page);
		// A call that a hint starts at the sign-out would be denied, too.
		await withoutHints(page);
		await page.goto("/login?next=%2Fdevices");
		await goToProvider(page, "ada@northwind.test");
		await page.getByLabel("Name").fill("Ada Lovelace");
		const finishing = page.waitForRequest(/\/api\/auth\/sso\/finish$/);
		await page.getByRole("button", { name: "Continue" }).click();
		const finish = await finishing;
		expect(await finish.headerValue("referer")).toBe(`${product.origin}/login/sso`);
		expect(finish.postDataJSON()).toEqual({
			id: expect.any(String),
			code: expect.any(String),
			state: expect.any(String),
		});
		await page.waitForURL(`${product.origin}/devices`);
		await page.getByRole("rowheader", { name: "Loading dock" }).waitFor();
		await page.getByRole("button", { name: /account of Ada Lovelace/i }).waitFor();
		const { code, state } = finish.postDataJSON();
		const sent = JSON.stringify(await reported());
		for (const secret of [code, state]) expect(sent).not.toContain(secret);
		expect(await page.evaluate(() => document.cookie + JSON.stringify({ ...sessionStorage }))).not.toMatch(
			/eyJ|verifier/,
		);

		await signOutByMenu(page);
		await page.waitForURL(`${product.origin}/login`);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await goToProvider(page, "ada@northwind.test");
	});

	test("leaves the password as a choice, and shows it for any other address", async ({ page }) => {
		await page.goto("/login");
		await leaveAddress(page, "ada@northwind.test");
		await page.getByRole("button", { name: company }).waitFor();
		expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
		await page.getByRole("button", { name: "Use password instead" }).click();
		await page.getByLabel("Password", { exact: true }).waitFor();
		await page.getByRole("button", { name: "Sign in" }).waitFor();
		await page.reload();
		await leaveAddress(page, "ada@northwind.test");
		await page.getByRole("button", { name: company }).waitFor();
		await page.getByLabel("E-mail").fill("owner@aqlcloud.test");
		await page.getByLabel("Password", { exact: true }).fill("Local-demo-1");
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.waitForURL("**/dashboard");
	});

	test("says why the service let nobody in, and leads back to the form with the address", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/40[13]/);
		await page.goto("/login");
		await goToProvider(page, "eve@northwind.test");
		await page.getByRole("button", { name: "Decline" }).click();
		const reason = page.getByText("Your company's sign-in service did not let you in.");
		await reason.waitFor();
		expect(page.url()).toBe(`${product.origin}/login/sso`);
		await page.getByRole("link", { name: "Back to sign in" }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await page.goBack();
		await reason.waitFor();
		await page.goForward();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(await page.getByLabel("E-mail").inputValue()).toBe("eve@northwind.test");
		await page.goto("/login/sso?code=somebodys&state=somebodys");
		await page.getByText("No sign-in is under way in this tab.").waitFor();
		expect(page.url()).toBe(`${product.origin}/login/sso`);
	});

	test("S88 joins as the owner chose, and signs a report by the service in another tab, which keeps what was typed", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/status of 403/);
		await signIn(context, "owner");
		const [device] = await call<DeviceListRow[]>(context, "device.getDevices", {}, true);
		const scope = { deviceIds: [device?.id ?? ""] };
		const kind = { type: "summary", format: "csv", schedule: null, scope } as const;
		const definition = sampleDefinition({ name: "Signed by single sign-on", ...kind });
		const { id: reportId } = await call<Report>(context, "report.createReport", definition);
		await call(context, "report.runReport", { reportId, isSent: false });
		await page.goto("/accounts/company/");
		const domain = page.getByRole("region", { name: "northwind.test", exact: true });
		await domain.getByRole("combobox", { name: "People who are new" }).click();
		await page.getByRole("option", { name: "Join as Admin" }).click();
		await domain.getByRole("combobox", { name: "Groups that they see" }).waitFor();
		await page.getByText("Saved").first().waitFor();
		// A sign-out would end the session that other tests share.
		await page.goto("about:blank");
		await context.clearCookies();
		await page.goto(`/login?next=${encodeURIComponent(`/reports/edit/${reportId}?tab=runs`)}`);
		await goToProvider(page, "signer@northwind.test");
		await page.getByLabel("Name").fill("Sam Signer");
		await page.getByRole("button", { name: "Continue" }).click();
		await page.getByRole("button", { name: /^Details of / }).click();
		await page.getByRole("button", { name: "Review and sign" }).click();
		const dialog = page.getByRole("dialog", { name: "Sign this file" });
		await dialog.getByRole("radio", { name: "Approved" }).check();
		await dialog.getByRole("textbox").fill("Typed before the other tab");
		const confirmAs = async (email: string) => {
			const opened = context.waitForEvent("page");
			await dialog.getByRole("button", { name: /Confirm at my|Open the service again/ }).click();
			const tab = await opened;
			await tab.getByRole("heading", { name: "Sign in at sso-northwind" }).waitFor();
			await tab.getByLabel("E-mail").fill(email);
			await tab.getByRole("button", { name: "Continue" }).click();
		};
		await confirmAs("ada@northwind.test");
		await dialog.getByText("You signed in at your company's service as somebody else").waitFor();
		await confirmAs("signer@northwind.test");
		await dialog.getByText("Your company's service has confirmed that it is you.").waitFor();
		await expectAccessible(page);
		expect(await dialog.getByRole("textbox").inputValue()).toBe("Typed before the other tab");
		await dialog.getByRole("button", { name: "Sign", exact: true }).click();
		await dialog.waitFor({ state: "detached" });
		await page.getByText(/confirmed by single sign-on at id\.northwind\.test/).waitFor();
		await page.goto("/profile");
		await page.getByText("Your company asks you to sign in again 12 hours after signing in.").waitFor();
	});
});
