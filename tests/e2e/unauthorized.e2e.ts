import { describe, expect } from "vitest";
import {
	mainLink,
	openTwoTabs,
	requestsDuring,
	returnToTab,
	settle,
	signIn,
	signInByForm,
	signOutByMenu,
	test,
} from "./visitor";

describe("a query refused as unauthorized", () => {
	test("while its screen is looked at leads to /login, and after sign-in back to that screen", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await signIn(context, "viewer");
		await page.goto("/devices?status=late");
		await settle(page, "Devices");
		await context.clearCookies();
		const visited: string[] = [];
		page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
		await returnToTab(page);
		await page.waitForURL(/\/login\?next=/);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(new URL(page.url()).searchParams.get("next")).toBe("/devices?status=late");
		await signInByForm(page, "viewer");
		await page.waitForURL("**/devices?status=late");
		await settle(page, "Devices");
		expect(visited).toEqual(["/login", "/devices"]);
	});

	test("right after a shared check said yes leads to /login as well, once", async ({ page, context, complaints }) => {
		complaints.allow(/401/);
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await context.clearCookies();
		await mainLink(page, "Devices").click();
		await page.waitForURL(/\/login\?next=/);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		const requests = await requestsDuring(page, () => returnToTab(page));
		expect(requests).toEqual([]);
		expect(new URL(page.url()).searchParams.get("next")).toBe("/devices");
	});
});

describe("two tabs", () => {
	test("of which one signs out: the other leaves at its next query, and a sign-in serves both", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/401/);
		const other = await openTwoTabs(page, "admin");
		await other.goto("/log/?range=day");
		await settle(other, "Log");
		await signOutByMenu(page);
		await page.waitForURL("**/login");
		await returnToTab(other);
		await other.waitForURL(/\/login\?next=/);
		await other.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(await other.getByRole("table").count()).toBe(0);
		await signInByForm(other, "admin");
		await other.waitForURL("**/log/?range=day");
		await settle(other, "Log");
		await page.goto("/login");
		await page.waitForURL("**/dashboard");
	});
});
