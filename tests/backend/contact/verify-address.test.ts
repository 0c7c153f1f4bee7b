import { beforeAll, describe, expect, it } from "vitest";
import { findDeliveryChannel, saveCode } from "../../../backend/db/contact-rows";
import { digestSecret } from "../../../backend/keys/ingest-keys";
import { dayMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import type { ContactDetails, CreateContact, SavedContact, SentCode } from "../../../shared/message/contact";
import type { MessagePage } from "../../../shared/message/message";
import { suppressionText } from "../../../shared/message/suppression-text";
import { contactInput } from "../../samples";
import { createContact } from "../fixtures/contact-input";
import { createOwner, inAccount, newId } from "../fixtures/fleet";
import { aheadOfTheAlarm, attemptAt, emailProvider, queueTest } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
});

const byMail = (contactId: string) => ({ contactId, channel: "email" });

const phone = "+351210000101";

async function keepCode(contactId: string): Promise<string> {
	const code = "123456";
	const codeDigest = await digestSecret(`${contactId} ${code}`);
	await inAccount(accountId, (db) => {
		const addressVersion = findDeliveryChannel(db, contactId, "sms")?.addressVersion ?? 0;
		const expiresAt = new Date(Date.now() + serverLimits.codeMs);
		saveCode(db, {
			contactId,
			channel: "sms",
			codeDigest,
			addressVersion,
			triesLeft: serverLimits.codeTries,
			expiresAt,
		});
	});
	return code;
}

const enter = (contactId: string, code: string) =>
	owner.mutate("contact.verifyAddress", { contactId, channel: "sms", code });

const another = (code: string) => (code === "111111" ? "222222" : "111111");

async function change(contact: ContactDetails, changes: Partial<CreateContact>): Promise<ContactDetails> {
	const input = { ...contactInput(changes), contactId: contact.id, version: contact.version };
	return dataOf<SavedContact>(await owner.mutate("contact.updateContact", input)).contact;
}

describe("an address", () => {
	it("becomes verified by the code that was sent to it", async () => {
		const { id } = await createContact(owner, { phone });
		const code = await keepCode(id);
		expect((await enter(id, another(code))).error?.data.fields).toEqual({
			code: "This is not the code that was sent.",
		});
		const verified = dataOf<ContactDetails>(await enter(id, ` ${code.slice(0, 3)} ${code.slice(3)}`));
		expect(verified).toMatchObject({ phoneStatus: "verified", channels: [{}, { codeUntil: null }] });
		const again = await owner.mutate("contact.sendCode", { contactId: id, channel: "sms" });
		expect(again.error?.data.fields?.channel).toMatch(/already/);
	});

	it("ends a code after five wrong entries", async () => {
		const { id } = await createContact(owner, { phone });
		const code = await keepCode(id);
		for (let entry = 0; entry < serverLimits.codeTries; entry += 1) await enter(id, another(code));
		expect((await enter(id, code)).error?.data.fields).toEqual({ code: "Too many wrong codes. Send a new one." });
		expect(dataOf(await enter(id, await keepCode(id)))).toMatchObject({ phoneStatus: "verified" });
	});

	it("becomes unverified by a change, which cancels its code and waiting messages", async () => {
		const contact = await createContact(owner, { phone });
		const code = await keepCode(contact.id);
		const now = aheadOfTheAlarm();
		const waiting = await queueTest(accountId, contact.id, now);
		const changed = await change(contact, { email: "other@example.test", phone: "+351210000102" });
		expect((await enter(contact.id, code)).error?.data.fields?.code).toMatch(/over/);
		const { binding, taken } = emailProvider();
		expect(await attemptAt(accountId, waiting, { now, email: binding })).toMatchObject({ reason: "addressChanged" });
		// The old address, entered again, revives neither.
		const back = await change(changed, { phone });
		expect((await enter(contact.id, code)).error?.data.fields?.code).toMatch(/over/);
		expect([back.emailStatus, back.phoneStatus]).toEqual(["unverified", "unverified"]);
		expect(taken).toEqual([]);
	});

	it("stays verified under another name, and not with another address", async () => {
		const contact = await createContact(owner, { phone });
		const verified = dataOf<ContactDetails>(await enter(contact.id, await keepCode(contact.id)));
		const renamed = await change(verified, { fullName: "Another name", phone });
		expect(renamed.phoneStatus).toBe("verified");
		expect((await change(renamed, { phone: "+351210000102" })).phoneStatus).toBe("unverified");
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

	it("gets no code by a channel that is not set up, and an error at the channel", async () => {
		const { id } = await createContact(owner, { phone: "+351210000101" });
		const { error } = await owner.mutate("contact.sendCode", { contactId: id, channel: "sms" });
		expect(error?.data.fields).toEqual({ channel: suppressionText.channelOff });
	});
});

describe("a mailbox", () => {
	it("gets a link when it is entered, good for seven days, and none of a file's does", async () => {
		const { id, channels } = await createContact(owner, { email: "new@example.test" });
		const [sent] = await messagesTo(id);
		expect(sent).toMatchObject({ cause: "verify", state: "queued", channel: "email" });
		const daysLeft = ((channels[0]?.codeUntil?.getTime() ?? 0) - Date.now()) / dayMs;
		expect(daysLeft).toBeCloseTo(7, 2);
		const contacts = [contactInput({ email: "file@example.test" })];
		const [fromFile] = dataOf<{ id: string }[]>(await owner.mutate("contact.createContacts", { contacts }));
		expect(await messagesTo(fromFile?.id ?? "")).toEqual([]);
	});

	it("gets a new link once it is changed, and none for other changes of its contact", async () => {
		const contact = await createContact(owner, { email: "one@example.test" });
		const renamed = await change(contact, { email: "one@example.test", fullName: "Another name" });
		expect(await messagesTo(contact.id)).toHaveLength(1);
		await change(renamed, { email: "two@example.test" });
		expect(await messagesTo(contact.id)).toHaveLength(2);
	});

	it("becomes confirmed by the link in its mail, and not by a code", async () => {
		const { id } = await createContact(owner, { email: "link@example.test" });
		const { messageId } = dataOf<SentCode>(await owner.mutate("contact.sendCode", byMail(id)));
		const { binding, taken } = emailProvider();
		expect(await attemptAt(accountId, messageId, { now: Date.now(), email: binding })).toMatchObject({ state: "sent" });
		expect(taken[0]?.subject).toMatch(/^Confirm your address for /);
		expect(taken[0]?.text).toMatch(/Confirm this address:\n\S+\/api\/links\/[\w.-]+/);
		const coded = await owner.mutate("contact.verifyAddress", { ...byMail(id), code: "123456" });
		expect(coded.error?.data.fields).toEqual({ code: "This is not the code that was sent." });
	});
});

async function messagesTo(contactId: string) {
	return dataOf<MessagePage>(await owner.query("message.getMessages", { contactId })).messages;
}

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

	it("pauses no one if one of the contacts does not exist, and names that one", async () => {
		const { id } = await createContact(owner);
		const contactIds = [id, newId("contact")];
		const { error } = await owner.mutate("contact.pauseContacts", { contactIds, until: Date.now() + 60_000 });
		expect(error?.data.reason).toBe("CONTACT_NOT_FOUND");
		expect(dataOf(await owner.query("contact.getContact", { contactId: id }))).toMatchObject({ pausedUntil: null });
	});
});
