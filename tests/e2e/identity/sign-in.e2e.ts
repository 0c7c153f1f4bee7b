import { describe, expect } from "vitest";
import { signIn, signInByForm, signOutByMenu, test } from "./visitor";

describe("signing in", () => {
	test("sends a visitor of a guarded address to /login and, once signed in, back to it", async ({ page }) => {
		await page.goto("/devices?status=late");
		await page.waitForURL(/\/login\?next=/);
		await signInByForm(page, "owner");
		await page.waitForURL("**/devices?status=late");
		await page.getByRole("rowheader", { name: "Loading dock" }).waitFor();
		expect(await page.title()).toContain("Devices");
	});

	test("shows one sentence for a wrong password, keeps the e-mail, and lets the person go on", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/401/);
		await page.goto("/login");
		await page.getByLabel("E-mail").fill("operator@aqlcloud.test");
		await page.getByLabel("Password", { exact: true }).fill("not-it");
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByText("The email or password is incorrect.").waitFor();
		expect(await page.getByLabel("E-mail").inputValue()).toBe("operator@aqlcloud.test");
		await signInByForm(page, "operator");
		await page.waitForURL("**/dashboard");
	});

	test("says that the service is out, and keeps what was typed, when the user pool is down", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/503/);
		await page.goto("/login");
		await signInByForm(page, "outage");
		await page
			.getByRole("alert")
			.filter({ hasText: /unavailable/i })
			.waitFor();
		expect(await page.getByLabel("E-mail").inputValue()).toBe("outage@aqlcloud.test");
		expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("Local-demo-1");
	});

	test("takes an e-mail from the address, and says so when it is none", async ({ page }) => {
		await page.goto("/login?email=ana%40example.com");
		expect(await page.getByLabel("E-mail").inputValue()).toBe("ana@example.com");
		await page.goto("/login?email=nonsense");
		await page.getByText(/no valid e-mail address/).waitFor();
		expect(await page.getByLabel("E-mail").inputValue()).toBe("");
	});

	test.for(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/%5cevil.example"])(
		"7.10/33 lands on this origin whatever `next` says: %s",
		async (next, { page, context }) => {
			await signIn(context, "viewer");
			await page.goto(`/login?next=${encodeURIComponent(next)}`);
			await page.waitForURL("**/dashboard");
			expect(await page.evaluate(() => document.location.hostname)).toBe("localhost");
		},
	);
});

describe("a session", () => {
	test("7.10/2 and 10: is out of reach of JavaScript, in cookies and in every store", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await page.getByRole("heading", { name: "Dashboard" }).waitFor();
		const found = await page.evaluate(async () => ({
			cookie: document.cookie,
			stores: JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
			databases: await indexedDB.databases(),
		}));
		expect(found.cookie).toBe("");
		expect(found.stores).not.toMatch(/eyJ|token/i);
		expect(found.databases).toEqual([]);
	});

	test("sends a signed-in visitor from /login and / to the dashboard", async ({ page, context }) => {
		await signIn(context, "owner");
		for (const address of ["/login", "/"]) {
			await page.goto(address);
			await page.waitForURL("**/dashboard");
		}
	});

	test("7.10/35 and 39: ends by the menu in every tab, and the back button shows nothing", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await page.goto("/login");
		await signInByForm(page, "admin");
		await page.waitForURL("**/dashboard");
		const other = await context.newPage();
		await other.goto("/dashboard");
		await other.getByRole("heading", { name: "Dashboard" }).waitFor();
		await page.getByRole("link", { name: "Devices", exact: true }).first().click();
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		await signOutByMenu(page);
		await page.waitForURL("**/login");
		await page.goBack();
		await page.waitForURL(/\/login/);
		expect(await page.getByText("Cold room 1").count()).toBe(0);
		await other.getByRole("link", { name: "Devices", exact: true }).first().click();
		await other.waitForURL(/\/login/);
	});

	test.for([
		["newcomer", "/create-account"],
		["removed", "/no-access"],
	] as const)(
		"of %s@ leads to %s, which stays where it is and lets the person out",
		async ([name, path], { page, complaints }) => {
			complaints.allow(/403/);
			await page.goto("/login");
			await signInByForm(page, name);
			await page.waitForURL(`**${path}`);
			await page.getByRole("heading", { level: 1 }).waitFor();
			await page.waitForLoadState("networkidle");
			expect(new URL(page.url()).pathname).toBe(path);
			await page.getByRole("button", { name: "Sign out" }).click();
			await page.waitForURL("**/login");
		},
	);

	test("of a newcomer becomes an account by a company's name", async ({ page, complaints }) => {
		complaints.allow(/403/);
		await page.goto("/login");
		await signInByForm(page, "newcomer");
		await page.waitForURL("**/create-account");
		await page.getByRole("button", { name: /create/i }).click();
		await page.getByText("Enter your company's name.").waitFor();
		await page.getByRole("textbox", { name: /company/i }).fill("Dahl Instruments");
		await page.getByRole("button", { name: /create/i }).click();
		await page.waitForURL("**/dashboard");
		await page.getByText("Dahl Instruments").first().waitFor();
	});
});
