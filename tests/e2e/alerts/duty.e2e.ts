import { describe, expect } from "vitest";
import type { AlertListRow } from "../../../shared/alert/alert";
import type { RosterDetails } from "../../../shared/duty/roster";
import type { Contact } from "../../../shared/message/contact";
import { expectAccessible, violations } from "../accessibility";
import { call, choose } from "../device-fleet";
import { testAsOwner as test } from "../visitor";

type Context = Parameters<typeof call>[0];

async function peopleOf(context: Context): Promise<[Contact, Contact]> {
	const [one, two] = await call<Contact[]>(context, "account.getContacts", undefined, true);
	if (!one || !two) throw new Error("The demo has no two contacts");
	return [one, two];
}

describe("a roster", () => {
	test("takes people in order, shows its calendar, and takes a substitution", async ({ page, context }) => {
		const [one, two] = await peopleOf(context);
		await page.goto("/alerts/?view=rosters");
		await page.getByRole("link", { name: "Add roster" }).first().click();
		const form = page.getByRole("form", { name: "New roster" });
		await form.getByRole("button", { name: "Create roster" }).click();
		await form.getByText("Choose at least one contact.").first().waitFor();
		expect(await violations(page)).toEqual([]);
		await form.getByRole("textbox", { name: "Name" }).fill("Nights");
		const add = form.getByRole("combobox", { name: "Add a person" });
		for (const { fullName } of [one, two]) await choose(page, add, fullName);
		await form.getByRole("button", { name: `Move ${two.fullName} up` }).click();
		await choose(page, form.getByRole("combobox", { name: "Length of a turn" }), "One day");
		await choose(page, form.getByRole("combobox", { name: "Fallback" }), one.fullName);
		await page.keyboard.press("Escape");
		await form.getByRole("region", { name: "Six weeks" }).getByText(two.fullName).first().waitFor();
		await form.getByRole("button", { name: "Create roster" }).click();
		await page.getByRole("heading", { level: 1, name: "Nights" }).waitFor();
		expect(await violations(page)).toEqual([]);

		await page.getByRole("button", { name: "Add substitution" }).click();
		const dialog = page.getByRole("dialog", { name: "Add substitution" });
		await dialog.getByRole("button", { name: "Add", exact: true }).click();
		await dialog.getByText("Choose a person.").waitFor();
		await choose(page, dialog.getByRole("combobox", { name: "Who takes over" }), one.fullName);
		const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
		await dialog.getByRole("textbox", { name: "Until" }).fill(`${inTwoDays} 08:00`);
		await dialog.getByRole("button", { name: "Add", exact: true }).click();
		await page.getByRole("region", { name: "Substitutions" }).getByText(one.fullName).waitFor();
		await page.getByRole("button", { name: `End the substitution by ${one.fullName}` }).click();
		await page.getByText("Nobody takes over for somebody else.").waitFor();
		await expectAccessible(page);
	});

	test("notifies by a rule, which shows who is on duty now", async ({ page, context }) => {
		const [one] = await peopleOf(context);
		const layer = { contactIds: [one.id], pattern: [7], startDay: "2026-01-05", handOver: "08:00", hours: [] };
		const input = { name: "Weekends", zone: "Europe/Lisbon", layers: [layer], fallbackContactIds: [one.id] };
		const roster = await call<RosterDetails>(context, "contact.createRoster", input);
		const [rule] = await call<AlertListRow[]>(context, "alert.getAlerts", {}, true);
		if (!rule) throw new Error("The demo has no rules");
		await page.goto(`/alerts/edit/${rule.id}`);
		await choose(page, page.getByRole("combobox", { name: "Rosters" }).first(), roster.name);
		const short = page.getByRole("region", { name: "In short" });
		await short.getByText(`${one.fullName} now`).waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Save alert" }).click();
		await page.getByText("Alert saved.").first().waitFor();
		await page.goto(`/alerts/?view=rosters&roster=${roster.id}`);
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: /Delete roster/ }).click();
		await page.getByText("1 rule names this roster and will no longer notify its people.").waitFor();
	});
});
