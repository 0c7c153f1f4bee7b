import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { deleteContactRows, pauseContactRows } from "../../../backend/db/contact-rows";
import type { CreateAlert } from "../../../shared/alert/alert";
import { type AlertNotification, plainNotification } from "../../../shared/alert/alert-rule";
import { createTelling, decliningTo, denying, headings } from "../fixtures/alert-telling";
import { inAccount } from "../fixtures/fleet";
import { addContact, claim, consume } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";
import { partsOf } from "../fixtures/works";

type Telling = Awaited<ReturnType<typeof createTelling>>;

const tellingOf = (notification: Partial<AlertNotification>, rule: Partial<CreateAlert> = {}) =>
	createTelling({ ...rule, notification: { ...plainNotification, ...notification } });

const everyHour = { everySeconds: 3_600, atMost: null };

async function ownersOf({ messages }: Telling) {
	return (await messages()).filter(({ userId, class: of }) => userId !== null && of === "alerts");
}

describe("a provider that is down for a night", () => {
	async function passNight(telling: Telling): Promise<void> {
		for (let minute = 2; minute < 540; minute += 30) {
			await telling.followUp(minute);
			await telling.sendDue(minute + 1, denying());
		}
	}

	it("has each alert sent once in the morning, as it is by then", async () => {
		const telling = await tellingOf({ reminder: everyHour });
		await telling.send([[1, 9]]);
		await passNight(telling);
		expect(await telling.messages()).toHaveLength(1 + 8);
		await telling.sendDue(700);
		expect(headings(telling.provider)).toEqual(["Warning: Freezer 1"]);
	});

	it("has one that is over by then sent in one message", async () => {
		const telling = await tellingOf({ reminder: everyHour });
		await telling.send([[1, 9]]);
		await passNight(telling);
		await telling.send([[545, 5]]);
		await telling.followUp(690);
		await telling.sendDue(700);
		expect(headings(telling.provider)).toEqual(["Warning, over by now: Freezer 1"]);
	});
});

describe("everything that comes back", () => {
	it("has a contact tried on the next address, then the owners notified, and says so", async () => {
		const telling = await createTelling();
		const bea = await addContact(telling.id, { fullName: "Bea", email: "bea@example.test" });
		await telling.change({ contactIds: [bea.id], notification: { ...plainNotification, channels: ["email"] } });
		await telling.send([[1, 9]]);
		const [mail] = await telling.sendDue(2);
		await telling.stub.recordDelivery(mail?.id ?? "", { kind: "bounced", error: "No such mailbox" }, telling.at(3));
		const sms = (await telling.messages()).find(({ channel }) => channel === "sms");
		expect([mail?.channel, sms]).toMatchObject(["email", { channel: "sms", contactId: bea.id, state: "queued" }]);
		expect(await ownersOf(telling)).toEqual([]);
		// No SMS is sent here.
		const denied = await claim(telling.id, sms?.id ?? "", { attempt: 1, now: telling.at(4) });
		expect(denied).toEqual({ status: "ignored", why: "channelOff" });
		await telling.sendDue(5);
		expect(await ownersOf(telling)).toMatchObject([{ state: "sent" }]);
		expect(await telling.timeline()).toEqual([
			"Notified Bea by e-mail",
			"Not notified: Bea by e-mail: it came back",
			"Not notified: Bea by SMS: the channel is not set up",
			"Nobody was reached: the owners are notified",
			expect.stringMatching(/^Notified the owner /),
		]);
	});

	it("ends where the owners are not reached either, without a word to anybody twice", async () => {
		const telling = await createTelling();
		await telling.send([[1, 9]]);
		await telling.sendDue(2, decliningTo(telling.ana.email ?? ""));
		const [owners] = await ownersOf(telling);
		expect(await claim(telling.id, owners?.id ?? "", { attempt: 1, now: telling.at(3) })).toMatchObject({
			status: "send",
		});
		const denied = { kind: "refused", error: "No" } as const;
		await telling.stub.reportMessage({ messageId: owners?.id ?? "", attempt: 1 }, denied, telling.at(3));
		expect((await telling.timeline()).at(-1)).toBe("Nobody was reached, nor the owners");
		expect(await telling.messages()).toHaveLength(2);
	});

	it("fails over nothing that somebody has acknowledged, or that is over", async () => {
		for (const isOver of [false, true]) {
			const telling = await createTelling();
			await telling.send([[1, 9]]);
			const [mail] = await telling.sendDue(2);
			const eventIds = (await telling.events()).map(({ id }) => id);
			if (isOver) await telling.send([[3, 5]]);
			else dataOf(await telling.owner.mutate("alert.acknowledgeEvents", { eventIds }));
			await telling.stub.recordDelivery(mail?.id ?? "", { kind: "bounced", error: "" }, telling.at(4));
			expect(await ownersOf(telling)).toEqual([]);
		}
	});
});

it("a queue that delivers twice has nobody notified twice, and one step run", async () => {
	const telling = await createTelling();
	await telling.send([[1, 9]]);
	const [first] = await telling.messages();
	const handOver = { accountId: telling.id, messageId: first?.id ?? "", attempt: 1 };
	const { binding } = decliningTo(telling.ana.email ?? "");
	const clock = () => telling.at(2);
	await consume([handOver, handOver], { email: binding, clock });
	await consume([handOver], { email: binding, clock });
	expect(await ownersOf(telling)).toHaveLength(1);
	expect((await telling.timeline()).filter((text) => text.startsWith("Nobody"))).toHaveLength(1);
});

describe("a contact who goes between the hand-over and the sending", () => {
	it.each([
		["deleted", ({ id, ana }: Telling) => inAccount(id, (db) => deleteContactRows(db, [ana.id]))],
		["paused", ({ id, ana, at }: Telling) => inAccount(id, (db) => pauseContactRows(db, [ana.id], new Date(at(60))))],
	])("as %s is not notified, and others are", async (_, act) => {
		const telling = await createTelling();
		await telling.send([[1, 9]]);
		await act(telling);
		await telling.sendDue(2);
		await telling.sendDue(3);
		expect(telling.provider.taken.map(({ to }) => to)).not.toContain(telling.ana.email);
		expect(await ownersOf(telling)).toMatchObject([{ state: "sent" }]);
	});
});

describe("a backend that was away", () => {
	const step = (afterSeconds: number, contactId: string) => {
		return { afterSeconds, contactIds: [contactId], contactGroupIds: [], channels: null };
	};

	it("for half an hour runs the steps one after the other, with the time between them", async () => {
		const telling = await createTelling();
		const bea = await addContact(telling.id, { email: "bea@example.test", phone: null });
		const cleo = await addContact(telling.id, { email: "cleo@example.test", phone: null });
		const escalation = [step(600, bea.id), step(1_200, cleo.id)];
		await telling.change({ notification: { ...plainNotification, escalation } });
		await telling.send([[1, 9]]);
		await telling.sendDue(2);
		const sent = () => telling.provider.taken.map(({ to }) => to);
		for (const [minute, last] of [
			[45, "bea@example.test"],
			[54, "bea@example.test"],
			[55, "cleo@example.test"],
		] as const) {
			await telling.followUp(minute);
			await telling.sendDue(minute + 1);
			expect(sent().at(-1)).toBe(last);
		}
		expect(sent()).toHaveLength(3);
	});

	it("goes on where its object ended, and does nothing twice", async () => {
		const telling = await tellingOf({ reminder: everyHour });
		await telling.send([[1, 9]]);
		await telling.sendDue(2);
		await evictDurableObject(telling.stub);
		expect(await telling.messages()).toHaveLength(1);
		const subject = await runInDurableObject(telling.stub, async (object) => {
			const { works } = partsOf(object);
			const work = works.find(({ name }) => name === "alert follow-ups");
			const [due = ""] = work?.due(telling.at(61), 10) ?? [];
			await work?.run(due, telling.at(61));
			await work?.run(due, telling.at(61));
			return due;
		});
		expect(subject).toMatch(/^reminder\//);
		await telling.sendDue(62);
		expect(headings(telling.provider)).toEqual(["Warning: Freezer 1", "Reminder, warning: Freezer 1"]);
	});
});

it("no mute, silence or new deployment says that an alert is over", async () => {
	const telling = await createTelling();
	await telling.send([[1, 9]]);
	await telling.sendDue(2);
	const eventIds = (await telling.events()).map(({ id }) => id);
	dataOf(await telling.owner.mutate("alert.muteEvents", { eventIds, until: telling.at(10) }));
	dataOf(await telling.owner.mutate("alert.muteEvents", { eventIds, until: null }));
	const until = telling.at(20);
	dataOf(await telling.owner.mutate("device.muteDevices", { deviceIds: [telling.device.id], until, reason: "" }));
	await evictDurableObject(telling.stub);
	// Its device is silent for a week.
	await telling.stub.runOverdue(telling.at(7 * 24 * 60));
	await telling.sendDue(7 * 24 * 60 + 1);
	expect(headings(telling.provider)).toEqual(["Warning: Freezer 1"]);
	expect(await telling.events()).toMatchObject([{ state: "open" }]);
});
