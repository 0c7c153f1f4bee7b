import { beforeAll, describe, expect, it } from "vitest";
import { listNotices } from "../../../backend/db/message-rows";
import type { CauseFacts } from "../../../backend/message/causes";
import type { ContactDetails, CreateContact, SavedContact, SentCode } from "../../../shared/contact";
import { limits } from "../../../shared/limits";
import { suppressionText } from "../../../shared/message";
import { contactInput, createContact } from "../fixtures/contact-input";
import { createOwner, inAccount, newId } from "../fixtures/fleet";
import { aheadOfTheAlarm, attemptAt, emailProvider, queueTest } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
});

const byMail = (contactId: string) => ({ contactId, channel: "email" });

/** Read where it is stored until the mail is sent. */
async function sendCode(contactId: string): Promise<string> {
	const answer = await owner.mutate("contact.sendCode", byMail(contactId));
	const { messageId } = dataOf<SentCode>(answer);
	const facts = await inAccount(accountId, (db) => listNotices(db, messageId)[0]?.facts);
	return (facts as CauseFacts["code"]).code; // of a message that tells a code
}

const enter = (contactId: string, code: string) =>
	owner.mutate("contact.verifyAddress", { ...byMail(contactId), code });

const another = (code: string) => (code === "111111" ? "222222" : "111111");

async function change(contact: ContactDetails, changes: Partial<CreateContact>): Promise<ContactDetails> {
	const input = { ...contactInput(changes), contactId: contact.id, version: contact.version };
	return dataOf<SavedContact>(await owner.mutate("contact.updateContact", input)).contact;
}

describe("an address", () => {
	it("is verified by the code that was sent to it", async () => {
		const { id } = await createContact(owner);
		const code = await sendCode(id);
		expect((await enter(id, another(code))).error?.data.fields).toEqual({
			code: "This is not the code that was sent.",
		});
		const verified = dataOf<ContactDetails>(await enter(id, ` ${code.slice(0, 3)} ${code.slice(3)}`));
		expect(verified).toMatchObject({ emailStatus: "verified", channels: [{ codeUntil: null }] });
		expect((await owner.mutate("contact.sendCode", byMail(id))).error?.data.fields?.channel).toMatch(/already/);
	});

	it("is not guessed: five wrong entries end a code", async () => {
		const { id } = await createContact(owner);
		const code = await sendCode(id);
		for (let entry = 0; entry < limits.codeTries; entry += 1) await enter(id, another(code));
		expect((await enter(id, code)).error?.data.fields).toEqual({ code: "Too many wrong codes. Send a new one." });
		expect(dataOf(await enter(id, await sendCode(id)))).toMatchObject({ emailStatus: "verified" });
	});

	it("that was changed is unverified, and its code and waiting messages are dead", async () => {
		const contact = await createContact(owner);
		const code = await sendCode(contact.id);
		const now = aheadOfTheAlarm();
		const waiting = await queueTest(accountId, contact.id, now);
		const changed = await change(contact, { email: "other@example.test" });
		expect((await enter(contact.id, code)).error?.data.fields?.code).toMatch(/over/);
		const { binding, taken } = emailProvider();
		expect(await attemptAt(accountId, waiting, { now, email: binding })).toMatchObject({ reason: "addressChanged" });
		// The old address, entered anew, revives neither.
		const back = await change(changed, {});
		expect((await enter(contact.id, code)).error?.data.fields?.code).toMatch(/over/);
		expect(back.emailStatus).toBe("unverified");
		expect(taken).toEqual([]);
	});

	it("that is verified loses it with another address, and keeps it with another name", async () => {
		const contact = await createContact(owner);
		const verified = dataOf<ContactDetails>(await enter(contact.id, await sendCode(contact.id)));
		const renamed = await change(verified, { fullName: "Another name" });
		expect(renamed.emailStatus).toBe("verified");
		expect((await change(renamed, { email: "other@example.test" })).emailStatus).toBe("unverified");
	});

	it("gets three messages a day until it is verified", async () => {
		const { id } = await createContact(owner);
		const now = aheadOfTheAlarm();
		const { binding, taken } = emailProvider();
		const reasons: (string | null)[] = [];
		for (let message = 0; message < 4; message += 1) {
			const messageId = await queueTest(accountId, id, now);
			reasons.push((await attemptAt(accountId, messageId, { now, email: binding })).reason);
		}
		expect(reasons).toEqual([null, null, null, "unverifiedLimit"]);
		expect(taken).toHaveLength(3);
	});

	it("by a channel that is not set up gets no code, and says so at the channel", async () => {
		const { id } = await createContact(owner, { phone: "+351210000101" });
		const { error } = await owner.mutate("contact.sendCode", { contactId: id, channel: "sms" });
		expect(error?.data.fields).toEqual({ channel: suppressionText.channelOff });
	});
});

describe("a webhook", () => {
	it("gets a new secret, and keeps it with another address", async () => {
		const webhookUrl = "https://hooks.example.com/a";
		const contact = await createContact(owner, { webhookUrl });
		const target = { contactId: contact.id, channel: "webhook" };
		const { secret } = dataOf<SavedContact>(await owner.mutate("contact.replaceSecret", target));
		expect(secret).toMatch(/^whsec_/);
		const input = {
			...contactInput({ webhookUrl: `${webhookUrl}/b` }),
			contactId: contact.id,
			version: contact.version,
		};
		expect(dataOf<SavedContact>(await owner.mutate("contact.updateContact", input)).secret).toBeNull();
	});
});

describe("a paused contact", () => {
	it("gets tests and codes, and is counted as paused until then", async () => {
		const { id } = await createContact(owner, { email: "paused@example.test" });
		const until = Date.now() + 60_000;
		dataOf(await owner.mutate("contact.pauseContacts", { contactIds: [id], until }));
		expect(dataOf(await owner.query("contact.getContact", { contactId: id }))).toMatchObject({
			pausedUntil: new Date(until),
		});
		dataOf(await owner.mutate("contact.sendTest", byMail(id)));
		dataOf(await owner.mutate("contact.pauseContacts", { contactIds: [id], until: null }));
		expect(dataOf(await owner.query("contact.getContact", { contactId: id }))).toMatchObject({ pausedUntil: null });
	});

	it("that does not exist is named, and nobody is paused", async () => {
		const { id } = await createContact(owner);
		const contactIds = [id, newId("contact")];
		const { error } = await owner.mutate("contact.pauseContacts", { contactIds, until: Date.now() + 60_000 });
		expect(error?.data.reason).toBe("CONTACT_NOT_FOUND");
		expect(dataOf(await owner.query("contact.getContact", { contactId: id }))).toMatchObject({ pausedUntil: null });
	});
});
