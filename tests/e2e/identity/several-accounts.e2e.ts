import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { CurrentAccount, Invitation, User } from "../../../shared/account/account";
import { violations } from "../accessibility";
import { call } from "../device-fleet";
import { product } from "../this-product";
import { signIn, test } from "../visitor";
import { createNewOwner, type NewPerson } from "./new-person";

const demo = "Northwind Cold Chain";
const own = "Profile Tests";

const switchOf = (page: Page, company: string): Locator =>
	page.getByRole("button", { name: `${company}: switch account` });

async function invitedOwner(page: Page): Promise<{ person: NewPerson; ownId: string; invitationId: string }> {
	const context = page.context();
	const person = await createNewOwner(context);
	const { id: ownId } = await call<CurrentAccount>(context, "account.getCurrent", undefined, true);
	const owners = await page.context().browser()?.newContext({ baseURL: product.origin });
	if (!owners) throw new Error("The browser is gone");
	await signIn(owners, "owner");
	const input = { email: person.email, role: "operator", scope: "all", note: "" };
	const { id: invitationId } = await call<User>(owners, "account.inviteUser", input);
	await owners.close();
	await expect
		.poll(async () => (await call<Invitation[]>(context, "account.getInvitations", undefined, true)).length)
		.toBe(1);
	return { person, ownId, invitationId };
}

async function memberOfBoth(page: Page): Promise<{ ownId: string; demoId: string }> {
	const { ownId, invitationId } = await invitedOwner(page);
	const joined = await call<CurrentAccount>(page.context(), "account.acceptInvitation", { invitationId });
	return { ownId, demoId: joined.id };
}

const cookieOf = async (context: BrowserContext) =>
	(await context.cookies()).find(({ name }) => name === "aql.account")?.value;

describe("a person with a company", () => {
	test("accepts another's invitation beside it, and switches between the two by menu and search", async ({ page }) => {
		const { ownId, invitationId } = await invitedOwner(page);
		await page.goto(`/join?invitation=${invitationId}`);
		await page.getByRole("button", { name: `Join ${demo}` }).click();
		await switchOf(page, demo).click();
		const menu = page.getByRole("menu");
		await menu.getByRole("menuitem", { name: `${demo} Operator` }).waitFor();
		expect(await violations(page, "[role=menu]")).toEqual([]);
		const entry = menu.getByRole("menuitem", { name: `${own} Owner` });
		expect(new URL(page.url()).search).toBe("");
		await entry.click();
		await switchOf(page, own).waitFor();
		expect(await cookieOf(page.context())).toBe(ownId);
		await page.reload();
		await switchOf(page, own).waitFor();
		await page.keyboard.press("Control+K");
		await page.keyboard.type("switch north");
		await page.getByRole("option", { name: new RegExp(`Switch to ${demo}`) }).waitFor();
		await page.keyboard.press("Enter");
		await switchOf(page, demo).waitFor();
	});

	test("S63 opens the two in two tabs, and shows nothing of one in the other", async ({ page, context }) => {
		const { ownId, demoId } = await memberOfBoth(page);
		const other = await context.newPage();
		// Opens the new company first: until it is named, the cache of memberships lasts five minutes.
		await other.goto(`/devices?account=${demoId}`);
		await switchOf(other, demo).waitFor();
		await page.goto(`/devices?account=${ownId}`);
		await switchOf(page, own).waitFor();
		const answered: [tab: string, account: string | undefined][] = [];
		const sockets: string[] = [];
		for (const [tab, at] of [
			[page, "own"],
			[other, "demo"],
		] as const) {
			tab.on("response", async (response) => {
				if (!response.url().includes("/api/proxy/")) return;
				answered.push([at, response.headers()["x-aqlcloud-account"]]);
			});
			tab.on("websocket", (socket) => sockets.push(`${at} ${new URL(socket.url()).searchParams.get("account")}`));
		}
		await other.getByRole("row").nth(3).waitFor();
		for (const tab of [page, other, page]) await tab.reload();
		await switchOf(page, own).waitFor();
		await page.getByText("No devices yet").first().waitFor();
		await switchOf(other, demo).waitFor();
		await other.getByRole("row").nth(3).waitFor();
		await expect.poll(() => new Set(sockets)).toEqual(new Set([`own ${ownId}`, `demo ${demoId}`]));
		expect(new Set(answered.map((each) => each.join(" ")))).toEqual(new Set([`own ${ownId}`, `demo ${demoId}`]));
	});

	test("opens a message's link in the account that sent it, and learns where that is not theirs", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/403/);
		const { ownId, demoId } = await memberOfBoth(page);
		for (const [accountId, company] of [
			[demoId, demo],
			[ownId, own],
		] as const) {
			const reader = await context.newPage();
			await reader.goto(`/alerts/?view=rules&account=${accountId}`);
			await switchOf(reader, company).waitFor();
			expect(new URL(reader.url()).search).toBe("?view=rules");
			await reader.close();
		}
		await page.goto(`/alerts/?account=acc_${"0".repeat(26)}`);
		await page.getByRole("heading", { level: 1, name: "This account is not yours to open" }).waitFor();
		expect(await violations(page)).toEqual([]);
		await page.getByRole("link", { name: `${demo} Operator` }).click();
		await switchOf(page, demo).waitFor();
	});
});
