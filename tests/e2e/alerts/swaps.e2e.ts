import type { BrowserContext } from "playwright-core";
import { describe, expect } from "vitest";
import type { RosterDetails } from "../../../shared/duty/roster";
import type { Contact, SavedContact } from "../../../shared/message/contact";
import { contactInput } from "../../samples";
import { expectAccessible, violations } from "../accessibility";
import { call, take } from "../device-fleet";
import { mailTo } from "../identity/mailbox";
import { outageComplaints, signIn, switchBackend, testAsOwner as test } from "../visitor";
import { newProfile } from "../warm-browser";

type Named = { id: string; name: string; email: string };

/** Daily turns of the caller and of the viewer. */
async function makeRoster(context: BrowserContext, name: string): Promise<RosterDetails> {
	const me = await call<Contact>(context, "contact.addMe", undefined);
	const users = await call<Named[]>(context, "account.getUsers", undefined, true);
	const viewer = users.find(({ email }) => email === "viewer@aqlcloud.test");
	if (!viewer) throw new Error("The demo has no viewer");
	const address = { email: `${name.replaceAll(" ", "-").toLowerCase()}@journey.test`, linkedUserId: viewer.id };
	const input = contactInput({ fullName: viewer.name, ...address });
	const { contact } = await call<SavedContact>(context, "contact.createContact", input);
	const contactIds = [me.id, contact.id];
	const layer = { contactIds, pattern: [1], startDay: "2026-01-05", handOver: "08:00", hours: [] };
	const plan = { zone: "Europe/Lisbon", layers: [layer], fallbackContactIds: [me.id] };
	return call<RosterDetails>(context, "contact.createRoster", { name, ...plan });
}

describe("turns of a person", () => {
	test("change hands once the other person accepts them", async ({ page, context, browser }) => {
		const roster = await makeRoster(context, "Swapped days");
		await page.goto(`/alerts/?view=rosters&roster=${roster.id}`);
		await page.getByRole("button", { name: "Offer a turn" }).click();
		const dialog = page.getByRole("dialog", { name: "Offer a turn" });
		await dialog.getByRole("button", { name: "Offer", exact: true }).click();
		await dialog.getByText("Choose one of your turns.").waitFor();
		await dialog.getByText("Choose a person.").waitFor();
		expect(await violations(page, "[role=dialog]")).toEqual([]);
		await dialog.getByRole("combobox", { name: "Your turn" }).click();
		await take(page.getByRole("option").nth(1));
		await dialog.getByRole("combobox", { name: "Who takes over" }).click();
		await take(page.getByRole("option", { name: "Ellen Whitaker" }));
		await dialog.getByRole("combobox", { name: "In return" }).click();
		await take(page.getByRole("option").nth(2));
		await dialog.getByRole("button", { name: "Offer", exact: true }).click();
		await page.getByRole("button", { name: "Withdraw the offer to Ellen Whitaker" }).waitFor();
		await expect
			.poll(async () => (await mailTo("swapped-days@journey.test")).map(({ text }) => text).join())
			.toContain("Maria Oliveira offers to swap a turn in Swapped days with you");

		const others = await newProfile(browser);
		await signIn(others, "viewer");
		const theirs = await others.newPage();
		await theirs.goto(`/alerts/?view=rosters&roster=${roster.id}`);
		await theirs.getByRole("button", { name: "Accept the turn of Maria Oliveira" }).click();
		await theirs.getByText("Turn accepted").waitFor();
		const accepted = theirs.getByRole("region", { name: "Substitutions" });
		await accepted
			.getByText(/added by Maria Oliveira and Ellen Whitaker/)
			.nth(1)
			.waitFor();
		await others.close();

		const substitutions = page.getByRole("region", { name: "Substitutions" });
		await substitutions
			.getByText(/added by Maria Oliveira and Ellen Whitaker/)
			.nth(1)
			.waitFor();
		await page.getByText("Offer one of your turns to another person of the roster.").waitFor();
		await expectAccessible(page);
	});

	test("form a calendar, whose earlier address ends by a new one", async ({ page, context, complaints }) => {
		complaints.allow(outageComplaints);
		await makeRoster(context, "Calendar days");
		await page.goto("/profile");
		const card = page.getByRole("region", { name: "Calendar of your turns" });
		const get = card.getByRole("button", { name: "Get the address" });
		await get.waitFor();
		await switchBackend("cut");
		try {
			await get.click();
			await card.getByRole("alert").getByText("Can't reach AQLCloud.").waitFor();
		} finally {
			await switchBackend("mend");
		}
		await get.click();
		const address = (await card.getByText(/\/api\/duty\/aqc_.+\.ics/).textContent()) ?? "";
		const file = await context.request.get(address);
		expect([file.status(), await file.text()]).toEqual([
			200,
			expect.stringContaining("SUMMARY:On duty: Calendar days"),
		]);
		await card.getByRole("button", { name: "Renew the address" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Renew the address" }).click();
		await expect.poll(async () => (await context.request.get(address)).status()).toBe(404);
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await expectAccessible(page);
	});
});
