import { describe, expect } from "vitest";
import type { Alert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { RosterDetails } from "../../../shared/duty/roster";
import type { Contact, SavedContact } from "../../../shared/message/contact";
import { contactInput, warmRule } from "../../samples";
import { expectAccessible, violations } from "../accessibility";
import { call, choose, closeToasts } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { testAsOwner as test } from "../visitor";

type Context = Parameters<typeof call>[0];
type Named = { id: string; name: string; email: string };

/** Contacts of the caller and of the demo's operator. */
async function peopleOf(context: Context): Promise<{ own: Contact; other: Contact }> {
	const own = await call<Contact>(context, "contact.addMe", undefined);
	const users = await call<Named[]>(context, "account.getUsers", undefined, true);
	const operator = users.find(({ email }) => email === "operator@aqlcloud.test");
	if (!operator) throw new Error("The demo has no operator");
	const address = { email: "late-shift@journey.test", linkedUserId: operator.id };
	const input = contactInput({ fullName: operator.name, ...address });
	const { contact } = await call<SavedContact>(context, "contact.createContact", input);
	return { own, other: contact };
}

describe("a shift", () => {
	test("tests its people, says when alerts come back, and leaves its alerts to the next person", async ({
		page,
		context,
	}) => {
		const { own, other } = await peopleOf(context);
		const startDay = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
		const layer = { contactIds: [own.id], pattern: [7], startDay, handOver: "00:00", hours: [] };
		const input = { name: "Late shift", zone: "Europe/Lisbon", layers: [layer], fallbackContactIds: [own.id] };
		const roster = await call<RosterDetails>(context, "contact.createRoster", input);

		await page.goto(`/alerts/?view=rosters&roster=${roster.id}`);
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: /Send a test/ }).click();
		const dialog = page.getByRole("dialog", { name: /Send a test to the people of/ });
		await choose(
			page,
			dialog.getByRole("combobox", { name: "Who gets it" }),
			"Everyone with a turn in the next four weeks",
		);
		await dialog.getByText(/^1 person gets a message marked TEST/).waitFor();
		expect(await violations(page, "[role=dialog]")).toEqual([]);
		await dialog.getByRole("button", { name: "Send a test" }).click();
		const people = page.getByRole("region", { name: "People of the roster" });
		await people.getByText(own.fullName).waitFor();
		await people.getByText("Not acknowledged").waitFor();
		await closeToasts(page);
		await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Acknowledge" }).click();
		await people.getByText(/^Acknowledged/).waitFor();
		await expectAccessible(page);

		await page.goto("/accounts/company/");
		const form = page.getByRole("form", { name: "Company", exact: true });
		await choose(page, form.getByRole("combobox", { name: "Acknowledged and not over" }), "8 hours");
		await form.getByRole("button", { name: /^Save/ }).click();
		await page.getByText(/saved/i).first().waitFor();

		const logger = await addLogger(context, "Shift freezer");
		const name = "Shift freezer too warm";
		const facts = { name, description: "", severity: "critical", isEnabled: true, scope: { deviceIds: [logger.id] } };
		const notification = { ...plainNotification, rosterIds: [roster.id] };
		const notified = { contactIds: [], contactGroupIds: [], notification };
		await call<Alert>(context, "alert.createAlert", { ...facts, ...notified, rule: warmRule });
		await send(logger, [{ channel: "Temperature", at: Date.now() - 60_000, value: 5 }]);
		await send(logger, [{ channel: "Temperature", at: Date.now() - 1_000, value: 11 }]);
		await page.goto("/alerts/?q=Shift+freezer");
		await page.getByRole("button", { name: `Actions for ${name}` }).click();
		await page.getByRole("menuitem", { name: "Take", exact: true }).click();
		await page.getByText(`${name} is yours`).waitFor();
		const to = Date.now() + 86_400_000;
		await call(context, "contact.addOverride", { rosterId: roster.id, contactId: other.id, from: Date.now(), to });
		await page.goto("/alerts/?whose=mine");
		await page.getByText("Your turn in Late shift is over, and you still have 1 alert from it.").waitFor();
		await expectAccessible(page);
		await page.getByRole("button", { name: `Hand over to ${other.fullName}` }).click();
		await page.getByText(/has it now$/).waitFor();
		await page.goto("/alerts/?q=Shift+freezer");
		await page.getByRole("link", { name }).click();
		await page
			.getByRole("region", { name: "Timeline" })
			.getByText(/^Handed over to .*, who is on duty in Late shift$/)
			.waitFor();
	});
});
