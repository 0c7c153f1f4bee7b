import type { Browser, Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { totpCode } from "../../../local/user-pool/totp";
import { violations } from "../accessibility";
import { take } from "../device-fleet";
import { chooseEntry, press } from "../keys";
import { product } from "../this-product";
import { mainLink, test } from "../visitor";
import { newProfile } from "../warm-browser";
import { newestCodeTo } from "./mailbox";
import { createNewOwner, type NewPerson, signInAs } from "./new-person";
import { describedBy, expectWellMade, hasFocus } from "./step-screens";

async function openProfile(page: Page): Promise<void> {
	await page.goto("/profile");
	await page.getByRole("heading", { level: 1, name: "My profile" }).waitFor();
	await page.getByLabel("Name", { exact: true }).waitFor();
}

async function otherBrowser(browser: Browser, person: NewPerson): Promise<Page> {
	const context = await newProfile(browser);
	onTestFinished(() => context.close());
	await signInAs(context, person);
	const page = await context.newPage();
	await openDashboard(page);
	return page;
}

async function openDashboard(page: Page): Promise<void> {
	await page.goto("/dashboard");
	await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
}

async function expectSignedOut(page: Page): Promise<void> {
	// Avoids a link: the live line may have removed the links already.
	await page.goto("/devices");
	await page.waitForURL(/\/login\?next=/);
	await page.getByRole("heading", { name: "Sign in" }).waitFor();
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const save = (page: Page) => card(page, "Name and e-mail").getByRole("button", { name: "Save" });

describe("the profile", () => {
	test("opens by the keyboard, changes the name and the display, and asks before what was typed is lost", async ({
		page,
		context,
	}) => {
		await createNewOwner(context);
		await openDashboard(page);
		await press(page.getByRole("button", { name: /account of/ }));
		await chooseEntry(page, "My profile");
		await page.waitForURL("**/profile");
		await page.getByRole("heading", { level: 1, name: "My profile" }).waitFor();

		const name = page.getByLabel("Name", { exact: true });
		await name.fill(" ");
		await save(page).click();
		await expect.poll(() => hasFocus(page, "Name")).toBe(true);
		await expect.poll(() => describedBy(page, "Name")).toContain("Enter your name.");
		await mainLink(page, "Devices").click();
		const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
		await question.getByRole("button", { name: "Stay" }).click();
		expect(new URL(page.url()).pathname).toBe("/profile");

		await name.fill("Zoë Blaschke");
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: "ZB: account of Zoë Blaschke" }).waitFor();
		const display = card(page, "Display");
		await display.getByText("Dark", { exact: true }).click();
		await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
		await display.getByText("My time", { exact: true }).click();
		await expect.poll(() => page.evaluate(() => localStorage.getItem("timeDisplayMode"))).toBe("current");
		const other = await context.newPage();
		await other.goto("/dashboard");
		const greeting = other.getByText(/^(Good (morning|afternoon|evening)|Hello)/);
		await expect.poll(() => greeting.innerText()).toMatch(/ · [A-Z][a-z]{2} \d{2}, \d{2}:\d{2} [AP]M /);
		const choose = async (field: string, option: string) => {
			await display.getByRole("combobox", { name: field }).click();
			await take(page.getByRole("option", { name: option, exact: true }));
		};
		await choose("Clock", "17:04");
		await choose("Dates", "07 Nov 2026");
		await expect.poll(() => greeting.innerText()).toMatch(/ · \d{2} [A-Z][a-z]{2}, \d{2}:\d{2} /);
		await other.close();

		await page.reload();
		await page.getByRole("button", { name: "ZB: account of Zoë Blaschke" }).waitFor();
		await expect.poll(() => name.inputValue()).toBe("Zoë Blaschke");
		await name.fill("Not saved");
		await mainLink(page, "Devices").click();
		await question.getByRole("button", { name: "Leave" }).click();
		await page.waitForURL("**/devices");
	});

	test("S41 changes the e-mail address by the password, once the code sent there is entered", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/400/);
		const person = await createNewOwner(context);
		await openProfile(page);
		const newEmail = `moved-${crypto.randomUUID()}@example.test`;
		await page.getByLabel("E-mail", { exact: true }).fill(newEmail);
		const identity = card(page, "Name and e-mail");
		const password = identity.getByLabel("Your password", { exact: true });
		await password.fill("Wrong-pass-1");
		await page.keyboard.press("Enter");
		await identity.getByText("This is not your current password.").waitFor();
		await expect.poll(() => hasFocus(page, "Your password")).toBe(true);
		await expect.poll(() => page.getByLabel("E-mail", { exact: true }).inputValue()).toBe(newEmail);
		expect(await violations(page, "main")).toEqual([]);
		await password.fill(person.password);
		await save(page).click();
		await page.getByText(`${newEmail} is not verified yet. We sent a code to it.`).waitFor();
		await expectWellMade(page, "main");
		const right = await newestCodeTo(newEmail);
		const field = page.getByLabel("Code from the e-mail");
		await field.fill(right === "000000" ? "111111" : "000000");
		await page.keyboard.press("Enter");
		await page.getByText("That code is not correct.").waitFor();
		await expect.poll(() => hasFocus(page, "Code from the e-mail")).toBe(true);
		await card(page, "Name and e-mail").getByRole("button", { name: "Fill in" }).click();
		await expect.poll(() => field.inputValue()).toBe(right);
		await page.getByRole("button", { name: "Verify" }).click();
		await field.waitFor({ state: "detached" });
		await page.reload();
		await page.getByLabel("E-mail", { exact: true }).waitFor();
		await expect.poll(() => page.getByLabel("E-mail", { exact: true }).inputValue()).toBe(newEmail);
		expect(await page.getByText(/is not verified yet/).count()).toBe(0);
		await page.getByRole("button", { name: /account of/ }).click();
		await page.getByRole("menu").getByText(newEmail).waitFor();
	});

	test("says so in place when the sign-in service is out, and the rest of it stands", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/ERR_FAILED/);
		await createNewOwner(context);
		await context.route("**/api/auth/profile", (route) => route.abort());
		await page.goto("/profile");
		await page.getByText(/sign-in service is unavailable/).waitFor();
		await card(page, "Sessions").getByText("This device").waitFor();
		await expectWellMade(page, "main");
		await context.unroute("**/api/auth/profile");
		await page.getByRole("button", { name: "Try again" }).click();
		const name = page.getByLabel("Name", { exact: true });
		await name.fill("Kept");
		await context.route("**/api/auth/profile", (route) => route.abort());
		await save(page).click();
		await card(page, "Name and e-mail")
			.getByText(/unavailable/)
			.waitFor();
		await expect.poll(() => name.inputValue()).toBe("Kept");
	});
});

describe("the password", () => {
	test("S40 needs the present one, keeps what was typed, spares the other sessions or ends them, and needs a session", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/40[01]/);
		const person = await createNewOwner(context);
		const other = await otherBrowser(browser, person);
		await openProfile(page);
		const present = page.getByLabel("Current password", { exact: true });
		const next = page.getByLabel("New password", { exact: true });
		const endsOthers = card(page, "Password").getByRole("checkbox");
		const change = page.getByRole("button", { name: "Change password" });
		await expect.poll(() => endsOthers.isChecked()).toBe(true);
		await present.fill("Wrong-pass-1");
		await next.fill("Second-pass-2");
		await page.keyboard.press("Enter");
		await page.getByText("This is not your current password.").waitFor();
		await expect.poll(() => hasFocus(page, "Current password")).toBe(true);
		await expect.poll(() => next.inputValue()).toBe("Second-pass-2");
		await expectWellMade(page, "main");

		await present.fill(person.password);
		await endsOthers.uncheck();
		await change.click();
		await page.getByText("Your password is changed.").waitFor();
		for (const field of [present, next]) await expect.poll(() => field.inputValue()).toBe("");
		await mainLink(other, "Devices").click();
		await other.getByRole("heading", { level: 1, name: "Devices" }).waitFor();

		await present.fill("Second-pass-2");
		await next.fill("Third-pass-3");
		await endsOthers.check();
		await change.click();
		await page.getByText("Your password is changed, and you are signed out everywhere else.").waitFor();
		await expectSignedOut(other);
		await page.reload();
		await page.getByRole("heading", { level: 1, name: "My profile" }).waitFor();

		await context.clearCookies();
		await present.fill("Third-pass-3");
		await next.fill("Fourth-pass-4");
		await change.click();
		await page.waitForURL(/\/login\?next=%2Fprofile/);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await page.getByLabel("E-mail").fill(person.email);
		await page.getByLabel("Password", { exact: true }).fill("Third-pass-3");
		await page.keyboard.press("Enter");
		await page.waitForURL("**/profile");
	});
});

describe("two-step sign-in", () => {
	test("begins with a code, comes after a new password, and is switched off by the password", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/400/);
		const person = await createNewOwner(context);
		await openProfile(page);
		const steps = card(page, "Two-step sign-in");
		await steps.getByText("Off", { exact: true }).waitFor();
		await steps.getByRole("button", { name: "Set up an authenticator app" }).click();
		await expect.poll(() => hasFocus(page, "Your password")).toBe(true);
		expect(await violations(page, "main")).toEqual([]);
		await steps.getByLabel("Your password", { exact: true }).fill(person.password);
		await page.keyboard.press("Enter");
		const secret = (await steps.locator("code").innerText()).replaceAll(/\s/g, "");
		await steps.getByRole("img", { name: /QR code/ }).waitFor();
		await expectWellMade(page, "main");
		const first = page.getByLabel("First code of the app");
		await first.fill("12");
		await page.keyboard.press("Enter");
		await expect.poll(() => describedBy(page, "First code of the app")).toContain("Enter the six digits");
		const right = await totpCode(secret, Date.now());
		await first.fill(right === "000000" ? "111111" : "000000");
		await page.keyboard.press("Enter");
		await steps.getByText("Two-step sign-in is not set up, or the code was not accepted.").waitFor();
		await first.fill(await totpCode(secret, Date.now()));
		await page.keyboard.press("Enter");
		await steps.getByText("Asked for when you sign in").waitFor();
		expect(await violations(page, "main")).toEqual([]);

		await page.getByLabel("Current password", { exact: true }).fill(person.password);
		await page.getByLabel("New password", { exact: true }).fill("Second-pass-2");
		await page.getByRole("button", { name: "Change password" }).click();
		await page.waitForURL("**/second-step**");
		// A code counts once, so this is the next step's, which the user pool takes early.
		await page.getByLabel("Code").fill(await totpCode(secret, Date.now() + 30_000));
		await page.keyboard.press("Enter");
		await page.waitForURL("**/profile");

		await steps.getByRole("button", { name: "Switch off" }).click();
		await page.getByLabel("Your password", { exact: true }).fill("Wrong-pass-1");
		await page.keyboard.press("Enter");
		await steps.getByText("This is not your current password.").waitFor();
		await expect.poll(() => hasFocus(page, "Your password")).toBe(true);
		await expectWellMade(page, "main");
		await page.getByLabel("Your password", { exact: true }).fill("Second-pass-2");
		await page.keyboard.press("Enter");
		await steps.getByText("Off", { exact: true }).waitFor();
	});
});

describe("sessions", () => {
	test("list with this one marked, end one by one, and end everywhere, here too", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/401/);
		const person = await createNewOwner(context);
		const other = await otherBrowser(browser, person);
		await openProfile(page);
		const sessions = card(page, "Sessions");
		await expect.poll(() => sessions.getByRole("listitem").count()).toBe(2);
		await expect.poll(() => sessions.getByRole("listitem").first().innerText()).toContain("This device");
		await sessions
			.getByRole("listitem")
			.getByRole("button", { name: /^Sign out / })
			.click();
		await page.getByText("The session has ended.").waitFor();
		await expect.poll(() => sessions.getByRole("listitem").count()).toBe(1);
		await expectSignedOut(other);
		expect((await other.context().cookies()).filter(({ name }) => name.endsWith("Token"))).toEqual([]);

		await signInAs(other.context(), person);
		await openDashboard(other);
		await page.reload();
		await expect.poll(() => sessions.getByRole("listitem").count()).toBe(2);
		await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
		await page.waitForURL("**/login");
		await expectSignedOut(other);
		await page.goto("/profile");
		await page.waitForURL(/\/login\?next=%2Fprofile/);
	});

	test("S47 end the others at once, whose browsers learn it, and are of no use to a person who holds a copy of their cookies", async ({
		page,
		context,
		browser,
	}) => {
		const person = await createNewOwner(context);
		const other = await otherBrowser(browser, person);
		const thief = await newProfile(browser);
		onTestFinished(() => thief.close());
		await thief.addCookies(await other.context().cookies());
		const headers = { origin: product.origin, "x-requested-by": "aqlcloud" };
		const change = () => thief.request.post("/api/auth/profile", { headers, data: { name: "Somebody else" } });
		expect((await change()).status()).toBe(200);
		await openProfile(page);
		await page.getByRole("button", { name: "Sign out all others" }).click();
		await page.getByText("Every other session has ended.").waitFor();
		await other.waitForURL(/\/login\?next=/);
		await other.getByRole("heading", { name: "Sign in" }).waitFor();
		const stolen = await thief.cookies();
		expect(await (await change()).json()).toMatchObject({ error: { name: "SessionEnded" } });
		expect((await thief.cookies()).filter(({ name }) => name.endsWith("Token"))).toEqual([]);
		await thief.addCookies(stolen);
		expect(await (await thief.request.get("/api/isAuthenticated")).json()).toEqual({
			isAuthenticated: false,
			ending: "endedByBackend",
		});
		await page.reload();
		await card(page, "Sessions").getByText("This device").waitFor();
	});
});
