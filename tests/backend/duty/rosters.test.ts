import { describe, expect, it } from "vitest";
import { createNewId } from "../../../backend/base/ids";
import { deleteContactRows } from "../../../backend/db/contact-rows";
import { insertOverride } from "../../../backend/db/roster-rows";
import { rosterPlans } from "../../../backend/db/schema";
import type { AlertListRow } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { Roster, RosterDetails } from "../../../shared/duty/roster";
import type { ContactDetails } from "../../../shared/message/contact";
import { addAlert } from "../fixtures/alert-rules";
import { createNotifying, decliningTo, sendAll } from "../fixtures/alert-telling";
import { addGroup, addMember, createOwner, inAccount } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

const layerOf = (...contactIds: string[]) => ({
	contactIds,
	pattern: [7],
	startDay: "2026-06-01",
	handOver: "08:00",
	hours: [],
});

async function addRoster(owner: Person, people: string[], fallbackContactIds: string[], name = "Nights") {
	const input = { name, zone: "Europe/Lisbon", layers: [layerOf(...people)], fallbackContactIds };
	return dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
}

const rosterOf = async (owner: Person, rosterId: string) =>
	dataOf<RosterDetails>(await owner.query("contact.getRoster", { rosterId }));

/** A rule that notifies a roster of Ana; Ben takes over after ten minutes; Cem is the fallback. */
async function createOnDuty({ reminder = false } = {}) {
	const notifying = await createNotifying();
	const { id, owner, at, ana } = notifying;
	const ben = await addContact(id, { fullName: "Ben Okri", email: "ben@example.test", phone: null });
	const cem = await addContact(id, { fullName: "Cem Kaya", email: "cem@example.test", phone: null });
	const roster = await addRoster(owner, [ana.id], [cem.id]);
	const override = { rosterId: roster.id, contactId: ben.id, from: at(10), to: at(60) };
	dataOf(await owner.mutate("contact.addOverride", override));
	const everyTen = reminder ? { everySeconds: 600, atMost: null } : null;
	const notification = { ...plainNotification, rosterIds: [roster.id], reminder: everyTen };
	await notifying.change({ contactIds: [], notification });
	const receivers = () => notifying.provider.taken.map(({ to }) => String(to).split("@")[0]);
	return { ...notifying, roster, ben, cem, receivers };
}

describe("a rule that notifies a roster", () => {
	it("notifies the person on duty and says why", async () => {
		const { id, at, send, provider, receivers } = await createOnDuty();
		await send([[1, 9]]);
		await sendAll(id, at(2), provider);
		expect(receivers()).toEqual(["ana"]);
		expect(provider.taken[0]?.text).toMatch(/Why you:? +You are on duty in Nights until /);
	});

	it("reminds who is on duty then, and reports the end to everyone who was notified", async () => {
		const { send, sendDue, followUp, receivers } = await createOnDuty({ reminder: true });
		await send([[1, 9]]);
		await sendDue(2);
		await followUp(12);
		await sendDue(13);
		expect(receivers()).toEqual(["ana", "ben"]);
		await send([[20, 3]]);
		await sendDue(21);
		expect(receivers().slice(2).sort()).toEqual(["ana", "ben"]);
	});

	it("escalates to who is on duty at the step", async () => {
		const { owner, change, ana, roster, send, sendDue, followUp, receivers } = await createOnDuty();
		const step = { afterSeconds: 900, contactIds: [], contactGroupIds: [], rosterIds: [roster.id], channels: null };
		await change({ contactIds: [ana.id], notification: { ...plainNotification, escalation: [step] } });
		await send([[1, 9]]);
		await sendDue(2);
		await followUp(17);
		await sendDue(18);
		expect(receivers()).toEqual(["ana", "ben"]);
		expect((await rosterOf(owner, roster.id)).ruleCount).toBe(1);
	});

	it("notifies the fallback while the person on duty is paused", async () => {
		const { id, owner, at, ana, send, provider, receivers } = await createOnDuty();
		dataOf(await owner.mutate("contact.pauseContacts", { contactIds: [ana.id], until: at(600) }));
		await send([[1, 9]]);
		await sendAll(id, at(2), provider);
		expect(receivers()).toEqual(["cem"]);
	});

	it("notifies the fallback once the person on duty was not reached", async () => {
		const { send, sendDue, provider, timeline } = await createOnDuty();
		await send([[1, 9]]);
		await sendDue(2, decliningTo("ana@example.test"));
		await sendDue(3);
		expect(provider.taken.map(({ to }) => to)).toEqual(["cem@example.test"]);
		expect(await timeline()).toContain("The people on duty were not reached: the fallback is notified");
	});

	it("notifies the fallback of a person who is deleted in their turn", async () => {
		const { id, owner, at, ana, roster, send, provider, receivers } = await createOnDuty();
		dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [ana.id], successorId: null }));
		expect(await rosterOf(owner, roster.id)).toMatchObject({ now: { contactId: ana.id }, people: [{}, {}] });
		await send([[1, 9]]);
		await sendAll(id, at(2), provider);
		expect(receivers()).toEqual(["cem"]);
	});

	it("reminds a member of a role at the step, who takes turns too", async () => {
		const { owner, at, roster, change, send, sendDue, followUp, receivers } = await createOnDuty();
		const olga = dataOf<{ id: string }>(await owner.mutate("contact.addMe"));
		const override = { rosterId: roster.id, contactId: olga.id, from: at(40), to: at(60) };
		dataOf(await owner.mutate("contact.addOverride", override));
		const step = { afterSeconds: 600, contactIds: [], contactGroupIds: [], roles: ["owners" as const], channels: null };
		const reminder = { everySeconds: 900, atMost: null };
		const notification = { ...plainNotification, rosterIds: [roster.id], reminder, escalation: [step] };
		await change({ contactIds: [], notification });
		await send([[1, 9]]);
		await sendDue(2);
		await followUp(12);
		await sendDue(13);
		const own = receivers()[1];
		expect(receivers()).toEqual(["ana", own]);
		await followUp(17);
		await sendDue(18);
		expect(receivers().slice(2).sort()).toEqual(["ben", own].sort());
	});

	it("notifies the owners if no one of the roster has an address at a reminder", async () => {
		const { id, ana, ben, cem, send, sendDue, followUp, provider, receivers } = await createOnDuty({ reminder: true });
		await send([[1, 9]]);
		await sendDue(2);
		await inAccount(id, (db) => deleteContactRows(db, [ana.id, ben.id, cem.id]));
		await followUp(12);
		await sendDue(13);
		expect(receivers()).toHaveLength(2);
		expect(provider.taken[1]?.text).toContain("Freezer 1");
	});

	it("uses the usual channels of its people", async () => {
		const { owner, ben } = await createOnDuty();
		const { channels } = dataOf<ContactDetails>(await owner.query("contact.getContact", { contactId: ben.id }));
		expect(channels).toMatchObject([{ channel: "email", isInRules: true }]);
	});

	it("names the roster in the list of rules", async () => {
		const { owner } = await createOnDuty();
		const [listed] = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"));
		expect(listed).toMatchObject({ recipients: ["Nights"], reach: "reached" });
	});

	it("a rule keeps its roster while it would notify no one else", async () => {
		const { owner, roster } = await createOnDuty();
		const deleted = await owner.mutate("contact.deleteRoster", { rosterId: roster.id });
		expect(deleted.error?.data.reason).toBe("CONTACT_NEEDED");
	});
});

describe("rosters", () => {
	it("keep turns as they were when the plan changes", async () => {
		const { id, owner } = await createOwner();
		const [ana, ben] = [await addContact(id), await addContact(id, { fullName: "Ben Okri" })];
		const roster = await addRoster(owner, [ana.id], [ben.id]);
		const { version, name, zone, fallbackContactIds } = roster;
		const changed = { rosterId: roster.id, version, name, zone, fallbackContactIds, layers: [layerOf(ben.id)] };
		const after = dataOf<RosterDetails>(await owner.mutate("contact.updateRoster", changed));
		expect(after.now.contactId).toBe(ben.id);
		expect(after.plans.map(({ plan }) => plan.layers[0]?.contactIds)).toEqual([[ana.id], [ben.id]]);
		const again = await owner.mutate("contact.updateRoster", changed);
		expect(again.error?.data.reason).toBe("CHANGED_MEANWHILE");
		await inAccount(id, (db) => expect(db.select().from(rosterPlans).all()).toHaveLength(2));
	});

	it("let the last of two overlapping overrides win, and end it from now on", async () => {
		const { id, owner } = await createOwner();
		const [ana, ben, cem] = [await addContact(id), await addContact(id), await addContact(id)];
		const { id: rosterId } = await addRoster(owner, [ana.id], [ana.id]);
		const [from, to] = [Date.now() - hourMs, Date.now() + hourMs];
		dataOf(await owner.mutate("contact.addOverride", { rosterId, contactId: ben.id, from, to }));
		const both = dataOf<RosterDetails>(
			await owner.mutate("contact.addOverride", { rosterId, contactId: cem.id, from, to: to - 30 * minuteMs }),
		);
		expect(both).toMatchObject({ now: { contactId: cem.id }, next: { contactId: ben.id } });
		const last = both.overrides.at(-1)?.id;
		const one = dataOf<RosterDetails>(await owner.mutate("contact.endOverride", { overrideId: last }));
		expect(one.now.contactId).toBe(ben.id);
		expect((await owner.mutate("contact.endOverride", { overrideId: last })).error?.data.reason).toBe(
			"ROSTER_NOT_FOUND",
		);
	});

	it("order overrides by their creation, also after the clock was set back", async () => {
		const { id, owner } = await createOwner();
		const [ana, ben, cem] = [await addContact(id), await addContact(id), await addContact(id)];
		const { id: rosterId } = await addRoster(owner, [ana.id], [ana.id]);
		const span = { from: Date.now() - hourMs, to: Date.now() + hourMs };
		const early = createNewId(Date.now() + hourMs)("rosterOverride");
		await inAccount(id, (db) =>
			insertOverride(db, { id: early, rosterId, contactId: ben.id, ...span, createdBy: "Ana Prado" }),
		);
		const both = dataOf<RosterDetails>(
			await owner.mutate("contact.addOverride", { rosterId, contactId: cem.id, ...span }),
		);
		expect(both.now.contactId).toBe(cem.id);
		expect(both.overrides.map(({ contactId }) => contactId)).toEqual([ben.id, cem.id]);
	});

	it("replace a deleted contact by the successor, and keep the last of the fallback", async () => {
		const { id, owner } = await createOwner();
		const [ana, ben] = [await addContact(id), await addContact(id, { fullName: "Ben Okri" })];
		const { id: rosterId } = await addRoster(owner, [ana.id], [ana.id]);
		const alone = await owner.mutate("contact.deleteContacts", { contactIds: [ana.id], successorId: null });
		expect(alone.error?.data.reason).toBe("CONTACT_NEEDED");
		dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [ana.id], successorId: ben.id }));
		expect(await rosterOf(owner, rosterId)).toMatchObject({
			now: { contactId: ben.id },
			fallbackContactIds: [ben.id],
			people: [{ id: ben.id }],
		});
	});

	it("leave the passed part of a substitution with the replaced contact", async () => {
		const { id, owner } = await createOwner();
		const [ana, ben, cem] = [await addContact(id), await addContact(id), await addContact(id)];
		const { id: rosterId } = await addRoster(owner, [ana.id], [ana.id]);
		const [from, to] = [Date.now() - hourMs, Date.now() + hourMs];
		const overrideId = createNewId(from)("rosterOverride");
		await inAccount(id, (db) =>
			insertOverride(db, { id: overrideId, rosterId, contactId: ben.id, from, to, createdBy: "Ana Prado" }),
		);
		dataOf(await owner.mutate("contact.replaceContacts", { contactIds: [ben.id], successorId: cem.id }));
		const { overrides } = await rosterOf(owner, rosterId);
		const changedAt = overrides.find((each) => each.id === overrideId)?.from;
		expect(changedAt).toBeGreaterThan(from);
		expect(overrides).toMatchObject([
			{ id: overrideId, contactId: cem.id, to },
			{ contactId: ben.id, from, to: changedAt },
		]);
	});

	it("show gaps ahead, and a name once", async () => {
		const { id, owner } = await createOwner();
		const ana = await addContact(id);
		const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "08:00", to: "20:00" }];
		const input = { zone: "UTC", layers: [{ ...layerOf(ana.id), hours }], fallbackContactIds: [ana.id] };
		const made = dataOf<Roster>(await owner.mutate("contact.createRoster", { ...input, name: "Days" }));
		expect(made.gaps).toHaveLength(10);
		const twice = await owner.mutate("contact.createRoster", { ...input, name: "days" });
		expect(twice.error?.data.fields).toHaveProperty("name");
	});

	it("appear to a scope of groups through its own contact alone", async () => {
		const { id, owner } = await createOwner();
		const ben = await addContact(id, { fullName: "Ben Okri" });
		const others = await addRoster(owner, [ben.id], [ben.id]);
		const scoped = await addMember(id, "operator", { groupIds: [await addGroup(id, "Cold rooms")] });
		const seen = async () => dataOf<Roster[]>(await scoped.query("contact.getRosters")).map((each) => each.id);
		expect(await seen()).toEqual([]);
		const me = dataOf<{ id: string }>(await scoped.mutate("contact.addMe"));
		const own = await addRoster(owner, [me.id], [ben.id], "Days");
		expect(await seen()).toEqual([own.id]);
		const hidden = { ...plainNotification, rosterIds: [own.id] };
		await addAlert(owner, { scope: { groupIds: [await addGroup(id, "Elsewhere")] }, notification: hidden });
		const counts = async (person: Person) =>
			dataOf<Roster[]>(await person.query("contact.getRosters")).map(({ ruleCount }) => ruleCount);
		expect([await counts(scoped), await counts(owner)]).toEqual([[0], [1, 0]]);
		const denied = await scoped.query("contact.getRoster", { rosterId: others.id });
		expect(denied.error?.data.reason).toBe("ROSTER_NOT_FOUND");
	});
});
