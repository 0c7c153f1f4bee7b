import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { findUserBySub } from "../../../backend/db/account-rows";
import { alertNotes, contacts, rosterPlans } from "../../../backend/db/schema";
import type { AlertEventDetail, AlertEventPage, HandedOverAlertEvents } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { dayMs, hourMs } from "../../../shared/base/durations";
import type { RosterDetails } from "../../../shared/duty/roster";
import { createNotifying } from "../fixtures/alert-telling";
import { addMember, inAccount } from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

/** Ana took the only event in her turn an hour ago. Since then Ben is on duty, who signs in here unless told otherwise. */
async function afterHandOver({ isNextMember = true } = {}) {
	const notifying = await createNotifying();
	const { id, owner, change, send } = notifying;
	const [ana, ben] = [await addMember(id, "operator"), await addMember(id, "operator")];
	const contactOf = async (name: string, person: Person | null) => {
		const email = `${name.toLowerCase()}@example.test`;
		const { id: contactId } = await addContact(id, { fullName: name, email, phone: null });
		const sub = person?.sub;
		const userId = sub === undefined ? null : await inAccount(id, (db) => findUserBySub(db, sub)?.id ?? null);
		await inAccount(id, (db) => {
			db.update(contacts).set({ linkedUserId: userId }).where(eq(contacts.id, contactId)).run();
		});
		return { contactId, userId };
	};
	const [one, other] = [await contactOf("Ana", ana), await contactOf("Ben", isNextMember ? ben : null)];
	const layer = {
		contactIds: [one.contactId],
		pattern: [7],
		startDay: new Date(Date.now() - 7 * dayMs).toISOString().slice(0, 10),
		handOver: "00:00",
		hours: [],
	};
	const input = { name: "Nights", zone: "UTC", layers: [layer], fallbackContactIds: [one.contactId] };
	const { id: rosterId } = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
	await change({ contactIds: [], notification: { ...plainNotification, rosterIds: [rosterId] } });
	await send([[1, 9]]);
	const eventIds = (await notifying.events()).map((event) => event.id);
	dataOf(await ana.mutate("alert.acknowledgeEvents", { eventIds }));
	await inAccount(id, (db) => {
		db.update(rosterPlans).set({ from: 0 }).run();
		db.update(alertNotes)
			.set({ at: Date.now() - hourMs })
			.run();
	});
	const now = Date.now();
	const override = { rosterId, contactId: other.contactId, from: now, to: now + dayMs };
	dataOf(await owner.mutate("contact.addOverride", override));
	const mineOf = async (person: Person) => {
		const { events } = dataOf<AlertEventPage>(await person.query("alert.getEvents", { whose: "mine" }));
		return events.map(({ shift = null, assigneeId }) => ({ shift, assigneeId }));
	};
	const story = async () => {
		const { timeline, state } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: eventIds[0] }));
		const kinds = ["assigned", "askedAgain"];
		return { state, texts: timeline.flatMap(({ kind, text }) => (kinds.includes(kind) ? text : [])) };
	};
	return { ...notifying, ana, ben, one, other, rosterId, eventIds, mineOf, story };
}

const shiftOf = (rosterId: string) => ({ rosterId, roster: "Nights", onDuty: "Ben" });

describe("events from an earlier turn", () => {
	it("stay with who took them, and are in the inbox of who is on duty now", async () => {
		const { owner, ana, ben, one, rosterId, mineOf } = await afterHandOver();
		const left = [{ shift: shiftOf(rosterId), assigneeId: one.userId }];
		expect([await mineOf(ana), await mineOf(ben), await mineOf(owner)]).toEqual([left, left, []]);
	});

	it("go to who is on duty now with one call", async () => {
		const { ben, ana, one, other, eventIds, mineOf, story } = await afterHandOver();
		const taken = { eventIds, assigneeId: other.userId, from: one.userId };
		dataOf(await ben.mutate("alert.assignEvents", taken));
		expect([await mineOf(ana), await mineOf(ben)]).toEqual([[], [{ shift: null, assigneeId: other.userId }]]);
		expect((await story()).texts).toEqual(["Took it"]);
	});

	it("pass to who is on duty now with one call, which only their holder can make", async () => {
		const { ana, ben, other, rosterId, eventIds, mineOf, story } = await afterHandOver();
		const handOver = async (person: Person) =>
			dataOf<HandedOverAlertEvents>(await person.mutate("alert.handOverEvents", { eventIds, rosterId }));
		expect(await handOver(ben)).toEqual({ changed: 0, name: null });
		expect(await handOver(ana)).toEqual({ changed: 1, name: expect.any(String) });
		expect(await mineOf(ben)).toEqual([{ shift: null, assigneeId: other.userId }]);
		expect(await story()).toEqual({
			state: "acknowledged",
			texts: [expect.stringMatching(/^Handed over to .*, who is on duty in Nights$/)],
		});
	});

	it("open again if no one on duty can take them here", async () => {
		const { ana, rosterId, eventIds, story, events } = await afterHandOver({ isNextMember: false });
		const handedOver = await ana.mutate("alert.handOverEvents", { eventIds, rosterId });
		expect(dataOf<HandedOverAlertEvents>(handedOver)).toEqual({ changed: 1, name: null });
		expect(await events()).toMatchObject([{ state: "open", assigneeId: null }]);
		expect((await story()).texts).toEqual([
			"Handed over to who is on duty in Nights",
			"Nobody on duty in Nights can take it here: it needs a new acknowledgement",
		]);
	});

	it("notify their person and who is on duty now, at once, hours after the acknowledgement", async () => {
		const { events, followUp, sendDue, provider } = await afterHandOver();
		await sendDue(2);
		provider.taken.length = 0;
		await followUp(230);
		await sendDue(231);
		expect(provider.taken.map(({ to }) => to).toSorted()).toEqual(["ana@example.test", "ben@example.test"]);
		for (const { text } of provider.taken) expect(text).toMatch(/^Still not over, warning: Freezer 1.*Taken by:? /s);
		const toBen = provider.taken.find(({ to }) => to === "ben@example.test");
		expect(toBen?.text).toContain("You are on duty in Nights until");
		expect(await events()).toMatchObject([{ state: "acknowledged" }]);
	});

	it("leave out who is on duty once another person has them", async () => {
		const { id, ana, owner, one, eventIds, followUp, sendDue, provider } = await afterHandOver();
		await sendDue(2);
		await followUp(230);
		const assigneeId = await inAccount(id, (db) => findUserBySub(db, owner.sub)?.id ?? null);
		dataOf(await ana.mutate("alert.assignEvents", { eventIds, assigneeId, from: one.userId }));
		await sendDue(231);
		expect(provider.taken.filter(({ text = "" }) => text.startsWith("Still not over"))).toEqual([]);
	});
});
