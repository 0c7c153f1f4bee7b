import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { findChannel, updateChannel } from "../../../backend/db/contact-rows";
import { messages } from "../../../backend/db/schema";
import { createLinkTokens, type LinkClaims } from "../../../backend/keys/link-tokens";
import type { ContactDetails, SavedContact } from "../../../shared/contact";
import { linkPath } from "../../../shared/links";
import { contactInput, createContact as createContactOf } from "../fixtures/contact-input";
import { createOwner, inAccount } from "../fixtures/fleet";
import { aheadOfTheAlarm, alertFacts, attemptAt, emailProvider, owe } from "../fixtures/messages";
import { dataOf, type Person, send } from "../fixtures/people";

let accountId = "";
let owner: Person;
const tokens = createLinkTokens([env.INGEST_SECRET]);

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner("Acme <b>Cold</b>"));
});

async function claimsOf(contactId: string, changes: Partial<LinkClaims> = {}): Promise<LinkClaims> {
	const channel = await inAccount(accountId, (db) => findChannel(db, contactId, "email"));
	const recipient = { contactId, channel: "email" as const, addressVersion: channel?.addressVersion ?? 0 };
	const common = { accountId, recipient, expiresAt: Date.now() + 60_000 };
	return { action: "optOut", subject: "alerts", ...common, ...changes };
}

async function tokenOf(contactId: string, changes: Partial<LinkClaims> = {}): Promise<string> {
	return tokens.sign(await claimsOf(contactId, changes));
}

/** Opting out is of an address, whoever has it: each contact has its own. */
let addresses = 0;
const createContact = (owner: Person) => createContactOf(owner, { email: `reader${addresses++}@example.test` });

let network = 0;
/** Each from a network of its own, but where a test counts. */
function open(token: string, form?: Record<string, string>, from = `10.1.${network++ % 250}.1`): Promise<Response> {
	const headers = { "x-forwarded-for": from };
	if (!form) return send(`${linkPath}${token}`, { headers });
	const body = new URLSearchParams(form);
	return send(`${linkPath}${token}`, { method: "POST", headers, body });
}

const numberOf = (html: string) => /class="number">(\d\d)</.exec(html)?.[1] ?? "";

async function answerWith(token: string, choice: string): Promise<Response> {
	return open(token, { choice, number: numberOf(await (await open(token)).text()) });
}

const getContact = async (contactId: string) =>
	dataOf<ContactDetails>(await owner.query("contact.getContact", { contactId }));

describe("a link to confirm an address", () => {
	const verify = { action: "verify", subject: null } as const;

	it("confirms it by the number on its page, as often as it is used", async () => {
		const { id } = await createContact(owner);
		const token = await tokenOf(id, verify);
		const page = await open(token);
		const html = await page.text();
		expect(page.status).toBe(200);
		expect(html).toContain("Acme &lt;b&gt;Cold&lt;/b&gt;");
		expect(html).not.toMatch(/<script|<b>Cold|src=/);
		expect(Object.fromEntries(page.headers)).toMatchObject({
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
			"cache-control": "no-store",
			"content-security-policy": expect.stringContaining("default-src 'none'"),
		});
		expect((await getContact(id)).emailStatus).toBe("unverified");
		expect(await (await answerWith(token, "verify")).text()).toContain("Done.");
		expect((await getContact(id)).emailStatus).toBe("verified");
		expect(await (await open(token)).text()).toContain("This address is confirmed");
	});
});

describe("a link to stop alerts", () => {
	it("is not used by what opens every link and submits every form", async () => {
		const { id } = await createContact(owner);
		const token = await tokenOf(id);
		const html = await (await open(token)).text();
		const shown = Number(numberOf(html));
		expect(shown).toBeGreaterThanOrEqual(10);
		for (const choice of ["day", "all"]) {
			expect((await open(token, { choice })).status).toBe(422);
			expect((await open(token, { choice, number: String(shown === 99 ? 10 : shown + 1) })).status).toBe(422);
		}
		expect((await open(token, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
		expect((await getContact(id)).optOuts).toEqual([]);
	});

	it("stops them for a day or for good, tells the owner once each, and takes it back", async () => {
		const { id } = await createContact(owner);
		const token = await tokenOf(id);
		await answerWith(token, "day");
		const [optOut] = (await getContact(id)).optOuts;
		expect(optOut).toEqual({ channel: "email", class: "alerts", until: expect.any(Date) });
		const told = await inAccount(accountId, (db) => db.select().from(messages).all());
		expect(told.filter(({ userId }) => userId !== null)).toHaveLength(1);
		const now = aheadOfTheAlarm() - 30 * 24 * 60 * 60 * 1000;
		const recipient = { to: "contact", contactId: id, channel: "email" } as const;
		const messageId = await owe(accountId, { cause: "alert", about: "evt_1", recipient, facts: alertFacts }, now);
		const { binding } = emailProvider();
		expect(await attemptAt(accountId, messageId, { now: now + 60_000, email: binding })).toMatchObject({
			state: "suppressed",
			reason: "optedOut",
		});
		expect(await (await answerWith(token, "undo")).text()).toContain("Stop alerts to this address");
		expect((await getContact(id)).optOuts).toEqual([]);
		await answerWith(token, "all");
		expect((await getContact(id)).optOuts).toEqual([{ channel: "email", class: "alerts", until: null }]);
	});

	it("of reports needs no number: mail programs have a button for it", async () => {
		const { id } = await createContact(owner);
		const response = await open(await tokenOf(id, { subject: "reports" }), { "List-Unsubscribe": "One-Click" });
		expect(response.status).toBe(200);
		expect((await getContact(id)).optOuts).toEqual([{ channel: "email", class: "reports", until: null }]);
	});
});

describe("a link that is", () => {
	it("expired says so and does nothing", async () => {
		const { id } = await createContact(owner);
		const response = await open(await tokenOf(id, { expiresAt: Date.now() - 1, subject: "reports" }), {
			choice: "all",
		});
		expect(response.status).toBe(410);
		expect(await response.text()).toContain("This link has expired");
		expect((await getContact(id)).optOuts).toEqual([]);
	});

	it("of an address that was changed, also back again, does nothing", async () => {
		const contact = await createContact(owner);
		const token = await tokenOf(contact.id, { subject: "reports" });
		let { version } = contact;
		for (const email of ["other@example.test", contact.email]) {
			const input = { ...contactInput({ email }), contactId: contact.id, version };
			({ version } = dataOf<SavedContact>(await owner.mutate("contact.updateContact", input)).contact);
			const response = await open(token, { choice: "all" });
			expect(await response.text()).toContain("does nothing any more");
		}
		expect((await getContact(contact.id)).optOuts).toEqual([]);
	});

	it.each([
		["altered", (token: string) => `${token.slice(0, -2)}AA`],
		["cut off", (token: string) => token.slice(0, 40)],
		["too long", (token: string) => token + "a".repeat(2_000)],
		["of another algorithm", (token: string) => `eyJhbGciOiJub25lIn0.${token.split(".")[1]}.`],
	])("%s reaches no account", async (_, damage) => {
		const { id } = await createContact(owner);
		const response = await open(damage(await tokenOf(id, { subject: "reports" })), { choice: "all" });
		expect(response.status).toBe(404);
		expect((await getContact(id)).optOuts).toEqual([]);
	});

	it("signed with the secret before the current one is good, with another is not", async () => {
		const { id } = await createContact(owner);
		const claims = await claimsOf(id);
		expect((await open(await createLinkTokens([env.INGEST_SECRET_PREVIOUS]).sign(claims))).status).toBe(200);
		expect((await open(await createLinkTokens(["x".repeat(40)]).sign(claims))).status).toBe(404);
	});
});

it("is opened thirty times a minute from one network", async () => {
	const { id } = await createContact(owner);
	const token = await tokenOf(id);
	const statuses: number[] = [];
	for (let visit = 0; visit < 31; visit += 1) statuses.push((await open(token, undefined, "10.2.0.1")).status);
	expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
	expect(statuses[30]).toBe(429);
});

it("stands in mails of alerts and codes, and nowhere in the account", async () => {
	const { id } = await createContact(owner);
	const now = aheadOfTheAlarm();
	const recipient = { to: "contact", contactId: id, channel: "email" } as const;
	await inAccount(accountId, (db) => updateChannel(db, { contactId: id, channel: "email" }, { status: "verified" }));
	const messageId = await owe(accountId, { cause: "alert", about: "evt_2", recipient, facts: alertFacts }, now);
	const { binding, taken } = emailProvider();
	await attemptAt(accountId, messageId, { now: now + 60_000, email: binding });
	const [, token = ""] = /\/api\/links\/([\w.-]+)/.exec(taken[0]?.text ?? "") ?? [];
	expect(await (await open(token)).text()).toContain("Stop alerts to this address");
	const stored = await inAccount(accountId, (db) => JSON.stringify(db.select().from(messages).all()));
	expect(stored).not.toContain(token.slice(0, 30));
});
