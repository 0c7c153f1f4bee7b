import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { updateMessage } from "../../../backend/db/message-rows";
import { alertEvents } from "../../../backend/db/schema";
import { oldMessagesWork } from "../../../backend/message/old-messages";
import { dayMs } from "../../../shared/base/durations";
import type { GetMessages, MessagePage, MessageState } from "../../../shared/message/message";
import { addDevice, createOwner, inAccount, newId } from "../fixtures/fleet";
import { addContact, aheadOfTheAlarm, alertFacts, messageOf, queue } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;
let contactId = "";
let begun = 0;
const ids: string[] = [];
const states: MessageState[] = ["sent", "failed", "queued", "suppressed", "unknown", "bounced"];

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
	contactId = (await addContact(accountId)).id;
	begun = aheadOfTheAlarm();
	for (const [hour, state] of states.entries()) {
		const channel = hour % 2 === 0 ? "email" : "sms";
		const to = { to: "contact", contactId: hour < 4 ? contactId : newId("contact"), channel } as const;
		const queued = { cause: "alert", about: `evt_${hour}`, recipient: to, facts: alertFacts } as const;
		const id = await queue(accountId, queued, begun + hour * 60 * 60 * 1000);
		await inAccount(accountId, (db) => updateMessage(db, id, { state, dueAt: null }));
		ids.push(id);
	}
});

async function list(input?: GetMessages): Promise<number[]> {
	const { messages } = dataOf<MessagePage>(await owner.query("message.getMessages", input));
	return messages.map(({ id }) => ids.indexOf(id));
}

describe("the delivery log", () => {
	it("lists newest first, narrowed by state, channel, contact and time", async () => {
		expect(await list()).toEqual([5, 4, 3, 2, 1, 0]);
		expect(await list({ states: ["failed", "unknown"] })).toEqual([4, 1]);
		expect(await list({ channels: ["sms"] })).toEqual([5, 3, 1]);
		expect(await list({ contactId })).toEqual([3, 2, 1, 0]);
		expect(await list({ classes: ["alerts"] })).toHaveLength(6);
		expect(await list({ classes: ["reports", "account"] })).toEqual([]);
		const hour = 60 * 60 * 1000;
		expect(await list({ from: begun + hour, to: begun + 3 * hour })).toEqual([2, 1]);
		expect(await list({ states: ["failed"], channels: ["email"] })).toEqual([]);
	});

	it("leads to the alert of a message, and to its device if it exists", async () => {
		const { messages } = dataOf<MessagePage>(await owner.query("message.getMessages"));
		expect(messages.at(-1)?.event).toEqual({ id: "evt_0", device: null });
		const { device } = await addDevice(owner);
		const at = ids.length - 1;
		await inAccount(accountId, (db) => {
			db.update(alertEvents)
				.set({ deviceId: device.id })
				.where(eq(alertEvents.id, `evt_${at}`))
				.run();
		});
		const newest = dataOf<MessagePage>(await owner.query("message.getMessages")).messages[0];
		expect(newest?.event).toEqual({ id: `evt_${at}`, device: { id: device.id, name: device.name } });
	});

	it("divides into pages that neither repeat nor miss", async () => {
		const seen: number[] = [];
		let cursor: string | undefined;
		for (let pages = 0; pages < 4; pages += 1) {
			const requested = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
			const page = dataOf<MessagePage>(await owner.query("message.getMessages", requested));
			seen.push(...page.messages.map(({ id }) => ids.indexOf(id)));
			if (page.nextCursor === null) break;
			cursor = page.nextCursor;
		}
		expect(seen).toEqual([5, 4, 3, 2, 1, 0]);
	});

	it("names a deleted recipient by the address, if a message was addressed", async () => {
		const { messages } = dataOf<MessagePage>(await owner.query("message.getMessages"));
		expect(messages.map(({ recipient }) => recipient)).toEqual(["", "", ...Array(4).fill("Ana Prado")]);
	});

	it("sends a failed message again, and none that is on its way, arrived or held a code", async () => {
		const outcomes: Record<string, unknown> = {};
		for (const [index, messageId] of ids.entries()) {
			const { error } = await owner.mutate("message.resendMessage", { messageId });
			outcomes[states[index] ?? ""] = error?.data.reason ?? "queued";
		}
		const declined = "MESSAGE_NOT_RESENDABLE";
		expect(outcomes).toEqual({
			sent: declined,
			queued: declined,
			failed: "queued",
			suppressed: "queued",
			unknown: "queued",
			bounced: "queued",
		});
		const code = { code: "123456", purpose: "confirm this address", expiresAt: begun };
		const recipient = { to: "contact", contactId, channel: "email" } as const;
		const messageId = await queue(accountId, { cause: "code", about: "code_1", recipient, facts: code }, begun);
		await inAccount(accountId, (db) => updateMessage(db, messageId, { state: "failed", dueAt: null }));
		expect((await owner.mutate("message.resendMessage", { messageId })).error?.data.reason).toBe(declined);
	});
});

it("deletes messages after four hundred days, and no younger ones", async () => {
	const { id } = await createOwner();
	const recipient = { to: "address", address: "a@example.test", channel: "email" } as const;
	const queueAt = (now: number, about: string) =>
		queue(id, { cause: "alert", about, recipient, facts: alertFacts }, now);
	const now = aheadOfTheAlarm() + 800 * dayMs;
	const old = await queueAt(now - 402 * dayMs, "evt_1");
	const young = await queueAt(now - 399 * dayMs, "evt_2");
	await inAccount(id, async (db) => {
		const work = oldMessagesWork(db);
		expect(work.due(now - 2 * dayMs, 1)).toEqual([]);
		const [subject = ""] = work.due(now, 1);
		await work.run(subject, now);
		expect([work.due(now, 1), work.nextDueAt()]).toEqual([[], now + 2 * dayMs]);
	});
	await expect(messageOf(id, old)).rejects.toThrow("No such message");
	expect((await messageOf(id, young)).id).toBe(young);
});
