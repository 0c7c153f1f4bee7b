import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { account, contacts, users } from "../../../backend/db/schema";
import { findAddressee } from "../../../backend/message/addressee";
import { claimMessage } from "../../../backend/message/claim-message";
import type { AlertWhy } from "../../../shared/alert/alert";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { recipientLanguages } from "../../../shared/words/made/languages";
import { wordsIn } from "../../../shared/words/made/messages-in";
import { createOwner, inAccount, joinToo, newId } from "../fixtures/fleet";
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
	testFacts,
} from "../fixtures/messages";
import { dataOf, naming, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
});

const speak = (contactId: string, language: string) =>
	inAccount(accountId, (db) => db.update(contacts).set({ language }).where(eq(contacts.id, contactId)).run());

async function sent(now: number): Promise<Map<string, Mail>> {
	const { binding, taken } = emailProvider();
	await consume(await handOverAt(accountId, now), { email: binding, clock: () => now });
	return new Map(taken.map((mail) => [String(mail.to), mail]));
}

async function addSpeaker(language: string, changes: Partial<SeededContact> = {}): Promise<SeededContact> {
	const contact = await addContact(accountId, {
		fullName: "Ana",
		email: `${crypto.randomUUID()}@a.test`,
		phone: null,
		...changes,
	});
	await speak(contact.id, language);
	return contact;
}

const pseudo = "en-XA";
const spoken = [...recipientLanguages, pseudo];

async function notify(about: string, contactIds: string[], now: number): Promise<Map<string, Mail>> {
	for (const contactId of contactIds) {
		const recipient = { to: "contact", contactId, channel: "email" } as const;
		await queue(accountId, { cause: "alert", about, recipient, facts: { ...alertFacts, eventId: about } }, now);
	}
	return sent(now + minuteMs);
}

const storyOf = async (eventId: string, contactId: string) =>
	dataOf<AlertWhy>(await owner.query("alert.getWhy", { eventId, contactId })).deliveries.map(
		({ language }) => language,
	);

describe("an event's mails", () => {
	it("speak the language of each recipient, and the story says which", async () => {
		const about = newId("alertEvent");
		const speakers = await Promise.all(spoken.map((language) => addSpeaker(language)));
		const ids = speakers.map(({ id }) => id);
		const mails = await notify(about, ids, aheadOfTheAlarm());
		for (const [index, { id, email }] of speakers.entries()) {
			const language = spoken[index] ?? "";
			const mail = mails.get(email ?? "");
			expect(mail).toMatchObject({ headers: { "Content-Language": language } });
			expect(mail?.html).toContain(`<html lang="${language}"`);
			const say = wordsIn(language);
			expect(mail?.text).toContain(say("fact", { label: say("alert.rule"), value: "Too warm" }));
			expect(await storyOf(about, id)).toEqual([language]);
			expect(/\d [AP]M|[ap]\.\s?m\.|午|下午/.test(mail?.text ?? "")).toBe(language.startsWith("en"));
		}
		expect(new Set([...mails.values()].map(({ text }) => text)).size).toBe(spoken.length);
	});
});

describe("a contact's language", () => {
	it.each(["tlh", "__proto__", "<html>", "x".repeat(4_000)])(
		"reads as English if it has no words: %.20s",
		async (tag) => {
			const now = aheadOfTheAlarm();
			const { id, email } = await addSpeaker(tag);
			await queueTest(accountId, id, now);
			const mail = (await sent(now + minuteMs)).get(email ?? "");
			expect(mail).toMatchObject({
				headers: { "Content-Language": "en" },
				text: expect.stringContaining("This is a test"),
			});
		},
	);

	it("follows one of two contacts who share an address and get one mail", async () => {
		const about = newId("alertEvent");
		const email = "shared@a.test";
		const both = [await addSpeaker(pseudo, { email }), await addSpeaker("en", { email })];
		const ids = both.map(({ id }) => id);
		const mail = (await notify(about, ids, aheadOfTheAlarm())).get(email);
		const language = mail?.headers?.["Content-Language"];
		expect(await Promise.all(ids.map((id) => storyOf(about, id)))).toEqual([[language], [language]]);
	});

	it("follows one of two contacts who share a number and get one SMS", async () => {
		const about = newId("alertEvent");
		const phone = "+351210000199";
		const both = [await addSpeaker("de", { phone, email: null }), await addSpeaker("ja", { phone, email: null })];
		const now = aheadOfTheAlarm();
		const messageIds: string[] = [];
		for (const { id: contactId } of both) {
			const recipient = { to: "contact", contactId, channel: "sms" } as const;
			const facts = { ...alertFacts, eventId: about };
			messageIds.push(await queue(accountId, { cause: "alert", about, recipient, facts }, now));
		}
		const common = { now: now + minuteMs, invalidations: { changed: () => {} }, hooks: {} };
		const claimed = await inAccount(accountId, (db) =>
			messageIds.map((messageId) =>
				claimMessage({ ...common, db, openDeliveryChannels: ["sms"] }, { messageId, attempt: 1 }),
			),
		);
		const sent = claimed.flatMap((claim) => (claim.status === "send" ? claim.message : []));
		expect(sent).toHaveLength(1);
		const language = sent[0]?.addressee.language;
		expect(["de", "ja"]).toContain(language);
		expect(await Promise.all(both.map(({ id }) => storyOf(about, id)))).toEqual([[language], [language]]);
	});
});

describe("a person of two companies", () => {
	it("uses a language in each: the company's, until the person chooses one there", async () => {
		const { id: otherId } = await createOwner("Other");
		await joinToo(owner, otherId);
		const speakIn = (id: string, language: string) => inAccount(id, (db) => db.update(account).set({ language }).run());
		await speakIn(accountId, "de");
		await speakIn(otherId, "fr");
		const languagesOf = (id: string) =>
			inAccount(id, (db) => {
				const me = db.select().from(users).where(eq(users.sub, owner.sub)).get();
				const found = findAddressee(db, { to: "user", userId: me?.id ?? "", channel: "email" }, Date.now());
				return "language" in found ? found.language : found.missing;
			});
		expect([await languagesOf(accountId), await languagesOf(otherId)]).toEqual(["de", "fr"]);
		dataOf(await naming(owner, otherId).mutate("account.saveOwnLanguage", { language: "ja" }));
		expect([await languagesOf(accountId), await languagesOf(otherId)]).toEqual(["de", "ja"]);
	});
});

describe("a user's mails", () => {
	const titleIn = async (own: string | null, company: string) => {
		const now = aheadOfTheAlarm() + 2 * dayMs;
		const user = await inAccount(accountId, (db) => {
			db.update(users).set({ language: own }).run();
			db.update(account).set({ language: company }).run();
			return db.select().from(users).get();
		});
		const recipient = { to: "user", userId: user?.id ?? "", channel: "email" } as const;
		await queue(accountId, { cause: "test", about: newId("notice"), recipient, facts: testFacts }, now);
		return (await sent(now + minuteMs)).get(user?.email ?? "")?.text?.split("\n")[0];
	};

	it("speak their own language, else that of the company", async () => {
		const english = wordsIn("en")("test.title");
		const inPseudo = wordsIn(pseudo)("test.title");
		expect(await titleIn(null, "en")).toBe(english);
		expect(await titleIn(null, pseudo)).toBe(inPseudo);
		expect(await titleIn("en", pseudo)).toBe(english);
		expect(await titleIn(pseudo, "en")).toBe(inPseudo);
	});
});
