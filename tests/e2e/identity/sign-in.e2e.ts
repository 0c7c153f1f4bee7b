import { describe, expect } from "vitest";
import { product } from "../this-product";
import { openTwoTabs, signIn, signInByForm, signOutByMenu, test } from "../visitor";
import { describedBy, hasFocus } from "./step-screens";

describe("signing in", () => {
	test("sends a visitor of a guarded address to /login and, once signed in, back to it", async ({ page }) => {
		await page.goto("/devices?q=dock");
		await page.waitForURL(/\/login\?next=/);
		await signInByForm(page, "owner");
		await page.waitForURL("**/devices?q=dock");
		await page.getByRole("rowheader", { name: "Loading dock" }).waitFor();
		await expect.poll(() => page.title()).toContain("Devices");
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
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("operator@aqlcloud.test");
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
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("outage@aqlcloud.test");
		await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe("Local-demo-1");
	});

	test("takes an e-mail from the address, and says so when it is none", async ({ page }) => {
		await page.goto("/login?email=ana%40example.com");
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("ana@example.com");
		await page.goto("/login?email=nonsense");
		await page.getByText(/no valid e-mail address/).waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("");
	});

	test("tells each field what it lacks and puts the focus on the first", async ({ page }) => {
		await page.goto("/login");
		await page.getByLabel("Password", { exact: true }).fill("something");
		await page.keyboard.press("Enter");
		await expect.poll(() => hasFocus(page, "E-mail")).toBe(true);
		await expect.poll(() => describedBy(page, "E-mail")).toContain("Enter your e-mail address.");
		await page.keyboard.type("ana@example.com");
		await expect.poll(() => describedBy(page, "E-mail")).toBe("");
		await page.getByLabel("Password", { exact: true }).fill("");
		await page.keyboard.press("Enter");
		await expect.poll(() => hasFocus(page, "Password")).toBe(true);
		await expect.poll(() => describedBy(page, "Password")).toContain("Enter your password.");
	});

	test("leads by keyboard from field to field, and to the ways around it, with the e-mail and the way back", async ({
		page,
	}) => {
		await page.goto("/login?next=%2Flog%2F");
		await expect.poll(() => hasFocus(page, "E-mail")).toBe(true);
		await page.keyboard.type("ana@example.com");
		const visited: string[] = [];
		for (let step = 0; step < 4; step += 1) {
			await page.keyboard.press("Tab");
			visited.push(
				await page.evaluate(() => {
					const { activeElement } = document;
					return (
						activeElement?.getAttribute("aria-label") || activeElement?.textContent || activeElement?.tagName || ""
					);
				}),
			);
		}
		expect(visited).toEqual(["INPUT", "Show password", "Forgot your password?", "Sign in"]);
		expect(await page.getByRole("link", { name: "Forgot your password?" }).getAttribute("href")).toBe(
			"/forgot-password?email=ana%40example.com&next=%2Flog%2F",
		);
		await page.getByRole("link", { name: "Create an account" }).click();
		await page.waitForURL("**/signup?next=%2Flog%2F");
		await page.getByRole("link", { name: "Sign in" }).click();
		await page.waitForURL("**/login?next=%2Flog%2F");
	});

	// In turn, since the door lets one name try three times in ten seconds.
	test.for([
		["admin", "//evil.example"],
		["billing", "/\\evil.example"],
		["stranger", "/%5cevil.example"],
		["viewer", "https:evil.example"],
		["admin", "javascript:alert(1)"],
		["billing", "/a\n"],
		["stranger", "\t//evil.example"],
		["viewer", "https://evil.example/devices"],
		["operator", "//localhost/devices"],
	] as const)(
		"7.10/33 signs %s in and lands on this origin whatever `next` says: %j",
		async ([name, next], { page }) => {
			await page.goto(`/login?next=${encodeURIComponent(next)}`);
			await signInByForm(page, name);
			await page.waitForURL("**/dashboard");
			expect(await page.evaluate(() => document.location.origin)).toBe(product.origin);
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
		complaints,
	}) => {
		complaints.allow(/401/);
		const other = await openTwoTabs(page, "admin");
		await other.goto("/dashboard");
		await other.getByRole("heading", { name: "Dashboard" }).waitFor();
		await page.getByRole("link", { name: "Devices", exact: true }).first().click();
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		await signOutByMenu(page);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(new URL(page.url()).pathname).toBe("/login");
		await page.goBack();
		await page.waitForURL(/\/login\?next=/);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
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
