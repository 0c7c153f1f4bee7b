import { beforeAll, describe, expect, it } from "vitest";
import type { SentTest } from "../../../shared/message/contact";
import type { MessagePage } from "../../../shared/message/message";
import { suppressionText } from "../../../shared/message/suppression-text";
import { addMember, createOwner, newId } from "../fixtures/fleet";
import { addContact, messageOf } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
});

describe("a test message", () => {
	it("goes all the way to the provider, and appears in the log", async () => {
		const contact = await addContact(accountId);
		const sent = await owner.mutate("contact.sendTest", { contactId: contact.id, channel: "email" });
		const { messageId } = dataOf<SentTest>(sent);
		await expect.poll(async () => (await messageOf(accountId, messageId)).state, { timeout: 10_000 }).toBe("sent");
		const log = dataOf<MessagePage>(await owner.query("message.getMessages", { contactId: contact.id }));
		expect(log).toEqual({
			messages: [
				{
					id: messageId,
					cause: "test",
					class: "account",
					channel: "email",
					notices: 1,
					contactId: contact.id,
					userId: null,
					recipient: "Ana Prado",
					address: "ana@example.test",
					state: "sent",
					reason: null,
					error: null,
					attempts: 1,
					isResendable: false,
					dueAt: null,
					createdAt: expect.any(Date),
					sentAt: expect.any(Date),
					settledAt: expect.any(Date),
					event: null,
				},
			],
			nextCursor: null,
			searchedTo: null,
		});
		const [listed] = dataOf<{ id: string; lastNotifiedAt: Date | null }[]>(await owner.query("account.getContacts"));
		expect(listed?.lastNotifiedAt).toEqual(log.messages[0]?.sentAt);
	});

	it.each([
		["has no such address", { email: null }, "noAddress"],
		["wants no messages", { emailStatus: "unsubscribed" }, "optedOut"],
	] as const)("fails at its field for a contact who %s", async (_, changes, reason) => {
		const contact = await addContact(accountId, changes);
		const { error } = await owner.mutate("contact.sendTest", { contactId: contact.id, channel: "email" });
		expect(error?.data).toMatchObject({ code: "BAD_REQUEST", fields: { channel: suppressionText[reason] } });
	});

	it("fails for a channel that the operator has not set up", async () => {
		const contact = await addContact(accountId);
		const { error } = await owner.mutate("contact.sendTest", { contactId: contact.id, channel: "sms" });
		expect(error?.data.fields).toEqual({ channel: suppressionText.channelOff });
	});

	it("fails for a missing contact, and for members without the permission or with a scope", async () => {
		const contact = await addContact(accountId);
		const request = async (person: Person, contactId: string) =>
			(await person.mutate("contact.sendTest", { contactId, channel: "email" })).error?.data.reason;
		expect(await request(owner, newId("contact"))).toBe("CONTACT_NOT_FOUND");
		expect(await request(await addMember(accountId, "viewer"), contact.id)).toBe("NOT_PERMITTED");
		const scoped = await addMember(accountId, "admin", { groupIds: [newId("group")] });
		expect(await request(scoped, contact.id)).toBe("NOT_PERMITTED");
	});
});
