import { beforeAll, describe, expect, it } from "vitest";
import { insertReport } from "../../../backend/db/report-rows";
import { alerts } from "../../../backend/db/schema";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { LogPage } from "../../../shared/log/log";
import type {
	Contact,
	ContactDetails,
	ContactGroup,
	CreatedContacts,
	SavedContact,
} from "../../../shared/message/contact";
import { reportDefinition } from "../../report-definition";
import { contactInput } from "../../samples";
import { addAlert, warmRule } from "../fixtures/alert-rules";
import { createContact } from "../fixtures/contact-input";
import { addGroup, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;
const getContact = async (contactId: string, person = owner) =>
	dataOf<ContactDetails>(await person.query("contact.getContact", { contactId }));

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
});

async function addUses(contactIds: string[], scope: "all" | { groupIds: string[] } = "all") {
	const ids = { alert: newId("alert"), report: newId("report") };
	await inAccount(accountId, (db) => {
		const common = { name: "Uses", isEnabled: true, contactIds, createdAt: new Date() };
		db.insert(alerts)
			.values({ ...common, id: ids.alert, severity: "info", rule: warmRule, scope })
			.run();
		const { delivery } = reportDefinition();
		const definition = reportDefinition({ name: "Uses", delivery: { ...delivery, contactIds } });
		insertReport(db, { id: ids.report, definition, savedBy: null, nextRunAt: null }, Date.now());
	});
	return ids;
}

async function usersOf(path: "alert.getAlert" | "report.getReport", id: string): Promise<string[]> {
	const input = path === "alert.getAlert" ? { alertId: id } : { reportId: id };
	return dataOf<{ contactIds: string[] }>(await owner.query(path, input)).contactIds;
}

describe("a contact", () => {
	it("stores addresses as entered and unverified, and shows the secret of its webhook once", async () => {
		const input = contactInput({
			company: "Frio",
			title: "Lead",
			phone: "00351 21 000-0101",
			webhookUrl: "https://hooks.example.com/a?b=c",
			defaultChannels: ["sms", "webhook"],
			quietHours: [{ days: [1, 2], from: "22:00", to: "06:00" }],
			criticalBypassesQuiet: false,
		});
		const { contact, secret } = dataOf<SavedContact>(await owner.mutate("contact.createContact", input));
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		expect(contact).toMatchObject({
			fullName: "Ana Prado",
			company: "Frio",
			title: "Lead",
			phone: "+351210000101",
			phoneStatus: "unverified",
			email: "ana@example.test",
			emailStatus: "unverified",
			otherChannels: ["webhook"],
			version: 1,
			quietHours: input.quietHours,
			criticalBypassesQuiet: false,
			lastResult: null,
			pausedUntil: null,
		});
		expect(contact.channels.map(({ channel, isDefault, status }) => [channel, isDefault, status])).toEqual([
			["email", false, "unverified"],
			["sms", true, "unverified"],
			["webhook", true, "verified"],
		]);
		expect(JSON.stringify(await getContact(contact.id))).not.toContain("whsec_");
	});

	it.each([
		["webhookUrl", "https://console.test.example.com/hook", null],
		["webhookUrl", "https://backend.test/api/ingest/v1/ttn", "webhookUrl"],
		["slackUrl", "https://CONSOLE.test/api/proxy", "slackUrl"],
	])("rejects the console's own host alone as its %s: %s", async (field, url, denied) => {
		const { error } = await owner.mutate("contact.createContact", contactInput({ [field]: url }));
		expect(Object.keys(error?.data.fields ?? {})).toEqual(denied === null ? [] : [denied]);
	});

	it.each([
		["+351912345678", null],
		["+351210000101", null],
		["+19005551234", "premium-rate"],
		["+351760123456", "premium-rate"],
		["+351808123456", "shared-cost"],
		["+447012345678", "personal number"],
		["+447600123456", "pager"],
		["+41860791234567", "voicemail"],
		["+443001234567", "access number"],
		["+870773111632", "no country"],
		["+882161234567", "no country"],
		["+35196123456", "no such phone number"],
	])("accepts or rejects the phone %s at its field, alone and in a file", async (phone, why) => {
		const input = contactInput({ phone });
		const one = await owner.mutate("contact.createContact", input);
		const [ofFile] = dataOf<CreatedContacts>(await owner.mutate("contact.createContacts", { contacts: [input] }));
		const denial = why === null ? undefined : expect.stringContaining(why);
		expect(one.error?.data.fields?.phone).toEqual(denial);
		expect(ofFile && "fields" in ofFile ? ofFile.fields.phone : undefined).toEqual(denial);
	});

	it("stores a number in one spelling, however it was entered", async () => {
		for (const phone of [
			"＋٤٤ ٧٤٠٠ ١٢٣٤٥٦",
			"۰۰۴۴ ۷۴۰۰ ۱۲۳۴۵۶",
			"+44 (0)7400 123456",
			"0044 7400 123-456",
			"+447400123456",
		]) {
			const { id } = await createContact(owner, { phone });
			expect((await getContact(id)).phone).toBe("+447400123456");
		}
	});

	it("rejects a change that is based on an earlier version", async () => {
		const { id, version } = await createContact(owner);
		const change = (company: string, index: number) =>
			owner.mutate("contact.updateContact", { ...contactInput({ company }), contactId: id, version: index });
		dataOf(await change("First", version));
		expect((await change("Second", version)).error?.data.reason).toBe("CHANGED_MEANWHILE");
		const kept = await getContact(id);
		expect(kept).toMatchObject({ company: "First", version: version + 1 });
		dataOf(await change("First", kept.version));
		expect((await getContact(id)).version).toBe(kept.version);
	});

	it("shows hostile names as a name on one line", async () => {
		const { id } = await createContact(owner, { fullName: '<img src=x onerror="a">\u202e\r\nBcc: x@y.z' });
		expect((await getContact(id)).fullName).toBe('<img src=x onerror="a"> Bcc: x@y.z');
	});

	it("takes the confirmed e-mail of its user", async () => {
		const member = await addMember(accountId, "viewer");
		const users = dataOf<{ id: string; email: string }[]>(await owner.query("account.getUsers"));
		const linkedUserId = users.find(({ email }) => email === member.email)?.id ?? null;
		const contact = await createContact(owner, { linkedUserId, email: member.email });
		expect(contact).toMatchObject({ emailStatus: "verified", linkedUserId });
	});

	it("appears in the log without its addresses", async () => {
		const { id, version } = await createContact(owner, { fullName: "Logged" });
		const change = { ...contactInput({ fullName: "Logged", email: "new@example.test" }), contactId: id, version };
		dataOf(await owner.mutate("contact.updateContact", change));
		const page = dataOf<LogPage>(await owner.query("log.getLogs", { rangeType: "hour", offset: 0 }));
		const texts = page.events.map(({ text }) => text).filter((text) => text.includes("Logged"));
		expect(texts.sort()).toEqual(["Contact Logged added", "Contact Logged changed: e-mail"]);
	});
});

describe("deleting", () => {
	it("fails if an alert or report would have no contact, and takes a successor in each", async () => {
		const [only, other] = [await createContact(owner), await createContact(owner, { fullName: "Other" })];
		const uses = await addUses([only.id]);
		const target = { contactIds: [only.id] };
		const denied = await owner.mutate("contact.deleteContacts", { ...target, successorId: null });
		expect(denied.error?.data.reason).toBe("CONTACT_NEEDED");
		expect((await getContact(only.id)).uses.alerts).toEqual([{ id: uses.alert, name: "Uses", isOnlyRecipient: true }]);
		const self = await owner.mutate("contact.deleteContacts", { ...target, successorId: only.id });
		expect(self.error?.data.fields).toEqual({ successorId: expect.any(String) });
		dataOf(await owner.mutate("contact.deleteContacts", { ...target, successorId: other.id }));
		expect(await usersOf("alert.getAlert", uses.alert)).toEqual([other.id]);
		expect(await usersOf("report.getReport", uses.report)).toEqual([other.id]);
		expect((await owner.query("contact.getContact", { contactId: only.id })).error?.data.reason).toBe(
			"CONTACT_NOT_FOUND",
		);
	});

	it("removes one of several contacts from what names them", async () => {
		const [one, other] = [await createContact(owner), await createContact(owner)];
		const uses = await addUses([one.id, other.id]);
		dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [one.id], successorId: null }));
		expect(await usersOf("alert.getAlert", uses.alert)).toEqual([other.id]);
	});

	it("replaces a contact everywhere without deleting it", async () => {
		const [one, other] = [await createContact(owner), await createContact(owner)];
		const uses = await addUses([one.id, other.id]);
		const response = await owner.mutate("contact.replaceContacts", { contactIds: [one.id], successorId: other.id });
		expect(dataOf(response)).toEqual({ changed: 2 });
		expect(await usersOf("report.getReport", uses.report)).toEqual([other.id]);
		expect((await getContact(one.id)).useCounts).toEqual({ alerts: 0, roles: 0, reports: 0, storage: 0 });
	});
});

describe("the uses of a contact by rules", () => {
	async function createWithPhone() {
		const account = await createOwner();
		const [user] = dataOf<{ id: string }[]>(await account.owner.query("account.getUsers"));
		const phone = { phone: "+447400123456", defaultChannels: ["email" as const] };
		const contact = await createContact(account.owner, { ...phone, linkedUserId: user?.id ?? null });
		const inRules = async () => {
			const { channels } = await getContact(contact.id, account.owner);
			return Object.fromEntries(channels.map(({ channel, isInRules }) => [channel, isInRules]));
		};
		const counts = async () => {
			const { useCounts } = await getContact(contact.id, account.owner);
			const listed = dataOf<Contact[]>(await account.owner.query("account.getContacts"));
			expect(listed.find(({ id }) => id === contact.id)?.useCounts).toEqual(useCounts);
			return [useCounts.alerts, useCounts.roles];
		};
		return { ...account, contact, inRules, counts };
	}

	it("name the channels by which rules send, at once and by escalation", async () => {
		const { owner, contact, inRules, counts } = await createWithPhone();
		expect([await inRules(), await counts()]).toEqual([{ email: false, sms: false }, [0, 0]]);
		await addAlert(owner, { contactIds: [contact.id] });
		expect([await inRules(), await counts()]).toEqual([{ email: true, sms: false }, [1, 0]]);
		const { version } = await getContact(contact.id, owner);
		const usual = contactInput({ phone: "+447400123456", defaultChannels: ["email", "sms"], email: contact.email });
		dataOf(await owner.mutate("contact.updateContact", { ...usual, contactId: contact.id, version }));
		expect(await inRules()).toEqual({ email: true, sms: true });
	});

	it("include steps that name a channel, and rules that notify a role", async () => {
		const { owner, contact, inRules, counts } = await createWithPhone();
		const step = { afterSeconds: 600, contactIds: [contact.id], contactGroupIds: [], channels: ["sms" as const] };
		const other = await createContact(owner);
		const escalating = { ...plainNotification, escalation: [step] };
		await addAlert(owner, { contactIds: [other.id], notification: escalating });
		expect([await inRules(), await counts()]).toEqual([{ email: false, sms: true }, [1, 0]]);
		const byRole = { ...plainNotification, roles: ["owners" as const] };
		await addAlert(owner, { contactIds: [], notification: byRole });
		expect([await inRules(), await counts()]).toEqual([{ email: true, sms: true }, [1, 1]]);
	});

	it("stay unknown to a user who sees some groups only", async () => {
		const account = await createOwner();
		const group = await addGroup(account.id, "Cold");
		const scoped = await addMember(account.id, "operator", { groupIds: [group] });
		const contact = await createContact(account.owner);
		await addAlert(account.owner, { contactIds: [contact.id], scope: { groupIds: [group] } });
		const { channels, useCounts } = await getContact(contact.id, scoped);
		expect([channels[0]?.isInRules, useCounts.roles]).toEqual([undefined, 0]);
	});
});

describe("warnings of a filling storage", () => {
	it("count as a use of the contacts that the account names, by group too, otherwise of those its active rules notify", async () => {
		const account = await createOwner();
		const storageOf = async (contactId: string) => {
			const { uses, useCounts } = await getContact(contactId, account.owner);
			return [uses.storage, useCounts.storage];
		};
		const [one, other] = [await createContact(account.owner), await createContact(account.owner)];
		await addAlert(account.owner, { contactIds: [one.id] });
		expect(await storageOf(one.id)).toEqual([true, 0]);
		expect(await storageOf(other.id)).toEqual([false, 0]);
		const group = dataOf<ContactGroup>(await account.owner.mutate("contact.createContactGroup", { name: "Night" }));
		const member = { contactIds: [other.id], addGroupIds: [group.id], removeGroupIds: [] };
		dataOf(await account.owner.mutate("contact.groupContacts", member));
		const contacts = { contactIds: [], contactGroupIds: [group.id] };
		dataOf(await account.owner.mutate("billing.setStorageContacts", { contacts }));
		expect(await storageOf(one.id)).toEqual([false, 0]);
		expect(await storageOf(other.id)).toEqual([true, 1]);
		const listed = dataOf<Contact[]>(await account.owner.query("account.getContacts"));
		expect(listed.map(({ id, useCounts }) => [id, useCounts.storage])).toEqual(
			expect.arrayContaining([
				[one.id, 0],
				[other.id, 1],
			]),
		);
	});
});

describe("groups of contacts", () => {
	it("have unique names, and contacts join and leave them", async () => {
		const group = dataOf<ContactGroup>(await owner.mutate("contact.createContactGroup", { name: "Night shift" }));
		const again = await owner.mutate("contact.createContactGroup", { name: "NIGHT SHIFT" });
		expect(again.error?.data.fields).toEqual({ name: expect.any(String) });
		const { id } = await createContact(owner, { contactGroupIds: [group.id] });
		const other = await createContact(owner);
		const target = { contactIds: [other.id], addGroupIds: [group.id], removeGroupIds: [] };
		dataOf(await owner.mutate("contact.groupContacts", target));
		const listed = async () => dataOf<ContactGroup[]>(await owner.query("contact.getContactGroups"))[0];
		expect(await listed()).toEqual({ id: group.id, name: "Night shift", contactCount: 2 });
		const { version, ...contact } = await getContact(id);
		dataOf(await owner.mutate("contact.updateContact", { ...contactInput(), contactId: contact.id, version }));
		expect((await listed())?.contactCount).toBe(1);
		dataOf(await owner.mutate("contact.deleteContactGroup", { groupId: group.id }));
		expect((await getContact(other.id)).contactGroupIds).toEqual([]);
	});
});

describe("members of some groups", () => {
	it("see contacts of the rules that watch them, with masked addresses", async () => {
		const groupId = await addGroup(accountId, "Seen");
		const addresses = {
			email: "seen@example.test",
			phone: "+351210000101",
			slackUrl: "https://chat.example.com/T/secret",
		};
		const seen = await createContact(owner, { fullName: "Seen", ...addresses });
		const unseen = await createContact(owner, { fullName: "Unseen" });
		await addUses([seen.id], { groupIds: [groupId] });
		const scoped = await addMember(accountId, "admin", { groupIds: [groupId] });
		const list = dataOf<{ fullName: string }[]>(await scoped.query("account.getContacts"));
		expect(list.map(({ fullName }) => fullName)).toContain("Seen");
		expect(list.map(({ fullName }) => fullName)).not.toContain("Unseen");
		const details = await getContact(seen.id, scoped);
		expect(details).toMatchObject({ email: "s•••@example.test", phone: "+351•••01" });
		expect(JSON.stringify([list, details])).not.toMatch(/seen@example|0000101|secret/);
		expect((await scoped.query("contact.getContact", { contactId: unseen.id })).error?.data.reason).toBe(
			"CONTACT_NOT_FOUND",
		);
	});

	it("read only the host of a webhook without the permission to edit contacts", async () => {
		const { id } = await createContact(owner, { slackUrl: "https://chat.example.com/T/secret" });
		const viewer = await addMember(accountId, "viewer");
		const channels = (await getContact(id, viewer)).channels;
		expect(channels.find(({ channel }) => channel === "slack")?.address).toBe("chat.example.com");
	});
});

describe("a file", () => {
	it("adds 10,000 contacts in calls, rejects wrong ones singly and sends no message", async () => {
		const { owner: large } = await createOwner();
		for (let call = 0; call < 40; call += 1) {
			const contacts = Array.from({ length: 250 }, (_, index) =>
				contactInput({ fullName: `Contact ${call}-${index}`, email: `c${call}-${index}@example.test` }),
			);
			dataOf(await large.mutate("contact.createContacts", { contacts }));
		}
		expect(dataOf<unknown[]>(await large.query("account.getContacts"))).toHaveLength(10_000);
		expect(dataOf(await large.query("message.getMessages"))).toMatchObject({ messages: [], nextCursor: null });
		const full = await large.mutate("contact.createContacts", { contacts: [contactInput()] });
		expect(full.error?.data.reason).toBe("CONTACT_LIMIT");
	}, 60_000);

	it("keeps the good ones beside a wrong one", async () => {
		const contacts = [contactInput({ phone: "+351999999" }), contactInput({ fullName: "Good" })];
		const results = dataOf(await owner.mutate("contact.createContacts", { contacts }));
		const complaint = {
			fields: { phone: expect.any(String) },
			fieldKeys: { phone: expect.stringMatching(/^§errors\./) },
		};
		expect(results).toEqual([complaint, { id: expect.stringMatching(/^ctc_/) }]);
	});
});
