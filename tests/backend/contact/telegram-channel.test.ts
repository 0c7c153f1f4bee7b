import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createTelegramEndpoint, telegramSecret } from "../../../backend/contact/telegram-endpoint";
import { findDeliveryChannel } from "../../../backend/db/contact-rows";
import { listNoticesAbout } from "../../../backend/db/notice-rows";
import type { ContactDetails } from "../../../shared/message/contact";
import { type TelegramCode, telegramPath } from "../../../shared/message/telegram";
import { createContact } from "../fixtures/contact-input";
import { addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { aheadOfTheAlarm, alertFacts, allChannels, attemptAt, emailProvider, queue } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
});

const telegram = allChannels?.telegram ?? null;
const chat = { id: -4_711, type: "group", title: "Night <desk>" };

/** Posts an update as Telegram does. Returns the status, and what the bot replied. */
async function update(message: object, { secret, isLimited = false }: { secret?: string; isLimited?: boolean } = {}) {
	if (!telegram) throw new Error("The settings of the test are not valid");
	const replies: Record<string, unknown>[] = [];
	const send = async (_: string, init: RequestInit) => {
		replies.push(JSON.parse(String(init.body)));
		return Response.json({ ok: true });
	};
	const rateLimit = { limit: async () => ({ success: !isLimited }) };
	const endpoint = createTelegramEndpoint({ telegram, accounts: env.ACCOUNT, send, rateLimit, clock: Date.now });
	const headers = { "x-telegram-bot-api-secret-token": secret ?? (await telegramSecret(telegram)) };
	const body = JSON.stringify({ update_id: 1, message });
	const request = new Request(`https://console.test${telegramPath}`, { method: "POST", headers, body });
	return { status: (await endpoint(request as Parameters<typeof endpoint>[0])).status, replies };
}

async function codeOf(contactId: string): Promise<string> {
	return dataOf<TelegramCode>(await owner.mutate("contact.startTelegram", { contactId })).code;
}

const rowOf = (contactId: string) => inAccount(accountId, (db) => findDeliveryChannel(db, contactId, "telegram"));

describe("a chat of Telegram", () => {
	it("joins by its code, once, and shows the chat's name alone", async () => {
		const { id } = await createContact(owner);
		const code = await codeOf(id);
		const joined = await update({ chat, text: `/start@aqlcloud_bot ${code.toUpperCase()}` });
		expect(joined.replies).toEqual([{ chat_id: chat.id, text: expect.stringContaining("Ana") }]);
		expect(await rowOf(id)).toMatchObject({
			address: "-4711",
			label: "Night <desk>",
			status: "verified",
			isDefault: true,
		});
		const { channels } = dataOf<ContactDetails>(await owner.query("contact.getContact", { contactId: id }));
		expect(channels.find(({ channel }) => channel === "telegram")).toMatchObject({
			address: "",
			label: "Night <desk>",
		});
		const again = await update({ chat: { ...chat, id: -9 }, text: code });
		expect(again.replies[0]?.text).toContain("does not work");
		expect((await rowOf(id))?.address).toBe("-4711");
		dataOf(await owner.mutate("contact.endTelegram", { contactId: id }));
		expect(await rowOf(id)).toBeNull();
	});

	it("stays out with a wrong or former code, and without Telegram's secret", async () => {
		const { id } = await createContact(owner);
		const former = await codeOf(id);
		const code = await codeOf(id);
		for (const text of [
			former,
			`${code.slice(0, -1)}${code.endsWith("0") ? 1 : 0}`,
			`${"0".repeat(41)}`,
			"hello",
			"",
		]) {
			expect((await update({ chat, text })).status).toBe(200);
		}
		expect((await update({ chat, text: code }, { secret: "guessed" })).status).toBe(403);
		expect((await update({ chat, text: code }, { secret: "guessed", isLimited: true })).status).toBe(429);
		expect((await update({ chat: { id: "x" }, text: 1 })).status).toBe(200);
		expect(await rowOf(id)).toBeNull();
	});

	it("gets a request for a code if it is private, and no message as a group", async () => {
		const german = { chat: { id: 5, type: "private" }, text: "hi", from: { language_code: "de" } };
		expect((await update(german)).replies).toHaveLength(1);
		expect((await update({ chat, text: "hi" })).replies).toEqual([]);
	});

	it("joins for editors of contacts and the contact's user alone", async () => {
		const viewer = await addMember(accountId, "viewer");
		const { id } = await createContact(owner);
		const response = await viewer.mutate("contact.startTelegram", { contactId: id });
		expect(response.error?.data.reason).toBe("NOT_PERMITTED");
	});
});

describe("a chat that takes no more messages", () => {
	const reply = (status: number, body: object) => async () => Response.json(body, { status });

	it("ends after a block, and follows a group that became a supergroup", async () => {
		const { id } = await createContact(owner);
		await update({ chat, text: await codeOf(id) });
		const now = aheadOfTheAlarm();
		const recipient = { to: "contact", contactId: id, channel: "telegram" } as const;
		const oweAlert = async () => {
			const about = newId("alertEvent");
			const facts = { ...alertFacts, eventId: about };
			return { about, id: await queue(accountId, { cause: "alert", about, recipient, facts }, now) };
		};
		const { binding: email } = emailProvider();
		const moving = await oweAlert();
		const moved = reply(400, { ok: false, description: "Bad Request", parameters: { migrate_to_chat_id: -1009 } });
		await attemptAt(accountId, moving.id, { now: now + 60_000, email, send: moved });
		expect((await rowOf(id))?.address).toBe("-1009");
		const sent = reply(200, { ok: true, result: { message_id: 5 } });
		const arrived = await attemptAt(accountId, moving.id, { now: now + 120_000, email, send: sent });
		expect(arrived).toMatchObject({ state: "sent", providerId: "5" });
		const blocked = await oweAlert();
		const forbidden = reply(403, { ok: false, description: "Forbidden: bot was blocked by the user" });
		const failed = await attemptAt(accountId, blocked.id, { now: now + 60_000, email, send: forbidden });
		expect(failed).toMatchObject({ state: "suppressed", reason: "addressGone" });
		expect((await rowOf(id))?.status).toBe("bouncing");
		const tried = await inAccount(accountId, (db) => listNoticesAbout(db, { about: blocked.about, cause: "alert" }));
		expect(tried.map(({ channel }) => channel).toSorted()).toEqual(["email", "telegram"]);
	});
});
