import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { deleteContactRows, pauseContactRows } from "../../../backend/db/contact-rows";
import type { CreateAlert } from "../../../shared/alert/alert";
import { type AlertNotification, plainNotification } from "../../../shared/alert/alert-rule";
import { createNotifying, decliningTo, denying, headings } from "../fixtures/alert-telling";
import { inAccount } from "../fixtures/fleet";
import { addContact, claim, consume } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";
import { partsOf } from "../fixtures/works";

type Notifying = Awaited<ReturnType<typeof createNotifying>>;

const notificationOf = (notification: Partial<AlertNotification>, rule: Partial<CreateAlert> = {}) =>
	createNotifying({ ...rule, notification: { ...plainNotification, ...notification } });

const everyHour = { everySeconds: 3_600, atMost: null };

async function ownersOf({ messages }: Notifying) {
	return (await messages()).filter(({ userId, class: of }) => userId !== null && of === "alerts");
}

describe("a provider that is down for a night", () => {
	async function passNight(notifying: Notifying): Promise<void> {
		for (let minute = 2; minute < 540; minute += 30) {
			await notifying.followUp(minute);
			await notifying.sendDue(minute + 1, denying());
		}
	}

	it("sends each alert once in the morning, with its current values", async () => {
		const notifying = await notificationOf({ reminder: everyHour });
		await notifying.send([[1, 9]]);
		await passNight(notifying);
		expect(await notifying.messages()).toHaveLength(1 + 8);
		await notifying.sendDue(700);
		expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1"]);
	});

	it("sends one message for an alert that is over by then", async () => {
		const notifying = await notificationOf({ reminder: everyHour });
		await notifying.send([[1, 9]]);
		await passNight(notifying);
		await notifying.send([[545, 5]]);
		await notifying.followUp(690);
		await notifying.sendDue(700);
		expect(headings(notifying.provider)).toEqual(["Warning, over by now: Freezer 1"]);
	});
});

describe("a recovering provider", () => {
	it("tries a contact's next address, then notifies the owners, and says so", async () => {
		const notifying = await createNotifying();
		const bea = await addContact(notifying.id, { fullName: "Bea", email: "bea@example.test" });
		await notifying.change({ contactIds: [bea.id], notification: { ...plainNotification, channels: ["email"] } });
		await notifying.send([[1, 9]]);
		const [mail] = await notifying.sendDue(2);
		await notifying.stub.recordDelivery(mail?.id ?? "", { kind: "bounced", error: "No such mailbox" }, notifying.at(3));
		const sms = (await notifying.messages()).find(({ channel }) => channel === "sms");
		expect([mail?.channel, sms]).toMatchObject(["email", { channel: "sms", contactId: bea.id, state: "queued" }]);
		expect(await ownersOf(notifying)).toEqual([]);
		const denied = await claim(notifying.id, sms?.id ?? "", { attempt: 1, now: notifying.at(4) });
		expect(denied).toEqual({ status: "ignored", why: "channelOff" });
		await notifying.sendDue(5);
		expect(await ownersOf(notifying)).toMatchObject([{ state: "sent" }]);
		expect(await notifying.timeline()).toEqual([
			"Notified Bea by e-mail",
			"Not notified: Bea by e-mail: it came back",
			"Not notified: Bea by SMS: the channel is not set up",
			"Nobody was reached: the owners are notified",
			expect.stringMatching(/^Notified the owner /),
		]);
	});

	it("ends if the owners are not reached either, and notifies each person once", async () => {
		const notifying = await createNotifying();
		await notifying.send([[1, 9]]);
		await notifying.sendDue(2, decliningTo(notifying.ana.email ?? ""));
		const [owners] = await ownersOf(notifying);
		expect(await claim(notifying.id, owners?.id ?? "", { attempt: 1, now: notifying.at(3) })).toMatchObject({
			status: "send",
		});
		const denied = { kind: "refused", error: "No" } as const;
		await notifying.stub.reportMessage({ messageId: owners?.id ?? "", attempt: 1 }, denied, notifying.at(3));
		expect((await notifying.timeline()).at(-1)).toBe("Nobody was reached, nor the owners");
		expect(await notifying.messages()).toHaveLength(2);
	});

	it("fails over no event that is acknowledged or over", async () => {
		for (const isOver of [false, true]) {
			const notifying = await createNotifying();
			await notifying.send([[1, 9]]);
			const [mail] = await notifying.sendDue(2);
			const eventIds = (await notifying.events()).map(({ id }) => id);
			if (isOver) await notifying.send([[3, 5]]);
			else dataOf(await notifying.owner.mutate("alert.acknowledgeEvents", { eventIds }));
			await notifying.stub.recordDelivery(mail?.id ?? "", { kind: "bounced", error: "" }, notifying.at(4));
			expect(await ownersOf(notifying)).toEqual([]);
		}
	});
});

it("notifies each owner once and runs one step if a queue delivers twice", async () => {
	const notifying = await createNotifying();
	await notifying.send([[1, 9]]);
	const [first] = await notifying.messages();
	const handOver = { accountId: notifying.id, messageId: first?.id ?? "", attempt: 1 };
	const { binding } = decliningTo(notifying.ana.email ?? "");
	const clock = () => notifying.at(2);
	await consume([handOver, handOver], { email: binding, clock });
	await consume([handOver], { email: binding, clock });
	expect(await ownersOf(notifying)).toHaveLength(1);
	expect((await notifying.timeline()).filter((text) => text.startsWith("Nobody"))).toHaveLength(1);
});

describe("a contact that changes between the hand-over and the sending", () => {
	it.each([
		["deleted", ({ id, ana }: Notifying) => inAccount(id, (db) => deleteContactRows(db, [ana.id]))],
		["paused", ({ id, ana, at }: Notifying) => inAccount(id, (db) => pauseContactRows(db, [ana.id], new Date(at(60))))],
	])("notifies the others but not the contact (%s)", async (_, act) => {
		const notifying = await createNotifying();
		await notifying.send([[1, 9]]);
		await act(notifying);
		await notifying.sendDue(2);
		await notifying.sendDue(3);
		expect(notifying.provider.taken.map(({ to }) => to)).not.toContain(notifying.ana.email);
		expect(await ownersOf(notifying)).toMatchObject([{ state: "sent" }]);
	});
});

describe("a backend that was away", () => {
	const step = (afterSeconds: number, contactId: string) => {
		return { afterSeconds, contactIds: [contactId], contactGroupIds: [], channels: null };
	};

	it("runs the steps one after the other after half an hour, with the time between them", async () => {
		const notifying = await createNotifying();
		const bea = await addContact(notifying.id, { email: "bea@example.test", phone: null });
		const cleo = await addContact(notifying.id, { email: "cleo@example.test", phone: null });
		const escalation = [step(600, bea.id), step(1_200, cleo.id)];
		await notifying.change({ notification: { ...plainNotification, escalation } });
		await notifying.send([[1, 9]]);
		await notifying.sendDue(2);
		const sent = () => notifying.provider.taken.map(({ to }) => to);
		for (const [minute, last] of [
			[45, "bea@example.test"],
			[54, "bea@example.test"],
			[55, "cleo@example.test"],
		] as const) {
			await notifying.followUp(minute);
			await notifying.sendDue(minute + 1);
			expect(sent().at(-1)).toBe(last);
		}
		expect(sent()).toHaveLength(3);
	});

	it("continues where its object ended, and does nothing twice", async () => {
		const notifying = await notificationOf({ reminder: everyHour });
		await notifying.send([[1, 9]]);
		await notifying.sendDue(2);
		await evictDurableObject(notifying.stub);
		expect(await notifying.messages()).toHaveLength(1);
		const subject = await runInDurableObject(notifying.stub, async (object) => {
			const { works } = partsOf(object);
			const work = works.find(({ name }) => name === "alert follow-ups");
			const [due = ""] = work?.due(notifying.at(61), 10) ?? [];
			await work?.run(due, notifying.at(61));
			await work?.run(due, notifying.at(61));
			return due;
		});
		expect(subject).toMatch(/^reminder\//);
		await notifying.sendDue(62);
		expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1", "Reminder, warning: Freezer 1"]);
	});
});

it("sends no end of an alert after a mute, silence or new deployment", async () => {
	const notifying = await createNotifying();
	await notifying.send([[1, 9]]);
	await notifying.sendDue(2);
	const eventIds = (await notifying.events()).map(({ id }) => id);
	dataOf(await notifying.owner.mutate("alert.muteEvents", { eventIds, until: notifying.at(10) }));
	dataOf(await notifying.owner.mutate("alert.muteEvents", { eventIds, until: null }));
	const until = notifying.at(20);
	dataOf(await notifying.owner.mutate("device.muteDevices", { deviceIds: [notifying.device.id], until, reason: "" }));
	await evictDurableObject(notifying.stub);
	await notifying.stub.runOverdue(notifying.at(7 * 24 * 60));
	await notifying.sendDue(7 * 24 * 60 + 1);
	expect(headings(notifying.provider)).toEqual(["Warning: Freezer 1"]);
	expect(await notifying.events()).toMatchObject([{ state: "open" }]);
});
