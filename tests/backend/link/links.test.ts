import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addNote } from "../../../backend/alert/alert-notices";
import { findDeliveryChannel, updateDeliveryChannel } from "../../../backend/db/contact-rows";
import { account, alertEvents, devices, messages, ruleOptOuts } from "../../../backend/db/schema";
import { createLinkTokens, type LinkClaims } from "../../../backend/keys/link-tokens";
import type { AuditPage } from "../../../shared/account/audit";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import { serverLimits } from "../../../shared/base/limits";
import { linkPath } from "../../../shared/base/links";
import type { ContactDetails, SavedContact } from "../../../shared/message/contact";
import { contactInput } from "../../samples";
import { hourMs } from "../fixtures/alert-account";
import { silentRule } from "../fixtures/alert-rules";
import { createNotifying, runWork, subjects } from "../fixtures/alert-telling";
import { createContact as createContactOf } from "../fixtures/contact-input";
import { createOwner, inAccount } from "../fixtures/fleet";
import { aheadOfTheAlarm, alertFacts, attemptAt, emailProvider, queue } from "../fixtures/messages";
import { dataOf, type Person, send } from "../fixtures/people";
import { attemptUntilNot } from "../fixtures/rate-limits";

let accountId = "";
let owner: Person;
const tokens = createLinkTokens([env.INGEST_SECRET]);

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner("Acme <b>Cold</b>"));
});

async function claimsOf(contactId: string, changes: Partial<LinkClaims> = {}): Promise<LinkClaims> {
	const channel = await inAccount(accountId, (db) => findDeliveryChannel(db, contactId, "email"));
	const recipient = { contactId, channel: "email" as const, addressVersion: channel?.addressVersion ?? 0 };
	const common = { accountId, recipient, expiresAt: Date.now() + 60_000 };
	return { action: "optOut", subject: "alerts", ...common, ...changes };
}

async function tokenOf(contactId: string, changes: Partial<LinkClaims> = {}): Promise<string> {
	return tokens.sign(await claimsOf(contactId, changes));
}

/** Opting out applies to an address, so each contact has its own. */
let addresses = 0;
const createContact = (owner: Person) => createContactOf(owner, { email: `reader${addresses++}@example.test` });

let network = 0;
/** Opens from another network each time, so that the rate limit counts only where a test wants it. */
function open(token: string, form?: Record<string, string>, from = `10.1.${network++ % 250}.1`): Promise<Response> {
	const headers = { "x-forwarded-for": from };
	if (!form) return send(`${linkPath}${token}`, { headers });
	const body = new URLSearchParams(form);
	return send(`${linkPath}${token}`, { method: "POST", headers, body });
}

async function sha256Of(text: string): Promise<string> {
	const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
	return btoa(String.fromCharCode(...bytes));
}

const numberOf = (html: string) => /class="number">(\d\d)</.exec(html)?.[1] ?? "";

/** A number that is valid neither in this hour nor in the next: the number of the hour before is accepted too. */
async function wrongNumberOf(token: string): Promise<string> {
	const hours = [-hourMs, 0, hourMs].map((away) => tokens.numberOf(token, Date.now() + away));
	const accepted = await Promise.all(hours);
	const wrong = ["10", "11", "12", "13"].find((number) => !accepted.includes(number));
	if (wrong === undefined) throw new Error("Three numbers cannot be four");
	return wrong;
}

async function respondWith(token: string, choice: string): Promise<Response> {
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
		expect(html).not.toMatch(/<script[^>]+>|<b>Cold|src=/);
		const policy = page.headers.get("content-security-policy") ?? "";
		expect(policy).toContain("; font-src 'self';");
		expect(html).toContain('<svg class="mark"');
		expect(html).toContain("src: url(/fonts/inter-latin.woff2)");
		const [script] = /'sha256-([^']*)'; connect-src 'self'/.exec(policy)?.slice(1) ?? [];
		expect(html.match(/<script>/g)).toHaveLength(1);
		expect(await sha256Of(/<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? "")).toBe(script);
		expect(Object.fromEntries(page.headers)).toMatchObject({
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
			"cache-control": "no-store",
			"content-security-policy": expect.stringContaining("default-src 'none'"),
		});
		expect((await getContact(id)).emailStatus).toBe("unverified");
		const arabic = numberOf(html).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
		expect(await (await open(token, { choice: "verify", number: arabic })).text()).toContain("Done.");
		expect((await getContact(id)).emailStatus).toBe("verified");
		expect(await (await open(token)).text()).toContain("This address is confirmed");
	});

	it("survives a scanner that opens every link and submits every form", async () => {
		const { id } = await createContact(owner);
		const token = await tokenOf(id, verify);
		await open(token);
		const forms: Record<string, string>[] = [{}, { choice: "verify" }, { choice: "verify", number: "" }];
		for (const form of forms) {
			expect((await open(token, form)).status).toBe(422);
		}
		expect((await getContact(id)).emailStatus).toBe("unverified");
	});
});

describe("a link to stop alerts", () => {
	it("survives a scanner that opens every link and submits every form", async () => {
		const { id } = await createContact(owner);
		const token = await tokenOf(id);
		const html = await (await open(token)).text();
		expect(Number(numberOf(html))).toBeGreaterThanOrEqual(10);
		expect(html).toMatch(/<input id="number"[^>]* autofocus/);
		const wrong = await wrongNumberOf(token);
		for (const choice of ["day", "all"]) {
			expect((await open(token, { choice })).status).toBe(422);
			expect((await open(token, { choice, number: wrong })).status).toBe(422);
		}
		expect((await open(token, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
		expect((await getContact(id)).optOuts).toEqual([]);
	});

	it("stops them for a day or for good, notifies the owner once each, and can revert it", async () => {
		const { id } = await createContact(owner);
		const token = await tokenOf(id);
		await respondWith(token, "day");
		const [optOut] = (await getContact(id)).optOuts;
		expect(optOut).toEqual({ channel: "email", class: "alerts", until: expect.any(Date) });
		const reported = await inAccount(accountId, (db) => db.select().from(messages).all());
		expect(reported.filter(({ userId }) => userId !== null)).toHaveLength(1);
		const now = aheadOfTheAlarm() - 30 * 24 * 60 * 60 * 1000;
		const recipient = { to: "contact", contactId: id, channel: "email" } as const;
		const messageId = await queue(accountId, { cause: "alert", about: "evt_1", recipient, facts: alertFacts }, now);
		const { binding } = emailProvider();
		expect(await attemptAt(accountId, messageId, { now: now + 60_000, email: binding })).toMatchObject({
			state: "suppressed",
			reason: "optedOut",
		});
		expect(await (await respondWith(token, "undo")).text()).toContain("Stop alerts to this address");
		expect((await getContact(id)).optOuts).toEqual([]);
		await respondWith(token, "all");
		expect((await getContact(id)).optOuts).toEqual([{ channel: "email", class: "alerts", until: null }]);
	});

	it("needs no number for reports: mail programs have a button for it", async () => {
		const { id } = await createContact(owner);
		const response = await open(await tokenOf(id, { subject: "reports" }), { "List-Unsubscribe": "One-Click" });
		expect(response.status).toBe(200);
		expect((await getContact(id)).optOuts).toEqual([{ channel: "email", class: "reports", until: null }]);
		const again = await open(await tokenOf(id, { subject: "reports" }), { "List-Unsubscribe": "One-Click" });
		expect(again.status).toBe(200);
		expect((await getContact(id)).optOuts).toHaveLength(1);
	});

	it("appears in the audit log as done by the link of that contact", async () => {
		const { id, fullName } = await createContact(owner);
		await respondWith(await tokenOf(id), "day");
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { actorId: id }));
		expect(entries).toMatchObject([
			{
				action: "link.optOut",
				actor: { kind: "link", id, name: fullName },
				address: expect.stringMatching(/^10\.1\./),
			},
		]);
		expect(entries[0]?.entities[0]?.fields).toEqual([
			{ field: "choice", before: null, after: "day" },
			{ field: "messages", before: null, after: "alerts" },
		]);
	});
});

describe("a link of an alert", () => {
	async function createOpen() {
		const notifying = await createNotifying();
		await notifying.send([[1, 9]]);
		await notifying.sendDue(2);
		const mail = notifying.provider.taken[0]?.text ?? "";
		const linkOf = (label: string) => new RegExp(`${label}:\\n\\S+/api/links/([\\w.-]+)`).exec(mail)?.[1] ?? "";
		const [event] = await notifying.events();
		const timeline = async () => {
			const input = { eventId: event?.id };
			return dataOf<AlertEventDetail>(await notifying.owner.query("alert.getEvent", input)).timeline;
		};
		return { ...notifying, mail, linkOf, timeline };
	}

	it("acknowledges it by the number on its page, with a comment, once", async () => {
		const { events, linkOf, timeline, mail } = await createOpen();
		const token = linkOf("Acknowledge");
		const html = await (await open(token)).text();
		expect(html).toContain("Acknowledge: Freezer 1");
		expect(await events()).toMatchObject([{ state: "open" }]);
		expect((await open(token, { choice: "acknowledge", comment: "Going" })).status).toBe(422);
		const long = { choice: "acknowledge", number: numberOf(html), comment: "é".repeat(1_001) };
		const denied = await open(token, long);
		expect([denied.status, (await denied.text()).includes(long.comment)]).toEqual([422, true]);
		expect(await events()).toMatchObject([{ state: "open" }]);
		const done = await open(token, { choice: "acknowledge", number: numberOf(html), comment: " On my <way> " });
		const outcome = await done.text();
		expect(outcome).toContain("Acknowledged by Ana Prado (e-mail link)");
		expect(outcome).toMatch(
			/<div class="done" role="status">.*<b dir="auto">Acknowledged: .*<span>Done\. You can close this page\./s,
		);
		const acknowledged = { kind: "acknowledged", author: "Ana Prado (e-mail link)", text: "On my <way>" };
		expect(await timeline()).toContainEqual({ ...acknowledged, at: expect.any(Number) });
		for (const _ of [1, 2]) await open(token, { choice: "acknowledge", number: numberOf(html), comment: "Also here" });
		await open(token, { choice: "acknowledge", number: numberOf(html) });
		const comments = (await timeline()).flatMap((note) => (note.kind === "comment" ? [note.text] : []));
		expect(comments).toEqual(["Also here"]);
		expect((await timeline()).filter(({ kind }) => kind === "acknowledged")).toHaveLength(1);
		expect(await (await open(token)).text()).toMatch(/Warning, acknowledged, open since /);
		expect(await events()).toMatchObject([{ state: "acknowledged", acknowledgedBy: "Ana Prado (e-mail link)" }]);
		expect(mail).toContain("Open the log at that time:\nhttps://console.test/log/?device=");
	});

	it("shows what is wrong, its limit, its trend and what to do", async () => {
		const { id, linkOf, send } = await createOpen();
		await send([[2, 12.5]]);
		await inAccount(id, (db) => db.update(devices).set({ site: "Cold <room> 2" }).run());
		const html = await (await open(linkOf("Acknowledge"))).text();
		expect(html).toContain('<p class="value">12.5 °C</p>');
		expect(html).toContain("Limit 8 °C, read ");
		expect(html).toContain("Freezer 1, Cold &lt;room&gt; 2");
		expect(html).toContain("Shut the door.");
		expect(html).toContain('class="course-line"');
		expect(html).toMatch(/Warning, open since /);
	});

	it("states in words how long a silence has lasted", async () => {
		const { id, provider, send, at, sendDue } = await createNotifying({ rule: silentRule });
		await send([[0, 5]]);
		await runWork(id, "alert deadlines", at(45));
		await sendDue(46);
		const token = /Acknowledge:\n\S+\/api\/links\/([\w.-]+)/.exec(provider.taken[0]?.text ?? "")?.[1] ?? "";
		expect(await (await open(token)).text()).toContain('<p class="value">No data for 45 minutes</p>');
		await inAccount(id, (db) =>
			db
				.update(alertEvents)
				.set({ startedAt: Date.now() - 20 * hourMs })
				.run(),
		);
		expect(await (await open(token)).text()).toContain('<p class="value">No data for 20 h</p>');
	});

	it("acknowledges it by the nonce of a press on its page, for two minutes and by no other link's", async () => {
		const { events, linkOf } = await createOpen();
		const token = linkOf("Acknowledge");
		const requested = await open(token, { press: "ask" });
		expect([requested.status, requested.headers.get("cache-control")]).toEqual([200, "no-store"]);
		expect(await events()).toMatchObject([{ state: "open" }]);
		const wrong = [
			await tokens.nonceOf(token, Date.now() - 3 * 60_000),
			await tokens.nonceOf(linkOf("Mute for 1 hour"), Date.now()),
			"ask ",
		];
		for (const press of wrong) {
			expect((await open(token, { choice: "acknowledge", press })).status).toBe(422);
		}
		expect(await events()).toMatchObject([{ state: "open" }]);
		const { nonce } = await requested.json<{ nonce: string }>();
		const done = await open(token, { choice: "acknowledge", press: nonce, comment: "" });
		expect(await done.text()).toContain("Acknowledged by Ana Prado (e-mail link)");
		expect(await events()).toMatchObject([{ state: "acknowledged" }]);
	});

	it("mutes it for an hour, not for longer by being opened again", async () => {
		const { events, linkOf, timeline } = await createOpen();
		const token = linkOf("Mute for 1 hour");
		expect(await (await respondWith(token, "mute")).text()).toContain("Nothing is sent about it until");
		const [first] = await events();
		expect((first?.mutedUntil ?? 0) - Date.now()).toBeLessThanOrEqual(hourMs);
		await respondWith(token, "mute");
		expect(await events()).toEqual([first]);
		expect((await timeline()).filter(({ kind }) => kind === "muted")).toHaveLength(1);
	});

	it("mutes an event without room for comments, and neither offers nor keeps one", async () => {
		const { id, events, linkOf, timeline } = await createOpen();
		const token = linkOf("Mute for 1 hour");
		expect(await (await open(token)).text()).toContain('name="comment"');
		const [event] = await events();
		const note = { at: Date.now(), kind: "comment", author: "Ana", text: "Door" } as const;
		await inAccount(id, (db) => {
			for (let count = 0; count < serverLimits.commentsPerEvent; count += 1) addNote(db, event?.id ?? "", note);
		});
		const html = await (await open(token)).text();
		expect(html).not.toContain('name="comment"');
		await open(token, { choice: "mute", number: numberOf(html), comment: "One more" });
		expect((await events())[0]?.mutedUntil).toEqual(expect.any(Number));
		expect((await timeline()).map(({ text }) => text)).not.toContain("One more");
	});

	it("does nothing for an event that is over or whose device is gone, and states why", async () => {
		const { id, send, events, linkOf } = await createOpen();
		await send([[5, 5]]);
		for (const [label, choice] of [
			["Acknowledge", "acknowledge"],
			["Mute for 1 hour", "mute"],
		] as const) {
			const page = await (await open(linkOf(label), { choice, number: "10" })).text();
			expect(page).toContain("There is nothing to do.");
		}
		expect(await events()).toMatchObject([{ acknowledgedAt: null, mutedUntil: null }]);
		await inAccount(id, (db) => db.delete(alertEvents).run());
		expect(await (await open(linkOf("Acknowledge"))).text()).toContain("This alert is no longer there");
	});

	it("stops its rule for this address, notifies the owner, and can revert it", async () => {
		const { id, alert, send, sendDue, linkOf, messages, provider } = await createOpen();
		const token = linkOf("Stop these alerts");
		expect(await (await open(token)).text()).toContain("Stop alerts of “Too warm”");
		await respondWith(token, `stop ${alert.id}`);
		const toOwner = (await messages()).filter(({ userId }) => userId !== null);
		await sendDue(3);
		expect(subjects(provider).slice(1).sort()).toEqual(["Ana Prado has stopped alerts", "Too warm reaches nobody"]);
		expect(toOwner).toHaveLength(2);
		const texts = provider.taken.map(({ text }) => text).join();
		expect(texts).toContain("gets no alerts of the rule “Too warm” from now on");
		await send([[5, 5]]);
		await send([[10, 9]]);
		const toAna = (await sendDue(11)).filter(({ contactId }) => contactId !== null);
		expect(toAna.map(({ reason }) => reason)).toEqual([null, "optedOut", "optedOut"]);
		await respondWith(token, `undo ${alert.id}`);
		expect(await inAccount(id, (db) => db.select().from(ruleOptOuts).all())).toEqual([]);
	});
});

describe("an unusable link", () => {
	it("states that it has expired and does nothing", async () => {
		const { id } = await createContact(owner);
		const response = await open(await tokenOf(id, { expiresAt: Date.now() - 1, subject: "reports" }), {
			choice: "all",
		});
		expect(response.status).toBe(410);
		const html = await response.text();
		expect(html).toContain("This link has expired");
		expect(html).toContain("Use the link at the end of a newer message");
		expect((await getContact(id)).optOuts).toEqual([]);
	});

	it("does nothing once its address was changed, also if it was changed back", async () => {
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
	])("reaches no account: %s", async (_, damage) => {
		const { id } = await createContact(owner);
		const response = await open(damage(await tokenOf(id, { subject: "reports" })), { choice: "all" });
		expect(response.status).toBe(404);
		expect((await getContact(id)).optOuts).toEqual([]);
	});

	it("accepts the previous secret's signature, and no other", async () => {
		const { id } = await createContact(owner);
		const claims = await claimsOf(id);
		expect((await open(await createLinkTokens([env.INGEST_SECRET_PREVIOUS]).sign(claims))).status).toBe(200);
		expect((await open(await createLinkTokens(["x".repeat(40)]).sign(claims))).status).toBe(404);
	});
});

it.each([
	["a script", "<script>alert(1)</script>"],
	["line breaks", "Acme\r\n\r\nCold"],
	["300 characters", "Very long ".repeat(30)],
	["a turned text", "\u202Egnp.exe\u2066"],
])("shows a company whose name is %s as a name", async (_, name) => {
	const { id, owner: theirs } = await createOwner("Hostile");
	await inAccount(id, (db) => db.update(account).set({ companyName: name, productName: name }).run());
	const contact = await createContact(theirs);
	const channel = await inAccount(id, (db) => findDeliveryChannel(db, contact.id, "email"));
	const recipient = { contactId: contact.id, channel: "email" as const, addressVersion: channel?.addressVersion ?? 0 };
	const claims = {
		accountId: id,
		recipient,
		action: "optOut",
		subject: "alerts",
		expiresAt: Date.now() + 60_000,
	} as const;
	const html = await (await open(await tokens.sign(claims))).text();
	expect(html).not.toMatch(/<script[^>]+>|<script>alert|[\u202A-\u202E\r]/);
	expect(html).not.toContain("Very long ".repeat(20));
	expect(html).toContain("Stop alerts to this address");
});

it("opens thirty times a minute from one network", async () => {
	const { id } = await createContact(owner);
	const token = await tokenOf(id);
	const visited = await attemptUntilNot(200, 30, () => open(token, undefined, "10.2.0.1"));
	expect(visited.attempts).toBeGreaterThanOrEqual(30);
	expect(visited.response.status).toBe(429);
});

it("stands in mails of alerts and codes, and nowhere in the account", async () => {
	const { id } = await createContact(owner);
	const now = aheadOfTheAlarm();
	const recipient = { to: "contact", contactId: id, channel: "email" } as const;
	await inAccount(accountId, (db) =>
		updateDeliveryChannel(db, { contactId: id, channel: "email" }, { status: "verified" }),
	);
	const messageId = await queue(accountId, { cause: "alert", about: "evt_2", recipient, facts: alertFacts }, now);
	const { binding, taken } = emailProvider();
	await attemptAt(accountId, messageId, { now: now + 60_000, email: binding });
	const [, token = ""] = /Stop these alerts:\n\S+\/api\/links\/([\w.-]+)/.exec(taken[0]?.text ?? "") ?? [];
	expect(await (await open(token)).text()).toContain("Stop alerts to this address");
	const stored = await inAccount(accountId, (db) => JSON.stringify(db.select().from(messages).all()));
	expect(stored).not.toContain(token.slice(0, 30));
});
