import { describe, expect } from "vitest";
import type { RosterDetails } from "../../../shared/duty/roster";
import type { Contact } from "../../../shared/message/contact";
import { violations } from "../accessibility";
import { call, choose } from "../device-fleet";
import { testAsOwner as test } from "../visitor";

describe("turns of a person", () => {
	test("come back by the undo of a substitution, and as a calendar with an address to renew", async ({
		page,
		context,
	}) => {
		const me = await call<Contact>(context, "contact.addMe", undefined);
		const people = await call<Contact[]>(context, "account.getContacts", undefined, true);
		const other = people.find(({ id }) => id !== me.id);
		if (!other) throw new Error("The demo has one contact");
		const layer = { contactIds: [me.id, other.id], pattern: [1], startDay: "2026-01-05", handOver: "08:00", hours: [] };
		const input = { name: "Swapped days", zone: "Europe/Lisbon", layers: [layer], fallbackContactIds: [other.id] };
		const roster = await call<RosterDetails>(context, "contact.createRoster", input);
		await page.goto(`/alerts/?view=rosters&roster=${roster.id}`);
		await page.getByRole("button", { name: "Add substitution" }).click();
		const dialog = page.getByRole("dialog", { name: "Add substitution" });
		await choose(page, dialog.getByRole("combobox", { name: "Who takes over" }), other.fullName);
		const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
		await dialog.getByRole("textbox", { name: "Until" }).fill(`${inTwoDays} 08:00`);
		await dialog.getByRole("button", { name: "Add", exact: true }).click();
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText("Nobody takes over for somebody else.").waitFor();

		await page.goto("/profile");
		const card = page.getByRole("region", { name: "Calendar of your turns" });
		await card.getByRole("button", { name: "Get the address" }).click();
		const address = await card.getByText(/\/api\/duty\/aqc_.+\.ics/).textContent();
		const file = await context.request.get(address ?? "");
		expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining("SUMMARY:On duty: Swapped days")]);
		await card.getByRole("button", { name: "Renew the address" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Renew the address" }).click();
		await expect.poll(async () => (await context.request.get(address ?? "")).status()).toBe(404);
		expect(await violations(page)).toEqual([]);
	});
});
