import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { totpCode } from "../../../local/user-pool/totp";
import { product } from "../this-product";
import { testInOwnProfile as test } from "../visitor";
import { mailTo } from "./mailbox";
import { createNewOwner, postTo, signUpNewPerson } from "./new-person";
import { expectWellMade } from "./step-screens";

const password = "First-pass-1";

async function setUp(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Set up an authenticator app" }).click();
	const proof = page.locator("form", { has: page.getByRole("button", { name: "Continue" }) });
	await proof.locator("input[type=password]").fill(password);
	await page.keyboard.press("Enter");
	const first = page.getByLabel("First code of the app");
	await first.waitFor();
	const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
	await first.fill(await totpCode(secret, Date.now()));
	await page.keyboard.press("Enter");
}

type Invitations = { result: { data: { json: { id: string }[] } } };

describe("two-step sign-in of all members", () => {
	test("becomes required by an owner who uses it, is announced beforehand, and is set up at the door", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/403/);
		await createNewOwner(context);
		await page.goto("/accounts/users/");
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Require two-step sign-in…" }).click();
		await page.getByText("Set it up in your own profile first").waitFor();
		await page.goto("/profile");
		await setUp(page);
		await page.getByText("Asked for when you sign in").waitFor();

		const theirs = await browser.newContext({ baseURL: product.origin });
		const member = await signUpNewPerson(theirs);
		await postTo(context, "/api/proxy/account.inviteUser", {
			json: { email: member.email, role: "viewer", scope: "all", note: "" },
		});
		// The directory follows the account within moments.
		const invitations = async (): Promise<{ id: string }[]> => {
			const open = await theirs.request.get("/api/proxy/account.getInvitations?input=%7B%7D");
			return ((await open.json()) as Invitations).result.data.json; // as the backend writes it
		};
		await expect.poll(async () => (await invitations()).length).toBe(1);
		const [invitation] = await invitations();
		await postTo(theirs, "/api/proxy/account.acceptInvitation", { json: { invitationId: invitation?.id } });

		await page.goto("/accounts/users/");
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Require two-step sign-in…" }).click();
		await page.getByText(/^1 member without it/).waitFor();
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByRole("dialog").waitFor({ state: "detached" });
		const their = await theirs.newPage();
		await their.goto("/dashboard");
		await their.getByText(/Set up two-step sign-in until/).waitFor();
		await expect.poll(async () => (await mailTo(member.email))[0]?.text).toContain("requires two-step sign-in");

		await postTo(context, "/api/proxy/account.requireSecondStep", { json: { graceDays: 0 } });
		await their.goto("/devices");
		await their.waitForURL("**/second-step-required");
		await their.getByRole("button", { name: "Set up an authenticator app" }).waitFor();
		await expectWellMade(their);
		await setUp(their);
		await their.waitForURL("**/dashboard");
		await their.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await theirs.close();
	});
});
