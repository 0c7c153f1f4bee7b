import { describe, expect, it } from "vitest";
import { addToContactGroups } from "../../../backend/db/contact-group-rows";
import { findContact, pauseContactRows, saveContact, setEmailStatus } from "../../../backend/db/contact-rows";
import { saveRuleOptOut } from "../../../backend/db/follow-up-rows";
import type { Alert, AlertListRow, CreateAlert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { minuteMs } from "../../../shared/base/durations";
import type { ContactDetails, ContactGroup } from "../../../shared/message/contact";
import { addAlert } from "../fixtures/alert-rules";
import { createNotifying, daily, messagesOf, sendAll, subjects } from "../fixtures/alert-telling";
import { createOwner, inAccount } from "../fixtures/fleet";
import { addContact, emailProvider } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

async function createReached(rule: Partial<CreateAlert> = {}) {
	const { id, owner } = await createOwner();
	const ana = await addContact(id, { phone: null });
	const alert = await addAlert(owner, { contactIds: [ana.id], ...rule });
	const reach = async () => dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"))[0]?.reach;
	return { id, owner, ana, alert, reach };
}

type Reached = Awaited<ReturnType<typeof createReached>>;

const emailFacts = ({ ana }: Reached) => ({
	channel: "email" as const,
	address: ana.email ?? "",
	createdAt: new Date(),
});
const bounce = ({ id, ana }: Reached) => {
	const gone = { id: ana.id, email: ana.email ?? "", status: "bouncing" as const, at: new Date() };
	return inAccount(id, (db) => setEmailStatus(db, gone));
};
const isQuietUntil = (hours: number, criticalBypassesQuiet: boolean) => (reached: Reached) =>
	inAccount(reached.id, (db) => {
		const row = findContact(db, reached.ana.id);
		const quietHours = [daily(Date.now() - 60 * minuteMs, Date.now() + hours * 60 * minuteMs)];
		if (row) saveContact(db, { ...row, quietHours, criticalBypassesQuiet, timeZone: "UTC" });
	});

describe("the reach of a rule", () => {
	const cases: [AlertListRow["reach"], string, Partial<CreateAlert>, (reached: Reached) => unknown][] = [
		["reached", "a confirmed address", {}, () => {}],
		["nobody", "no contact", { contactIds: [] }, () => {}],
		["nobody", "a bouncing address", {}, bounce],
		["nobody", "a pause", {}, ({ id, ana }) => inAccount(id, (db) => pauseContactRows(db, [ana.id], new Date(9e14)))],
		[
			"nobody",
			"an address that wants nothing of it",
			{},
			(reached) =>
				inAccount(reached.id, (db) => saveRuleOptOut(db, { alertId: reached.alert.id, ...emailFacts(reached) })),
		],
		["quiet", "quiet hours of all of a critical rule", { severity: "critical" }, isQuietUntil(2, false)],
		["reached", "quiet hours that critical alerts pass", { severity: "critical" }, isQuietUntil(2, true)],
		["reached", "quiet hours of what can wait", { severity: "warning" }, isQuietUntil(2, false)],
	];

	it.each(cases)("gives %s for %s", async (expected, _, rule, act) => {
		const reached = await createReached(rule);
		await act(reached);
		expect(await reached.reach()).toBe(expected);
	});

	it("gives unverified for an address without confirmation, until one is in a group of the rule", async () => {
		const { id, owner, reach } = await createReached({ contactIds: [] });
		const [known, unknown] = [await addContact(id), await addContact(id, { emailStatus: "unverified", phone: null })];
		const group = dataOf<ContactGroup>(await owner.mutate("contact.createContactGroup", { name: "Night" }));
		const [row] = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"));
		const { name, description, severity, isEnabled, scope, rule, version } = dataOf<Alert>(
			await owner.query("alert.getAlert", { alertId: row?.id }),
		);
		const recipients = { contactIds: [], contactGroupIds: [group.id], notification: plainNotification };
		const fields = { name, description, severity, isEnabled, scope, rule, ...recipients };
		dataOf(await owner.mutate("alert.updateAlert", { ...fields, alertId: row?.id, version }));
		expect(await reach()).toBe("nobody");
		await inAccount(id, (db) => addToContactGroups(db, [{ groupId: group.id, contactId: unknown.id }]));
		expect(await reach()).toBe("unverified");
		await inAccount(id, (db) => addToContactGroups(db, [{ groupId: group.id, contactId: known.id }]));
		expect(await reach()).toBe("reached");
	});
});

describe("owners", () => {
	const pause = (owner: Person, contactId: string, until: number | null) =>
		owner.mutate("contact.pauseContacts", { contactIds: [contactId], until });

	it("receive one message about a rule that reaches no one, and another after it reached someone in between", async () => {
		const { id, owner, ana } = await createReached();
		const later = Date.now() + 24 * 60 * minuteMs;
		dataOf(await pause(owner, ana.id, later));
		dataOf(await pause(owner, ana.id, later + 1));
		const provider = emailProvider();
		await sendAll(id, Date.now() + 11 * minuteMs, provider);
		expect(subjects(provider)).toEqual(["Too warm reaches nobody"]);
		dataOf(await pause(owner, ana.id, null));
		dataOf(await pause(owner, ana.id, later));
		await sendAll(id, Date.now() + 30 * minuteMs, provider);
		expect(subjects(provider)).toHaveLength(2);
	});

	it("receive no message if the rule was mended within ten minutes", async () => {
		const { id, owner, ana } = await createReached();
		dataOf(await pause(owner, ana.id, Date.now() + 24 * 60 * minuteMs));
		dataOf(await pause(owner, ana.id, null));
		const provider = emailProvider();
		await sendAll(id, Date.now() + 11 * minuteMs, provider);
		expect(subjects(provider)).toEqual([]);
		expect(await messagesOf(id)).toMatchObject([{ state: "suppressed", reason: "noLongerNeeded" }]);
	});

	it("receive a message if the last address of a rule bounces", async () => {
		const notifying = await createNotifying();
		await notifying.send([[1, 9]]);
		const [message] = await notifying.sendDue(2);
		await notifying.stub.recordDelivery(
			message?.id ?? "",
			{ kind: "bounced", error: "No such mailbox" },
			notifying.at(3),
		);
		const causes = (await notifying.messages()).map(({ class: of, userId }) => [of, userId !== null]);
		expect(causes).toContainEqual(["account", true]);
	});
});

describe("contact groups of a rule", () => {
	async function createGrouped() {
		const notifying = await createNotifying({ contactIds: [] });
		const { id, owner, ana, change } = notifying;
		const group = dataOf<ContactGroup>(await owner.mutate("contact.createContactGroup", { name: "Night" }));
		await inAccount(id, (db) => addToContactGroups(db, [{ groupId: group.id, contactId: ana.id }]));
		await change({ contactIds: [], contactGroupIds: [group.id] });
		return { ...notifying, group };
	}

	it("notify the contacts that are in them when the event begins", async () => {
		const { id, group, send, sendDue, provider } = await createGrouped();
		const bea = await addContact(id, { fullName: "Bea", email: "bea@example.test", phone: null });
		await inAccount(id, (db) => addToContactGroups(db, [{ groupId: group.id, contactId: bea.id }]));
		await send([[1, 9]]);
		await sendDue(2);
		expect(provider.taken.map(({ to }) => to).sort()).toEqual(["ana@example.test", "bea@example.test"]);
	});

	it("reject their deletion, and that of their last contact, if a rule would have no recipient left", async () => {
		const { id, owner, ana, alert, group } = await createGrouped();
		const contact = dataOf<ContactDetails>(await owner.query("contact.getContact", { contactId: ana.id }));
		expect(contact.uses.alerts).toEqual([{ id: alert.id, name: "Too warm", isOnlyRecipient: true }]);
		const needed = { data: { reason: "CONTACT_NEEDED" } };
		const deleteAna = (successorId: string | null) =>
			owner.mutate("contact.deleteContacts", { contactIds: [ana.id], successorId });
		expect((await owner.mutate("contact.deleteContactGroup", { groupId: group.id })).error).toMatchObject(needed);
		expect((await deleteAna(null)).error).toMatchObject(needed);
		const bea = await addContact(id, { fullName: "Bea" });
		dataOf(await deleteAna(bea.id));
		const recipients = async () => dataOf<Alert>(await owner.query("alert.getAlert", { alertId: alert.id }));
		expect(await recipients()).toMatchObject({ contactIds: [bea.id], contactGroupIds: [group.id] });
		dataOf(await owner.mutate("contact.deleteContactGroup", { groupId: group.id }));
		expect(await recipients()).toMatchObject({ contactIds: [bea.id], contactGroupIds: [] });
	});

	it("stay in a step whose contact is deleted, while an empty step is removed", async () => {
		const { id, owner, alert, group, change } = await createGrouped();
		const bea = await addContact(id, { fullName: "Bea" });
		const step = { afterSeconds: 600, contactIds: [bea.id], contactGroupIds: [], channels: null };
		const escalation = [step, { ...step, afterSeconds: 900, contactGroupIds: [group.id] }];
		const named = { contactIds: [], contactGroupIds: [group.id] };
		await change({ ...named, notification: { ...plainNotification, escalation } });
		dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [bea.id], successorId: null }));
		const { notification } = dataOf<Alert>(await owner.query("alert.getAlert", { alertId: alert.id }));
		expect(notification.escalation).toEqual([{ ...escalation[1], contactIds: [] }]);
	});

	it("reject missing groups, and missing contacts of a step, at their field", async () => {
		const { owner, alert, group, ana } = await createGrouped();
		const { name, description, severity, isEnabled, scope, rule, version } = dataOf<Alert>(
			await owner.query("alert.getAlert", { alertId: alert.id }),
		);
		const gone = (id: string) => `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
		const step = { afterSeconds: 600, contactIds: [gone(ana.id)], contactGroupIds: [], channels: null };
		const fields = { name, description, severity, isEnabled, scope, rule, alertId: alert.id, version };
		const denied = async (changes: object) => {
			const recipients = { contactIds: [], contactGroupIds: [group.id], notification: plainNotification, ...changes };
			const { error } = await owner.mutate("alert.updateAlert", { ...fields, ...recipients });
			return Object.keys(error?.data.fields ?? {});
		};
		expect(await denied({ contactGroupIds: [gone(group.id)] })).toEqual(["contactGroupIds"]);
		const notification = { ...plainNotification, escalation: [step] };
		expect(await denied({ notification })).toEqual(["notification.escalation.0.contactIds"]);
	});
});
