import type { Route } from "playwright-core";
import { describe, expect } from "vitest";
import { holdsFocus } from "../keys";
import { product } from "../this-product";
import { mainLink, openTwoTabs, requestsDuring, returnToTab, signInByForm, signOutByMenu, test } from "../visitor";
import { followToSignUp } from "./step-screens";

describe("signing in", () => {
	test("S2 S9 sends a visitor of a guarded address to /login and back to it, with a session out of reach of JavaScript", async ({
		page,
	}) => {
		await page.goto("/devices?q=dock");
		await page.waitForURL(/\/login\?next=/);
		await signInByForm(page, "owner");
		await page.waitForURL("**/devices?q=dock");
		await page.getByRole("rowheader", { name: "Loading dock" }).waitFor();
		await expect.poll(() => page.title()).toContain("Devices");
		// The focused form is gone: keyboard and screen readers go on from the screen's name.
		await holdsFocus(page.getByRole("heading", { level: 1, name: "Devices" }));
		const found = await page.evaluate(async () => ({
			cookie: document.cookie,
			stores: JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
			databases: await indexedDB.databases(),
		}));
		expect(found.cookie).toBe("");
		expect(found.stores).not.toMatch(/eyJ|token/i);
		expect(found.databases).toEqual([]);
	});

	test("S32 goes on after a wrong password, and lands on this origin whatever `next` says", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/401/);
		const next = "//evil.example";
		await page.goto(`/login?next=${encodeURIComponent(next)}`);
		await followToSignUp(page);
		await page.waitForURL("**/signup?next=**");
		await page.getByRole("link", { name: "Sign in" }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(new URL(page.url()).searchParams.get("next")).toBe(next);

		await page.getByLabel("E-mail").fill("operator@aqlcloud.test");
		await page.getByLabel("Password", { exact: true }).fill("not-it");
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByText("The email or password is incorrect.").waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("operator@aqlcloud.test");
		await signInByForm(page, "operator");
		await page.waitForURL("**/dashboard");
		expect(await page.evaluate(() => document.location.origin)).toBe(product.origin);
	});
});

describe("a session", () => {
	test("S46 S45 ends by the menu in every tab, the back button shows nothing, and a sign-in serves all tabs", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/401/);
		const other = await openTwoTabs(page, "admin");
		await other.goto("/devices?q=dock");
		await other.getByRole("rowheader", { name: "Loading dock" }).waitFor();
		await mainLink(page, "Devices").click();
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		await signOutByMenu(page);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(new URL(page.url()).pathname).toBe("/login");
		await page.goBack();
		await page.waitForURL(/\/login\?next=/);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(await page.getByText("Cold room 1").count()).toBe(0);

		await returnToTab(other);
		await other.waitForURL(/\/login\?next=/);
		await other.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(await other.getByRole("table").count()).toBe(0);
		await signInByForm(other, "admin");
		await other.waitForURL("**/devices?q=dock");
		await other.getByRole("rowheader", { name: "Loading dock" }).waitFor();
		for (const address of ["/login", "/"]) {
			await page.goto(address);
			await page.waitForURL("**/dashboard");
		}
	});

	test("S49 ends its live lines in every tab at once, and a late response sets no cookie", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		const other = await openTwoTabs(page, "operator");
		const opened = other.waitForEvent("websocket");
		await other.goto("/devices");
		const line = await opened;
		await other.getByRole("rowheader", { name: "Cold room 1" }).waitFor();

		const arrived = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		const answered = Promise.withResolvers<void>();
		const answerLate = async (route: Route) => {
			const response = await route.fetch();
			arrived.resolve();
			await released.promise;
			const headers = { ...response.headers(), "set-cookie": "aql.late=1; Path=/" };
			// The page no longer waits for the response.
			await route.fulfill({ response, headers }).catch(() => undefined);
			answered.resolve();
		};
		await page.route("**/api/proxy/**", answerLate, { times: 1 });
		await mainLink(page, "Groups").click();
		await arrived.promise;
		const closed = line.waitForEvent("close");
		const signedOut = page.waitForResponse("**/api/auth/sign-out");
		await signOutByMenu(page);
		await signedOut;
		await closed;
		released.resolve();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await answered.promise;
		expect(await context.cookies()).toEqual([]);
		await other.waitForURL(/\/login\?next=/);
	});

	test("leads a new person to /create-account, which lets them out, and becomes an account by a company's name", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/403/);
		await page.goto("/login");
		await signInByForm(page, "newcomer");
		await page.waitForURL("**/create-account");
		await requestsDuring(page, () =>
			page.getByRole("heading", { level: 1, name: "Create your company workspace" }).waitFor(),
		);
		expect(new URL(page.url()).pathname).toBe("/create-account");
		expect(await page.getByRole("button", { name: /^Join/ }).count()).toBe(0);
		await page.getByRole("button", { name: "Sign out" }).click();
		await page.waitForURL("**/login");
		await page.getByRole("heading", { name: "Sign in" }).waitFor();

		await signInByForm(page, "newcomer");
		await page.waitForURL("**/create-account");
		await holdsFocus(page.getByRole("textbox", { name: "Company name" }));
		await page.getByRole("button", { name: "Create workspace" }).click();
		await page.getByText("Enter your company's name.").waitFor();
		await page.getByRole("textbox", { name: "Company name" }).fill("Dahl Instruments");
		await page.getByRole("button", { name: "Create workspace" }).click();
		await page.waitForURL("**/dashboard");
		await page.getByRole("link", { name: "Dahl Instruments" }).waitFor();
	});

	test("leads a removed person to /no-access, which stays where it is and lets them out", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/403/);
		await page.goto("/login");
		await signInByForm(page, "removed");
		await page.waitForURL("**/no-access");
		await requestsDuring(page, () => page.getByRole("heading", { level: 1 }).waitFor());
		expect(new URL(page.url()).pathname).toBe("/no-access");
		await page.getByRole("button", { name: "Sign out" }).click();
		await page.waitForURL("**/login");
	});
});
