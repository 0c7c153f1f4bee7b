import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { account, contacts, users } from "../../../backend/db/schema";
import type { MessageToQueue } from "../../../backend/message/queue-message";
import { smsParts } from "../../../backend/message/senders/sms-text";
import type { AlertWhy } from "../../../shared/alert/alert";
import { minuteMs } from "../../../shared/base/durations";
import { recipientLanguages } from "../../../shared/words/made/languages";
import { wordsIn } from "../../../shared/words/made/messages-in";
import { createOwner, inAccount } from "../fixtures/fleet";
import {
	addContact,
	aheadOfTheAlarm,
	alertFacts,
	consume,
	emailProvider,
	handOverAt,
	type Mail,
	queue,
	queueTest,
	type SeededContact,
} from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
});

const speak = (contactId: string, language: string) =>
	inAccount(accountId, (db) => db.update(contacts).set({ language }).where(eq(contacts.id, contactId)).run());

async function sent(now: number): Promise<{ mails: Map<string, Mail>; texts: Map<string, string> }> {
	const { binding, taken } = emailProvider();
	const texts = new Map<string, string>();
	const send = async (_: string, { body }: { body?: unknown }) => {
		const form = new URLSearchParams(String(body));
		texts.set(form.get("PhoneNumber") ?? "", form.get("Message") ?? "");
		return Response.json({ PublishResponse: { PublishResult: { MessageId: crypto.randomUUID() } } });
	};
	await consume(await handOverAt(accountId, now), { email: binding, send, clock: () => now });
	return { mails: new Map(taken.map((mail) => [String(mail.to), mail])), texts };
}

async function addSpeaker(language: string, changes: Partial<SeededContact> = {}): Promise<SeededContact> {
	const contact = await addContact(accountId, { fullName: "Ana", email: `${crypto.randomUUID()}@a.test`, phone: null, ...changes });
	await speak(contact.id, language);
	return contact;
}

const pseudo = "en-XA";
const spoken = [...recipientLanguages, pseudo];

describe("an event's messages", () => {
	it("are each in the language of who gets it, and the story says which", async () => {
		const now = aheadOfTheAlarm();
		const about = "evt_languages";
		const speakers = await Promise.all(
			spoken.map((language, index) => addSpeaker(language, { phone: `+35191234500${index}` })),
		);
		for (const { id: contactId } of speakers) {
			for (const channel of ["email", "sms"] as const) {
				const recipient = { to: "contact", contactId, channel } as const;
				await queue(accountId, { cause: "alert", about, recipient, facts: { ...alertFacts, eventId: about } }, now);
			}
		}
		const { mails, texts } = await sent(now + minuteMs);
		for (const [index, { id: contactId, email, phone }] of speakers.entries()) {
			const language = spoken[index] ?? "";
			const mail = mails.get(email ?? "");
			expect(mail).toMatchObject({ headers: { "Content-Language": language } });
			expect(mail?.html).toContain(`<html lang="${language}"`);
			const { say, isInSigns } = { say: wordsIn(language), isInSigns: /^(?:ja|zh)/.test(language) };
			expect(mail?.text).toContain(`${say("alert.rule")}: Too warm`);
			expect(texts.get(phone ?? "")?.replace(/^\S+/, "")).toBeTruthy();
			expect(smsParts(texts.get(phone ?? "") ?? "")).toBeLessThanOrEqual(isInSigns ? 3 : 2);
			const why = await owner.query("alert.getWhy", { eventId: about, contactId });
			expect(dataOf<AlertWhy>(why).deliveries.map((each) => each.language)).toEqual([language, language]);
		}
		expect(new Set(texts.values()).size).toBe(spoken.length);
	});
});

describe("a contact's language", () => {
	it.each(["tlh", "__proto__", "<html>", "x".repeat(4_000)])("reads as English if it has no words: %.20s", async (tag) => {
		const now = aheadOfTheAlarm();
		const { id, email } = await addSpeaker(tag);
		await queueTest(accountId, id, now);
		const mail = (await sent(now + minuteMs)).mails.get(email ?? "");
		expect(mail).toMatchObject({ headers: { "Content-Language": "en" }, text: expect.stringContaining("This is a test") });
	});

	it("is that of the first where two contacts share a number: one SMS goes to both", async () => {
		const now = aheadOfTheAlarm();
		const about = "evt_shared";
		const phone = "+351912345099";
		const both = [await addSpeaker(pseudo, { phone }), await addSpeaker("en", { phone })];
		for (const { id: contactId } of both) {
			const recipient = { to: "contact", contactId, channel: "sms" } as const;
			await queue(accountId, { cause: "alert", about, recipient, facts: { ...alertFacts, eventId: about } }, now);
		}
		const { texts } = await sent(now + minuteMs);
		const stories = both.map(async ({ id: contactId }) =>
			dataOf<AlertWhy>(await owner.query("alert.getWhy", { eventId: about, contactId })).deliveries[0]?.language,
		);
		const [language = "", other] = await Promise.all(stories);
		expect(other).toBe(language);
		expect(texts.get(phone)).toContain(wordsIn(language ?? "")("alert.head.first", { severity: "warning" }).slice(0, 4));
	});
});

describe("a user's mails", () => {
	const toOwner = (userId: string): MessageToQueue<"unreachable"> => ({
		cause: "unreachable",
		about: `rule ${crypto.randomUUID()}`,
		recipient: { to: "user", userId, channel: "email" },
		facts: { ruleId: "alr_1", ruleName: "Too warm" },
	});
	const subjectIn = async (own: string | null, company: string) => {
		const now = aheadOfTheAlarm();
		const userId = await inAccount(accountId, (db) => {
			db.update(users).set({ language: own }).run();
			db.update(account).set({ language: company }).run();
			return db.select({ id: users.id }).from(users).get()?.id ?? "";
		});
		await queue(accountId, toOwner(userId), now);
		return [...(await sent(now + 11 * minuteMs)).mails.values()].map(({ subject }) => subject);
	};

	it("are in their own language, else in the company's", async () => {
		const english = ["Too warm reaches nobody"];
		const inPseudo = [expect.stringMatching(/^⟦Too warm réáchés/)];
		expect(await subjectIn(null, "en")).toEqual(english);
		expect(await subjectIn(null, pseudo)).toEqual(inPseudo);
		expect(await subjectIn("en", pseudo)).toEqual(english);
		expect(await subjectIn(pseudo, "en")).toEqual(inPseudo);
	});
});
