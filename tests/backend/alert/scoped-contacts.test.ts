import { beforeAll, describe, expect, it } from "vitest";
import type { CreateAlert } from "../../../shared/alert/alert";
import { type EscalationStep, plainNotification } from "../../../shared/alert/alert-rule";
import type { ContactDetails, ContactGroup } from "../../../shared/message/contact";
import { addAlert, warmAlert } from "../fixtures/alert-rules";
import { createContact } from "../fixtures/contact-input";
import { addDevice, addGroup, addMember, createOwner, newId } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

let owner: Person;
let scoped: Person;
let own = "";
let [seen, hidden]: ContactDetails[] = [];
let [seenGroup, hiddenGroup] = ["", ""];

beforeAll(async () => {
	const account = await createOwner();
	owner = account.owner;
	own = await addGroup(account.id, "Own");
	const other = await addGroup(account.id, "Other");
	await addDevice(owner, { groupIds: [own] });
	scoped = await addMember(account.id, "operator", { groupIds: [own] });
	seen = await createContact(owner, { fullName: "Seen" });
	hidden = await createContact(owner, { fullName: "Hidden director", email: "director@example.test" });
	const addContactGroup = async (name: string, contactIds: string[]) => {
		const { id } = dataOf<ContactGroup>(await owner.mutate("contact.createContactGroup", { name }));
		dataOf(await owner.mutate("contact.groupContacts", { contactIds, addGroupIds: [id], removeGroupIds: [] }));
		return id;
	};
	seenGroup = await addContactGroup("On call", [seen.id]);
	hiddenGroup = await addContactGroup("Directors", [hidden.id]);
	await addAlert(owner, {
		name: "Own",
		scope: { groupIds: [own] },
		contactIds: [seen.id],
		contactGroupIds: [seenGroup],
	});
	await addAlert(owner, { name: "Other", scope: { groupIds: [other] }, contactIds: [hidden.id] });
});

const step = (changes: Partial<EscalationStep>): CreateAlert["notification"] => ({
	...plainNotification,
	escalation: [{ afterSeconds: 600, contactIds: [], contactGroupIds: [], channels: null, ...changes }],
});

const rules: [string, () => Partial<CreateAlert>, string][] = [
	["a contact", () => ({ contactIds: [hidden?.id ?? ""] }), "CONTACT_NOT_FOUND"],
	["one among others", () => ({ contactIds: [seen?.id ?? "", hidden?.id ?? ""] }), "CONTACT_NOT_FOUND"],
	[
		"a contact of a later step",
		() => ({ notification: step({ contactIds: [hidden?.id ?? ""] }) }),
		"CONTACT_NOT_FOUND",
	],
	["a contact that is not there", () => ({ contactIds: [newId("contact")] }), "CONTACT_NOT_FOUND"],
	["a contact group", () => ({ contactGroupIds: [hiddenGroup] }), "CONTACT_GROUP_NOT_FOUND"],
	[
		"a contact group of a later step",
		() => ({ notification: step({ contactGroupIds: [hiddenGroup] }) }),
		"CONTACT_GROUP_NOT_FOUND",
	],
	[
		"a contact group that is not there",
		() => ({ contactGroupIds: [newId("contactGroup")] }),
		"CONTACT_GROUP_NOT_FOUND",
	],
];

describe("a member who sees some groups only", () => {
	it.each(rules)(
		"cannot name %s outside their scope in any rule: created, changed, tested or rehearsed",
		async (_, changes, reason) => {
			const input = { ...warmAlert, scope: { groupIds: [own] }, contactIds: [seen?.id ?? ""] };
			const { id: alertId, version } = await addAlert(scoped, { ...input, name: "Mine" });
			const denied = async (path: string, body: object) => (await scoped.mutate(path, body)).error?.data.reason;
			const hostile = { ...input, ...changes() };
			expect(await denied("alert.createAlert", hostile)).toBe(reason);
			expect(await denied("alert.updateAlert", { ...hostile, alertId, version })).toBe(reason);
			expect(await denied("alert.updateAlert", { ...hostile, alertId, version, isTrial: true })).toBe(reason);
			if (!("notification" in changes())) {
				const { rule, severity, scope, contactIds, contactGroupIds } = hostile;
				const draft = { rule, severity, scope, contactIds, contactGroupIds, days: 7 };
				expect((await scoped.query("alert.rehearse", draft)).error?.data.reason).toBe(reason);
				expect((await scoped.query("alert.getRehearsalHead", draft)).error?.data.reason).toBe(reason);
			}
			expect(JSON.stringify(await scoped.query("account.getContacts"))).not.toContain("Hidden");
			expect(JSON.stringify(await scoped.query("alert.getAlerts"))).not.toMatch(/Hidden|Directors/);
			dataOf(await scoped.mutate("alert.deleteAlert", { alertId }));
		},
	);

	it("can name contacts that rules of their groups notify already, also by group", async () => {
		const changes = { contactIds: [seen?.id ?? ""], contactGroupIds: [seenGroup] };
		const notification = step(changes);
		const mine = await addAlert(scoped, { ...changes, notification, name: "Mine", scope: { groupIds: [own] } });
		const { id: alertId, version } = mine;
		const input = { ...warmAlert, ...changes, notification, scope: { groupIds: [own] }, name: "Still mine" };
		expect((await scoped.mutate("alert.updateAlert", { ...input, alertId, version })).error).toBeNull();
	});

	it("gains no access to a contact by calls of one batch, nor after a colleague removed it", async () => {
		const shared = await addAlert(owner, {
			name: "Shared",
			scope: { groupIds: [own] },
			contactIds: [hidden?.id ?? ""],
		});
		const input = { ...warmAlert, scope: { groupIds: [own] }, contactIds: [hidden?.id ?? ""] };
		const { id: alertId, version } = await addAlert(scoped, { ...input, name: "Copy" });
		dataOf(await owner.mutate("alert.deleteAlert", { alertId: shared.id }));
		dataOf(await owner.mutate("alert.updateAlert", { ...input, name: "Copy", contactIds: [], alertId, version }));
		const again = await scoped.mutate("alert.updateAlert", { ...input, name: "Copy", alertId, version: version + 1 });
		expect(again.error?.data.reason).toBe("CONTACT_NOT_FOUND");
	});
});
