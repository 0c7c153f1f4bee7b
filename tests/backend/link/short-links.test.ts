import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { forgetAccount } from "../../../backend/db/deleted-account-rows";
import { forgetShortLinks } from "../../../backend/db/short-link-rows";
import { claimMessage } from "../../../backend/message/claim-message";
import type { ConsumerParts } from "../../../backend/message/consume-messages";
import { smsParts } from "../../../backend/message/senders/sms-text";
import { dayMs } from "../../../shared/base/durations";
import { linkPath, shortLinkPath } from "../../../shared/base/links";
import { createNotifying } from "../fixtures/alert-telling";
import { createOwner, inAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { addContact, alertFacts, attemptAt, emailProvider, queue } from "../fixtures/messages";
import { send } from "../fixtures/people";
import { attemptUntilNot } from "../fixtures/rate-limits";

type Sent = Partial<ConsumerParts>;

let network = 0;
/** A number gets 50 SMS a day from all accounts. */
let phones = 0;
function open(code: string, from = `10.7.${network++ % 250}.1`): Promise<Response> {
	return send(`${shortLinkPath}${code}`, { headers: { "x-forwarded-for": from }, redirect: "manual" });
}

/** The tests' objects have no settings for SMS, so the claim is made with the channel open. */
function withSms(accountId: string): ConsumerParts["accounts"] {
	const stub = {
		claimMessage: (handOver: { messageId: string; attempt: number }, now: number) =>
			inAccount(accountId, (db) => claimMessage({ ...claiming, db, now }, handOver)),
		reportMessage: async () => {},
	};
	return { idFromName: (name) => env.ACCOUNT.idFromName(name), get: () => stub };
}

const claiming = { invalidations: { changed: () => {} }, hooks: {}, openDeliveryChannels: ["sms"] as const };

/** Sends an alert's SMS; returns its text. */
async function smsOf(accountId: string, facts = alertFacts, parts: Sent = {}): Promise<string> {
	const { id: contactId } = await addContact(accountId, { phone: `+35191234${1_000 + phones++}` });
	const recipient = { to: "contact", contactId, channel: "sms" } as const;
	const now = Date.now();
	const messageId = await queue(accountId, { cause: "alert", about: facts.eventId, recipient, facts }, now);
	const texts: string[] = [];
	const publish = async (_: string, init: RequestInit) => {
		texts.push(new URLSearchParams(String(init.body)).get("Message") ?? "");
		return Response.json({ PublishResponse: { PublishResult: { MessageId: crypto.randomUUID() } } });
	};
	const { binding: email } = emailProvider();
	await attemptAt(accountId, messageId, { now, email, send: publish, accounts: withSms(accountId), ...parts });
	return texts[0] ?? "";
}

const codeIn = (text: string) => / https:\/\/console\.test\/a\/([0-9a-z]{15})$/.exec(text)?.[1] ?? "";

const rowsOf = async (accountId: string) => {
	const query = "SELECT digest, target, expires_at AS expiresAt FROM short_links WHERE account_id = ?";
	const { results } = await env.DIRECTORY.prepare(query)
		.bind(accountId)
		.all<{ digest: string; target: string; expiresAt: number }>();
	return results;
};

describe("the link of an SMS", () => {
	it("leads to the alert's page without a sign-in, in at most two parts", async () => {
		const { id } = await createOwner();
		const text = await smsOf(id, { ...alertFacts, path: `/log/?device=dev_${"0".repeat(26)}&from=1&to=2` });
		expect(smsParts(text)).toBeLessThanOrEqual(2);
		const response = await open(codeIn(text));
		expect([response.status, response.headers.get("cache-control")]).toEqual([302, "no-store"]);
		const location = response.headers.get("location") ?? "";
		expect(location.startsWith(linkPath)).toBe(true);
		const page = await (await send(location)).text();
		expect(page).toContain("Acknowledge: Too warm");
	});

	it("acknowledges the event that the SMS is about", async () => {
		const { id, events, send: upload } = await createNotifying();
		await upload([[1, 9]]);
		const eventId = (await events())[0]?.id ?? "";
		const code = codeIn(await smsOf(id, { ...alertFacts, eventId }));
		const location = (await open(code)).headers.get("location") ?? "";
		const number = /class="number">(\d\d)</.exec(await (await send(location)).text())?.[1] ?? "";
		const body = new URLSearchParams({ choice: "acknowledge", number });
		await send(location, { method: "POST", body });
		expect(await events()).toMatchObject([{ state: "acknowledged", acknowledgedBy: "Ana Prado (SMS link)" }]);
	});

	it("opens as people type it", async () => {
		const { id } = await createOwner();
		const code = codeIn(await smsOf(id));
		const typed = code.toUpperCase().replaceAll("0", "O").replaceAll("1", "I");
		expect((await open(typed)).status).toBe(302);
	});

	it("leaves neither its code nor a token in the directory", async () => {
		const { id } = await createOwner();
		const code = codeIn(await smsOf(id));
		const location = (await open(code)).headers.get("location") ?? "";
		const stored = JSON.stringify(await rowsOf(id));
		expect(stored).not.toContain(code);
		expect(stored).not.toContain(location.slice(linkPath.length));
		expect(stored).toContain(alertFacts.eventId);
	});

	it("stays out of the message if the directory takes none", async () => {
		const { id } = await createOwner();
		const directory = new Proxy(env.DIRECTORY, {
			get: (target, name) =>
				name === "prepare"
					? (query: string) => {
							if (query.includes("short_links")) throw new Error("No directory");
							return target.prepare(query);
						}
					: Reflect.get(target, name),
		});
		expect(await smsOf(id, alertFacts, { directory })).toMatch(/^Warning: Freezer 1: .*[^/]$/);
		expect(takeLogs().join()).toContain("short-link-missing");
		expect(await rowsOf(id)).toEqual([]);
	});
});

describe("a short link", () => {
	it("opens only what its own account sent", async () => {
		const [ours, theirs] = [await createOwner(), await createOwner()];
		const codes = [codeIn(await smsOf(ours.id)), codeIn(await smsOf(theirs.id))];
		expect(new Set(codes).size).toBe(2);
		for (const [index, { id }] of [ours, theirs].entries()) {
			const location = (await open(codes[index] ?? "")).headers.get("location") ?? "";
			const claims = atob((location.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
			expect(JSON.parse(claims)).toMatchObject({ accountId: id });
		}
		await forgetAccount(env.DIRECTORY, { accountId: ours.id, now: Date.now() });
		expect(await Promise.all(codes.map(async (code) => (await open(code)).status))).toEqual([404, 302]);
	});

	it("says that it has expired, and after a week that it is not known", async () => {
		const { id } = await createOwner();
		const code = codeIn(await smsOf(id));
		const forget = () => forgetShortLinks(env.DIRECTORY, { before: Date.now() - 7 * dayMs, limit: 1_000 });
		const expire = (at: number) =>
			env.DIRECTORY.prepare("UPDATE short_links SET expires_at = ? WHERE account_id = ?").bind(at, id).run();
		await expire(Date.now() - 1);
		await forget();
		const expired = await open(code);
		expect([expired.status, await expired.text()]).toEqual([410, expect.stringContaining("This link has expired")]);
		await expire(Date.now() - 7 * dayMs - 1);
		await forget();
		expect(await rowsOf(id)).toEqual([]);
		const unknown = await open(code);
		expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("This link is not known")]);
	});

	it("lasts at most two weeks, and no longer than what it leads to", async () => {
		const { id } = await createOwner();
		await smsOf(id);
		const [row] = await rowsOf(id);
		expect(row?.expiresAt).toBeLessThanOrEqual(Date.now() + 14 * dayMs);
		expect(JSON.parse(row?.target ?? "")).toMatchObject({ expiresAt: row?.expiresAt });
	});

	it("denies a network after ten wrong codes within a minute, right ones too", async () => {
		const { id } = await createOwner();
		const code = codeIn(await smsOf(id));
		const from = "10.8.0.1";
		const { response, attempts } = await attemptUntilNot(404, 10, () => open("0".repeat(15), from));
		expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
		expect(attempts).toBeGreaterThanOrEqual(10);
		expect((await open(code, from)).status).toBe(429);
		expect((await open(code)).status).toBe(302);
	});

	it.each(["", "0", "0".repeat(14), "u".repeat(15), "0".repeat(16), "%00".repeat(15)])(
		"rejects a code of another form: %j",
		async (code) => {
			expect((await open(code)).status).toBe(404);
		},
	);
});
