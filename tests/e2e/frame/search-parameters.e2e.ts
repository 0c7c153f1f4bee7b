import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { follow } from "../trips";
import { signIn, test } from "../visitor";

const huge = "x".repeat(3_000);
const strange = "unknown=1&unknown=2&__proto__=x&constructor=y&toString=z";

const linkNote = "The link that brought you here holds no valid e-mail address.";

describe("search parameters of the steps of signing in", () => {
	test("report a missing or invalid e-mail address in every step, which asks for one", async ({ page }) => {
		await page.goto(`/login?email=${huge}`);
		await page.getByText(linkNote).waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("");
		for (const [path, name] of [
			["/signup", "Create account"],
			["/confirm", "Confirm your account"],
			["/forgot-password", "Forgot your password?"],
		] as const) {
			await follow(page, `${path}?email=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E`);
			await page.getByRole("heading", { level: 1, name }).waitFor();
			await page.getByText(linkNote).waitFor();
			await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("");
			expect(await page.title()).toContain("AQLCloud");
		}
		for (const [search, sentence] of [
			["email=nonsense", linkNote],
			["code=123456", "The link that brought you here holds no e-mail address."],
		] as const) {
			await follow(page, `/new-password?${search}`);
			await page.getByRole("heading", { level: 1, name: "Set a new password" }).waitFor();
			await page.getByText(sentence).waitFor();
			expect(await page.getByRole("textbox").count()).toBe(0);
			await page.getByRole("link", { name: "Ask for a new password" }).click();
			await page.getByRole("heading", { level: 1, name: "Forgot your password?" }).waitFor();
		}
	});

	test("fill in a good address, the last of several, and put no other words on a screen", async ({ page }) => {
		const note = "note=confirmed&state=%7B%22note%22%3A%22confirmed%22%7D";
		await page.goto(`/login?email=one%40example.com&email=two%40example.com&${note}&${strange}`);
		await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("two@example.com");
		expect(await page.getByText(linkNote).count()).toBe(0);
		expect(await page.getByText(/confirmed/).count()).toBe(0);
		for (const [path, name] of [
			["/confirm", "Confirm your account"],
			["/new-password", "Set a new password"],
		] as const) {
			await follow(page, `${path}?email=ana.prado%2Bx%40example.com`);
			await page.getByRole("heading", { level: 1, name }).waitFor();
			await page.getByText("ana.prado+x@example.com").waitFor();
			expect(await page.getByLabel("E-mail").count()).toBe(0);
			expect(await page.getByText(linkNote).count()).toBe(0);
		}
	});
});

/** Checks controls and summary: the devices of the first rows depend on the minute. */
async function standsAtTheRunningHour(page: Page): Promise<void> {
	await page.getByRole("heading", { level: 1, name: "Log" }).waitFor();
	await page.getByRole("table", { name: "Readings" }).getByRole("row").nth(1).waitFor();
	await page.getByRole("button", { name: "Last hour", exact: true }).waitFor();
	await expect.poll(() => page.getByRole("button", { name: "Now", exact: true }).isDisabled()).toBe(true);
	expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
}

describe("search parameters of /log/", () => {
	test("show the running hour where they mean nothing, and a log with a way back to it for another time", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const nonsense =
			"range=century&offset=-1&from=1&to=99999999999999999999&device=,,,x&channel=nonsense&form=nonsense";
		await page.goto(`/log/?${nonsense}&quantity=__proto__&${strange}`);
		await standsAtTheRunningHour(page);
		for (const search of [
			"offset=999999999999999",
			"range=month&offset=100000",
			"from=0&to=1",
			"from=1&to=4102444800000",
		]) {
			await follow(page, `/log/?${search}`);
			await page.getByRole("button", { name: "Now", exact: true, disabled: false }).click();
			await page.waitForURL((url) => !/offset|from|to=/.test(url.search));
			await page.getByRole("table", { name: "Readings" }).getByRole("row").nth(1).waitFor();
		}
	});
});
