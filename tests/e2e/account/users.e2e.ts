import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { User } from "../../../shared/account/account";
import { overlay, violations } from "../accessibility";
import { call, take } from "../device-fleet";
import { mailTo, newestCodeTo } from "../identity/mailbox";
import { postTo } from "../identity/new-person";
import { followToSignUp } from "../identity/step-screens";
import { product } from "../this-product";
import { mainLink, signIn, test } from "../visitor";

const password = "First-pass-1";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const users = (context: BrowserContext) => call<User[]>(context, "account.getUsers", {}, true);

async function invite(context: BrowserContext, email: string): Promise<User> {
	return call<User>(context, "account.inviteUser", { email, role: "viewer", scope: "all", note: "" });
}

async function newPersonAt(context: BrowserContext, email: string): Promise<void> {
	await postTo(context, "/api/auth/sign-up", { email, password, name: "Gus Guest" });
	await postTo(context, "/api/auth/confirm", { email, code: await newestCodeTo(email) });
	await postTo(context, "/api/auth/sign-in", { email, password });
}

/** The link of the newest mail on this product's port: a local run's build writes its usual port. */
async function linkTo(email: string): Promise<string> {
	await expect.poll(async () => (await mailTo(email)).length).toBeGreaterThan(0);
	const found = (await mailTo(email)).flatMap(({ text }) => /https?:\/\/\S+\/join\?\S+/.exec(text) ?? [])[0];
	if (!found) throw new Error(`No mail to ${email} holds a link`);
	const { pathname, search } = new URL(found);
	return pathname + search;
}

describe("an owner", () => {
	test("invites a person by mail, who signs up, joins, sees one group, and is out at once when removed", async ({
		page,
		browser,
		complaints,
	}) => {
		complaints.allow(/403/);
		const email = `guest-${crypto.randomUUID().slice(0, 8)}@example.test`;
		await signIn(page.context(), "owner");
		await page.goto("/accounts/users/");
		await page.getByRole("link", { name: "Invite user" }).first().click();
		await page.getByRole("heading", { level: 1, name: "Create New User" }).waitFor();
		await button(page, "Send invitation").click();
		const address = page.getByRole("textbox", { name: "E-mail" });
		await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
		await address.fill(email);
		await page.getByRole("textbox", { name: "Note" }).fill("Welcome to the pharmacy");
		await page.getByRole("radio", { name: "Only some groups" }).check();
		await page.getByRole("combobox", { name: "Groups" }).click();
		await take(page.getByRole("option", { name: "Pharmacy" }));
		await page.keyboard.press("Escape");
		await button(page, "Send invitation").click();
		await page.getByRole("heading", { level: 1, name: email }).waitFor();
		await page.getByText("Invited", { exact: true }).first().waitFor();

		const guest = await browser.newContext({ baseURL: product.origin });
		const theirs = await guest.newPage();
		const link = await linkTo(email);
		expect((await mailTo(email))[0]?.text).toContain("Welcome to the pharmacy");
		await theirs.goto(link);
		await theirs.getByText(/To join, sign in with the address you were invited by/).waitFor();
		expect(await theirs.getByLabel("E-mail").inputValue()).toBe(email);
		await followToSignUp(theirs);
		await theirs.getByLabel("Name").fill("Gus Guest");
		expect(await theirs.getByLabel("E-mail").inputValue()).toBe(email);
		await theirs.getByLabel("Password", { exact: true }).fill(password);
		await theirs.getByRole("button", { name: "Create account" }).click();
		await theirs.waitForURL("**/confirm**");
		await theirs.getByLabel("Code").fill(await newestCodeTo(email));
		await theirs.getByRole("button", { name: "Confirm" }).click();
		await theirs.waitForURL("**/login**");
		await theirs.getByLabel("Password", { exact: true }).fill(password);
		await theirs.getByRole("button", { name: "Sign in" }).click();
		await theirs.waitForURL("**/join**");
		await theirs.getByText(/Maria Oliveira invited you as viewer/).waitFor();
		expect(await violations(theirs)).toEqual([]);
		await theirs.getByRole("button", { name: "Join Northwind Cold Chain" }).click();
		await theirs.waitForURL("**/dashboard");
		await mainLink(theirs, "Groups").click();
		await theirs.getByRole("rowheader", { name: "Pharmacy" }).waitFor();
		expect(await theirs.locator("tbody th[scope=row]").count()).toBe(1);

		await page.goto("/accounts/users/");
		await page
			.getByRole("searchbox")
			.or(page.getByRole("textbox", { name: "Search" }))
			.first()
			.fill(email);
		await page.getByRole("link", { name: "Gus Guest" }).click();
		await page
			.getByText("Only 1 group")
			.or(page.getByRole("radio", { name: "Only some groups" }))
			.first()
			.waitFor();
		await button(page, "Remove").click();
		const dialog = page.getByRole("dialog", { name: "Remove Gus Guest?" });
		await dialog.getByRole("textbox").fill("Gus Guest");
		expect(await violations(page, overlay)).toEqual([]);
		await dialog.getByRole("button", { name: "Remove user" }).click();
		await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
		await theirs.getByRole("heading", { level: 1, name: "You no longer have access" }).waitFor();
		await theirs.getByText(/Ask Maria Oliveira, who owns Northwind Cold Chain/).waitFor();
		expect(await violations(theirs)).toEqual([]);
		await guest.close();
	});

	test("changes a role beside a colleague who changes it too, and loses neither silently", async ({
		page,
		browser,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(page.context(), "owner");
		const email = `twice-${crypto.randomUUID().slice(0, 8)}@example.test`;
		const invited = await invite(page.context(), email);
		const guest = await browser.newContext({ baseURL: product.origin });
		await newPersonAt(guest, email);
		await expect.poll(async () => (await call<unknown[]>(guest, "account.getInvitations", {}, true)).length).toBe(1);
		await call(guest, "account.acceptInvitation", { invitationId: invited.id });
		await guest.close();
		const user = (await users(page.context())).find((listed) => listed.email === email);
		if (!user) throw new Error("They have just joined");
		await page.goto(`/accounts/users/edit/${user.id}`);
		await page.getByRole("radio", { name: "Operator" }).check();
		await call(page.context(), "account.updateUser", {
			userId: user.id,
			version: user.version,
			role: "admin",
			scope: "all",
		});
		await button(page, "Save access").click();
		const choice = page.getByRole("region", { name: "Changed meanwhile" });
		await choice.getByRole("radio", { name: /Theirs/ }).check();
		await expect.poll(() => page.getByRole("radio", { name: "Admin", exact: true }).isChecked()).toBe(true);
		await choice.getByRole("radio", { name: /Yours/ }).check();
		await button(page, "Save access").click();
		await page.getByText("Gus Guest saved.").waitFor();
		expect((await users(page.context())).find(({ id }) => id === user.id)?.role).toBe("operator");
		await button(page, "Sign out everywhere").click();
		await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
		await page.getByText("Gus Guest is signed out everywhere.").waitFor();
		await button(page, "Disable").click();
		await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
		await button(page, "Enable").click();
		await page.getByText("Gus Guest can sign in again.").waitFor();
	});
});

describe("the link of an invitation", () => {
	test("says what to do to who has another address, belongs to another company, or comes too late", async ({
		page,
		browser,
	}) => {
		const owner = await browser.newContext({ baseURL: product.origin });
		await signIn(owner, "owner");
		const email = `late-${crypto.randomUUID().slice(0, 8)}@example.test`;
		const { id } = await invite(owner, email);
		const link = await linkTo(email);
		await signIn(page.context(), "viewer");
		await page.goto(link);
		await page.getByRole("heading", { level: 1, name: "This invitation is for another address" }).waitFor();
		await page.goto("about:blank");
		await page.context().clearCookies();
		await newPersonAt(page.context(), `other-${email}`);
		await page.goto(link);
		await page.getByRole("heading", { level: 1, name: "This invitation is for another address" }).waitFor();
		await page.getByText(/It was sent to l…@example\.test/).waitFor();
		await page.goto("about:blank");
		await page.context().clearCookies();
		await newPersonAt(page.context(), email);
		await call(owner, "account.revokeInvitation", { invitationId: id });
		await page.goto(link);
		await page.getByRole("heading", { level: 1, name: "This invitation was withdrawn" }).waitFor();
		await page.getByText(/ask Maria Oliveira for a new one/).waitFor();
		await page.goto("/join?invitation=nonsense");
		await page.getByRole("heading", { level: 1, name: "This invitation does not exist any more" }).waitFor();
		await owner.close();
	});
});

describe("a person who leaves", () => {
	test("types the company's name, and learns whom to ask should they come back", async ({
		page,
		browser,
		complaints,
	}) => {
		complaints.allow(/403/);
		const owner = await browser.newContext({ baseURL: product.origin });
		await signIn(owner, "owner");
		const email = `leaves-${crypto.randomUUID().slice(0, 8)}@example.test`;
		const { id: invitationId } = await invite(owner, email);
		await newPersonAt(page.context(), email);
		await linkTo(email);
		await call(page.context(), "account.acceptInvitation", { invitationId });
		await page.goto("/profile");
		await button(page, "Leave Northwind Cold Chain").click();
		const dialog = page.getByRole("dialog", { name: "Leave Northwind Cold Chain?" });
		await dialog.getByRole("button", { name: "Leave Northwind Cold Chain" }).click();
		await dialog.getByText("Type “Northwind Cold Chain” first.").waitFor();
		await dialog.getByRole("textbox").fill("Northwind Cold Chain");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { level: 1, name: "Create your company workspace" }).waitFor();
		await page.getByText(/You left Northwind Cold Chain on/).waitFor();
		await owner.close();
	});
});

test("an only owner cannot leave, and is shown what to do first", async ({ page, complaints }) => {
	complaints.allow(/409/);
	await signIn(page.context(), "owner");
	await page.goto("/profile");
	await button(page, "Leave Northwind Cold Chain").click();
	const dialog = page.getByRole("dialog", { name: "Leave Northwind Cold Chain?" });
	await dialog.getByRole("textbox").fill("Northwind Cold Chain");
	await dialog.getByRole("button", { name: "Leave Northwind Cold Chain" }).click();
	await dialog.getByText("You are the only owner. Transfer the ownership to somebody else first.").waitFor();
});
