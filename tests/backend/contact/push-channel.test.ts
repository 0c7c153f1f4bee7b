import { env } from "cloudflare:workers";
import { verify } from "hono/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { recipientsOf } from "../../../backend/alert/alert-recipients";
import { findDeliveryChannel, updateDeliveryChannel } from "../../../backend/db/contact-rows";
import { pushKeysOf, pushSecret } from "../../../backend/db/push-keys";
import { keyOf, recipientOfKey } from "../../../backend/db/recipient-key";
import type { NetworkSend } from "../../../backend/message/senders/webhook-sender";
import type { Contact, ContactDetails, CreateContact, SavedContact } from "../../../shared/message/contact";
import { suppressionText } from "../../../shared/message/suppression-text";
import { contactInput } from "../../samples";
import { userOf } from "../fixtures/account-users";
import { createContact } from "../fixtures/contact-input";
import { addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { aheadOfTheAlarm, alertFacts, attemptAt, emailProvider, messageOf, queue } from "../fixtures/messages";
import { dataOf, type Person, send } from "../fixtures/people";
import { endpoint, pushBrowser } from "../fixtures/push-browser";

let accountId = "";
let owner: Person;
let viewer: Person;
let viewerId = "";

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
	viewer = await addMember(accountId, "viewer");
	viewerId = (await userOf(owner, viewer.email)).id;
});

const { binding: email } = emailProvider();

async function pushed() {
	const { id } = await createContact(owner, { linkedUserId: viewerId });
	const browser = await pushBrowser();
	const start = () => viewer.mutate("contact.startPush", { contactId: id, ...browser.subscription });
	const contact = dataOf<ContactDetails>(await start());
	return { contact, browser, start };
}

async function pushAlert(contactId: string, status = 201, addressId?: string) {
	const now = aheadOfTheAlarm();
	const sent: { url: string; init: RequestInit }[] = [];
	const network: NetworkSend = async (url, init) => {
		sent.push({ url, init });
		return new Response(null, { status });
	};
	const recipient = {
		to: "contact",
		contactId,
		channel: "push",
		...(addressId !== undefined && { addressId }),
	} as const;
	const eventId = newId("alertEvent");
	const facts = { ...alertFacts, eventId };
	const id = await queue(accountId, { cause: "alert", about: eventId, recipient, facts }, now);
	await attemptAt(accountId, id, { now: now + 60_000, email, send: network });
	return { eventId, message: await messageOf(accountId, id), sent };
}

describe("a browser", () => {
	it("subscribes for the contact of its user, and shows by its name alone", async () => {
		const { contact } = await pushed();
		const { channels, otherChannels, ownPush } = contact;
		const own = { channel: "push", address: "Unknown browser", status: "verified", isDefault: true };
		expect(channels.find(({ channel }) => channel === "push")).toMatchObject(own);
		expect([otherChannels, ownPush]).toEqual([["push"], { publicKey: env.VAPID_PUBLIC_KEY }]);
		const seen = dataOf<ContactDetails>(await owner.query("contact.getContact", { contactId: contact.id }));
		expect([seen.ownPush, JSON.stringify(seen).includes("browsers.com")]).toEqual([null, false]);
	});

	it("subscribes for no other user's contact", async () => {
		const { id } = await createContact(owner);
		const { subscription } = await pushBrowser();
		for (const person of [owner, viewer]) {
			const response = await person.mutate("contact.startPush", { contactId: id, ...subscription });
			expect(response.error?.data.reason).toBe("NOT_PERMITTED");
		}
	});

	it.each([
		["endpoint", { endpoint: "http://push.browsers.com/x" }],
		["endpoint", { endpoint: "https://169.254.169.254/latest" }],
		["endpoint", { endpoint: "https://10-0-0-7.nip.io/x" }],
		["endpoint", { endpoint: "https://console.test/x" }],
		["p256dh", { p256dh: `B${"A".repeat(86)}` }],
		["p256dh", { p256dh: "BA" }],
		["auth", { auth: "not base64url!!!!!!!!!" }],
	])("fails with a hostile %s", async (field, hostile) => {
		const { id } = await createContact(owner, { linkedUserId: viewerId });
		const { subscription } = await pushBrowser();
		const response = await viewer.mutate("contact.startPush", { contactId: id, ...subscription, ...hostile });
		expect(Object.keys(response.error?.data.fields ?? {})).toEqual([field]);
	});

	it("disappears if the contact is given to another user, and stays through other edits", async () => {
		const { contact } = await pushed();
		const save = async ({ id, version }: ContactDetails, changes: Partial<CreateContact>) => {
			const input = contactInput({ linkedUserId: viewerId, defaultChannels: ["email", "push"], ...changes });
			return dataOf<SavedContact>(await owner.mutate("contact.updateContact", { ...input, contactId: id, version }))
				.contact;
		};
		const edited = await save(contact, { fullName: "Ana P.", defaultChannels: ["email"] });
		const push = edited.channels.find(({ channel }) => channel === "push");
		expect(push).toMatchObject({ status: "verified", isDefault: false });
		const unlinked = await save(edited, { linkedUserId: null });
		expect(unlinked.channels.map(({ channel }) => channel)).toEqual(["email"]);
		// Linking the user again does not bring it back.
		const linked = await save(unlinked, {});
		expect(linked.channels.map(({ channel }) => channel)).toEqual(["email"]);
	});

	it("turns off for its user, and for members who edit contacts", async () => {
		for (const person of [viewer, owner]) {
			const { contact } = await pushed();
			const target = { contactId: contact.id };
			const ended = dataOf<ContactDetails>(await person.mutate("contact.endPush", target));
			expect(ended.channels.map(({ channel }) => channel)).toEqual(["email"]);
		}
		const { id } = await createContact(owner);
		const denied = await viewer.mutate("contact.endPush", { contactId: id });
		expect(denied.error?.data.reason).toBe("NOT_PERMITTED");
	});
});

describe("several browsers of a contact", () => {
	async function withTwo() {
		const first = await pushed();
		const second = await pushBrowser();
		const contactId = first.contact.id;
		const add = (subscription: object) => viewer.mutate("contact.startPush", { contactId, ...subscription });
		const both = dataOf<ContactDetails>(await add({ ...second.subscription, endpoint: `${endpoint}/second` }));
		return { contactId, add, browsers: browsersOf(both) };
	}

	const browsersOf = ({ channels }: ContactDetails) => channels.filter(({ channel }) => channel === "push");

	it("stay beside each other, with a name, and end one by one", async () => {
		const { contactId, browsers } = await withTwo();
		expect(browsers.map(({ id }) => id === "push")).toEqual([true, false]);
		const addressId = browsers[1]?.id ?? "";
		const named = await viewer.mutate("contact.namePush", { contactId, addressId, label: " Phone " });
		expect(browsersOf(dataOf<ContactDetails>(named)).map(({ label }) => label)).toEqual(["", "Phone"]);
		const left = dataOf<ContactDetails>(await viewer.mutate("contact.endPush", { contactId, addressId: "push" }));
		expect(browsersOf(left).map(({ id }) => id)).toEqual([addressId]);
	});

	it("get no test of another once they have ended", async () => {
		const { contactId } = await withTwo();
		dataOf(await viewer.mutate("contact.endPush", { contactId, addressId: "push" }));
		const test = await owner.mutate("contact.sendTest", { contactId, channel: "push", addressId: "push" });
		expect(test.error?.data.fields?.channel).toBe(suppressionText.noAddress);
	});

	it("stop at five, of which a known one is no further one", async () => {
		const { contactId, add } = await withTwo();
		const { subscription } = await pushBrowser();
		for (const number of [3, 4, 5, 5]) dataOf(await add({ ...subscription, endpoint: `${endpoint}/${number}` }));
		const sixth = await add({ ...subscription, endpoint: `${endpoint}/6` });
		expect(Object.keys(sixth.error?.data.fields ?? {})).toEqual(["endpoint"]);
		const contact = dataOf<ContactDetails>(await viewer.query("contact.getContact", { contactId }));
		expect(browsersOf(contact)).toHaveLength(5);
	});

	it("get an alert each, and lose only the one that is gone", async () => {
		const { contactId, browsers } = await withTwo();
		const recipients = await inAccount(accountId, (db) =>
			recipientsOf({ db, now: Date.now() }, { contactIds: [contactId], contactGroupIds: [], channels: ["push"] }, null),
		);
		const keys = recipients.map(keyOf);
		expect(keys).toEqual([`contact:${contactId}:push`, `contact:${contactId}:push:${browsers[1]?.id}`]);
		expect(keys.map(recipientOfKey)).toEqual(recipients);
		const { sent } = await pushAlert(contactId, 410, browsers[1]?.id);
		expect(sent.map(({ url }) => url)).toEqual([`${endpoint}/second`]);
		const contact = dataOf<ContactDetails>(await viewer.query("contact.getContact", { contactId }));
		expect(browsersOf(contact).map(({ status }) => status)).toEqual(["verified", "bouncing"]);
	});
});

describe("a push", () => {
	it("opens in its browser alone, and carries the console's signature", async () => {
		const { contact, browser } = await pushed();
		const { sent, eventId, message } = await pushAlert(contact.id);
		expect([message.state, sent.length, sent[0]?.url]).toEqual(["sent", 1, endpoint]);
		const { body, headers, redirect } = sent[0]?.init ?? {};
		const content = await browser.read(body as BodyInit); // the body of a sent push
		expect(content).toMatchObject({ isUrgent: true, tag: eventId, path: expect.stringMatching(/^\/alerts\//) });
		expect(`${content.title} ${content.body}`).toContain("Freezer 1");
		const given = new Headers(headers);
		const shown = ["ttl", "urgency", "topic", "content-encoding"].map((name) => given.get(name));
		expect([redirect, ...shown]).toEqual(["manual", "86400", "high", eventId, "aes128gcm"]);
		const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(given.get("authorization") ?? "") ?? [];
		expect(key).toBe(env.VAPID_PUBLIC_KEY);
		const claims = await verify(token, jwkOf(env.VAPID_PUBLIC_KEY), "ES256");
		expect(claims).toMatchObject({ aud: "https://push.browsers.com", sub: "mailto:console@aqlcloud.test" });
	});

	it("acknowledges by a POST of its link, without a number, and returns the outcome", async () => {
		const { contact, browser } = await pushed();
		const { sent } = await pushAlert(contact.id);
		const { acknowledge } = await browser.read(sent[0]?.init.body as BodyInit); // the body of a sent push
		const press = async (method: string) => {
			const body = method === "POST" ? new URLSearchParams({ choice: "acknowledge" }) : null;
			const headers = { accept: "application/json", "x-forwarded-for": "10.7.7.7" };
			return send(acknowledge ?? "", { method, headers, body });
		};
		expect(await (await press("GET")).text()).toContain("Acknowledge: Too warm");
		expect(await (await press("POST")).json()).toEqual({ title: "Acknowledged: Too warm" });
		expect(await (await press("POST")).json()).toEqual({ title: "Acknowledged: Too warm" });
	});

	it.each([404, 410])("ends the channel on a response of %i, with a sentence", async (status) => {
		const { contact, start } = await pushed();
		const { message } = await pushAlert(contact.id, status);
		expect(message).toMatchObject({ state: "suppressed", reason: "browserGone" });
		const target = { contactId: contact.id };
		const ended = dataOf<ContactDetails>(await viewer.query("contact.getContact", target));
		const push = ended.channels.find(({ channel }) => channel === "push");
		expect([push?.status, ended.otherChannels]).toEqual(["bouncing", []]);
		const listed = dataOf<Contact[]>(await owner.query("account.getContacts"));
		expect(listed.find(({ id }) => id === contact.id)?.otherChannels).toEqual([]);
		expect(dataOf<ContactDetails>(await start()).otherChannels).toEqual(["push"]);
	});

	it("goes nowhere once the console has another key, and states why", async () => {
		const { contact } = await pushed();
		await inAccount(accountId, (db) => {
			const row = findDeliveryChannel(db, contact.id, "push");
			if (!row) throw new Error("There is a browser");
			updateDeliveryChannel(db, row, { secret: pushSecret({ ...pushKeysOf(row), publicKey: "a former one" }) });
		});
		const { message, sent } = await pushAlert(contact.id);
		expect([message.reason, sent]).toEqual(["browserGone", []]);
	});

	it.each([
		[429, { state: "queued" }],
		[503, { state: "queued" }],
		[403, { state: "failed", error: expect.stringContaining("turn pushes on again") }],
		[307, { state: "failed" }],
	])("ends in its state on a response of %i", async (status, expected) => {
		const { contact } = await pushed();
		expect((await pushAlert(contact.id, status)).message).toMatchObject(expected);
	});

	it("goes to no user who has lost access", async () => {
		const gone = await addMember(accountId, "viewer");
		const userId = (await userOf(owner, gone.email)).id;
		const { id } = await createContact(owner, { linkedUserId: userId });
		const { subscription } = await pushBrowser();
		dataOf(await gone.mutate("contact.startPush", { contactId: id, ...subscription }));
		dataOf(await owner.mutate("account.disableUser", { userId }));
		expect((await pushAlert(id)).message).toMatchObject({ state: "suppressed", reason: "recipientGone" });
		expect(await inAccount(accountId, (db) => findDeliveryChannel(db, id, "push"))).not.toBeNull();
	});
});

/** Takes an uncompressed point: 0x04, then both coordinates. */
function jwkOf(point: string): JsonWebKey & { kty: "EC" } {
	const bytes = Uint8Array.from(atob(point.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
	const text = (part: Uint8Array) =>
		btoa(String.fromCharCode(...part))
			.replaceAll("+", "-")
			.replaceAll("/", "_")
			.replace(/=+$/, "");
	return { kty: "EC", crv: "P-256", x: text(bytes.subarray(1, 33)), y: text(bytes.subarray(33)), alg: "ES256" };
}
