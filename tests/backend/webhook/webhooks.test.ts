import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { listDeliveries, updateWebhook } from "../../../backend/db/webhook-rows";
import { queueEvent } from "../../../backend/webhook/queue-event";
import type { AuditPage } from "../../../shared/account/audit";
import type { NewWebhook, Webhook, WebhookDelivery } from "../../../shared/account/webhook";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { createAlerted } from "../fixtures/alert-account";
import { createOwner, inAccount } from "../fixtures/fleet";
import { aheadOfTheAlarm, consume, emailProvider, messageOf } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

const url = "https://hooks.acme.io/aqlcloud";

async function addWebhook(owner: Person, changes: object = {}): Promise<NewWebhook> {
	const input = { name: "Tickets", url, topics: ["alerts", "devices", "reports"], ...changes };
	return dataOf<NewWebhook>(await owner.mutate("webhook.createWebhook", input));
}

const deliveriesOf = async (owner: Person, webhookId: string) =>
	dataOf<WebhookDelivery[]>(await owner.query("webhook.getDeliveries", { webhookId }));
const webhookOf = async (owner: Person) => dataOf<Webhook[]>(await owner.query("webhook.getWebhooks"))[0];

type Posted = { url: string; headers: Record<string, string>; body: string };

function program(status: () => number = () => 204) {
	const posted: Posted[] = [];
	const send = async (url: string, init: RequestInit) => {
		posted.push({ url, headers: Object.fromEntries(new Headers(init.headers)), body: String(init.body) });
		return new Response(null, { status: status() });
	};
	return { posted, send };
}

async function queueStatus(accountId: string, webhookId: string, now: number): Promise<string> {
	return inAccount(accountId, (db) => {
		queueEvent({ db, now }, "device.status", () => ({ deviceId: "dev_1", status: "offline", path: "/devices/dev_1" }));
		return listDeliveries(db, webhookId, 1)[0]?.message.id ?? "";
	});
}

type Try = { now: number; send: ReturnType<typeof program>["send"] };

async function tryOnce(accountId: string, messageId: string, { now, send }: Try) {
	const { attempt } = await messageOf(accountId, messageId);
	await consume([{ accountId, messageId, attempt }], { email: emailProvider().binding, send, clock: () => now });
	return messageOf(accountId, messageId);
}

describe("an event", () => {
	it("arrives signed, with its type and its page, and can be sent again with the same id", async () => {
		const { id, owner } = await createOwner();
		const { webhook, secret } = await addWebhook(owner);
		// The library rejects a signature that is not of now.
		const now = Date.now();
		const messageId = await queueStatus(id, webhook.id, now);
		const { posted, send } = program();
		expect((await tryOnce(id, messageId, { now, send })).state).toBe("sent");
		const [first] = posted;
		expect([first?.url, first?.headers["webhook-id"]]).toEqual([url, messageId]);
		const verified = new Verifier(secret).verify(first?.body ?? "", first?.headers ?? {});
		expect(verified).toEqual({
			type: "device.status",
			timestamp: new Date(now).toISOString(),
			data: { deviceId: "dev_1", status: "offline", url: expect.stringContaining("/devices/dev_1") },
		});
		expect(() =>
			new Verifier(`whsec_${btoa("another secret of them")}`).verify(first?.body ?? "", first?.headers ?? {}),
		).toThrow();
		dataOf(await owner.mutate("message.resendMessage", { messageId }));
		await tryOnce(id, messageId, { now, send });
		expect(posted.map(({ headers }) => headers["webhook-id"])).toEqual([messageId, messageId]);
	});

	it("carries signatures of both secrets while programs learn the new one", async () => {
		const { id, owner } = await createOwner();
		const { webhook, secret } = await addWebhook(owner);
		const replaced = dataOf<NewWebhook>(
			await owner.mutate("webhook.replaceSecret", { webhookId: webhook.id, graceSeconds: 86_400 }),
		);
		const now = Date.now();
		const { posted, send } = program();
		await tryOnce(id, await queueStatus(id, webhook.id, now), { now, send });
		const { body = "", headers = {} } = posted[0] ?? {};
		for (const each of [secret, replaced.secret]) expect(new Verifier(each).verify(body, headers)).toBeTruthy();
		const ended = dataOf<NewWebhook>(
			await owner.mutate("webhook.replaceSecret", { webhookId: webhook.id, graceSeconds: 0 }),
		);
		await tryOnce(id, await queueStatus(id, webhook.id, now + 1), { now: now + 1, send });
		expect(() => new Verifier(secret).verify(posted[1]?.body ?? "", posted[1]?.headers ?? {})).toThrow();
		expect(new Verifier(ended.secret).verify(posted[1]?.body ?? "", posted[1]?.headers ?? {})).toBeTruthy();
	});

	it("reports an alert that begins, is acknowledged and ends, for the chosen topics", async () => {
		const { owner, send, events } = await createAlerted();
		const { webhook } = await addWebhook(owner, { topics: ["alerts"] });
		const other = await addWebhook(owner, { name: "Reports", topics: ["reports"] });
		await send([
			[0, 9],
			[20, 9],
		]);
		const [event] = await events();
		dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds: [event?.id] }));
		await send([
			[21, 4],
			[60, 4],
		]);
		const notified = await deliveriesOf(owner, webhook.id);
		expect(notified.map(({ type }) => type).sort()).toEqual(["alert.acknowledged", "alert.ended", "alert.opened"]);
		expect(await deliveriesOf(owner, other.webhook.id)).toEqual([]);
	});

	it("repeats whatever the program responds, within a limit for each minute", async () => {
		const { id, owner } = await createOwner();
		const { webhook } = await addWebhook(owner);
		const now = aheadOfTheAlarm();
		const denying = program(() => 404);
		const messageId = await queueStatus(id, webhook.id, now);
		expect(await tryOnce(id, messageId, { now, send: denying.send })).toMatchObject({ state: "queued", attempt: 2 });
		const { posted, send } = program();
		const later = [await queueStatus(id, webhook.id, now + 1), await queueStatus(id, webhook.id, now + 2)];
		await inAccount(id, (db) => updateWebhook(db, webhook.id, { minuteFrom: now, minuteCount: 59 }));
		for (const each of later) await tryOnce(id, each, { now: now + 100, send });
		expect(posted.length).toBe(1);
		for (const each of later) await tryOnce(id, each, { now: now + minuteMs, send });
		expect(posted.length).toBe(2);
	});
});

describe("an event that waits for its next try", () => {
	it("goes out at once on request, and by itself once another one arrives", async () => {
		const { id, owner } = await createOwner();
		const { webhook } = await addWebhook(owner);
		const now = aheadOfTheAlarm();
		const failing = program(() => 500);
		const [requested, other, third] = [
			await queueStatus(id, webhook.id, now),
			await queueStatus(id, webhook.id, now + 1),
			await queueStatus(id, webhook.id, now + 2),
		];
		const giveUpAt = (await messageOf(id, requested)).giveUpAt;
		for (const each of [requested, other]) {
			const failed = await tryOnce(id, each, { now: now + 1_000, send: failing.send });
			expect(failed.dueAt).toBeGreaterThan(now + 30_000);
		}
		const rows = await deliveriesOf(owner, webhook.id);
		expect(rows.map(({ isResendable }) => isResendable)).toEqual([false, true, true]);
		dataOf(await owner.mutate("message.resendMessage", { messageId: requested }));
		const due = await messageOf(id, requested);
		expect([due.dueAt ?? now, due.attempt, due.giveUpAt]).toEqual([expect.any(Number), 2, giveUpAt]);
		expect(due.dueAt).toBeLessThan(now);
		const again = await owner.mutate("message.resendMessage", { messageId: requested });
		expect(again.error?.data.reason).toBe("MESSAGE_NOT_RESENDABLE");
		const { send } = program();
		expect((await tryOnce(id, third, { now: now + 2_000, send })).state).toBe("sent");
		expect((await messageOf(id, other)).dueAt).toBe(now + 2_000);
	});
});

describe("a webhook", () => {
	it("switches off after days without a delivery, notifies owners, and cancels waiting events", async () => {
		const { id, owner } = await createOwner();
		const { webhook } = await addWebhook(owner);
		const start = aheadOfTheAlarm();
		const failing = program(() => 500);
		const waiting = await queueStatus(id, webhook.id, start);
		for (const day of [0, 1, 2, 3]) {
			const messageId = day === 0 ? waiting : await queueStatus(id, webhook.id, start + day * dayMs);
			expect((await webhookOf(owner))?.state).toBe("on");
			const failed = await tryOnce(id, messageId, { now: start + (day + 1) * dayMs - 1, send: failing.send });
			expect(failed.state).toBe("failed");
		}
		expect(await webhookOf(owner)).toMatchObject({ state: "stopped", failingSince: new Date(start) });
		const { messages } = dataOf<{ messages: { cause: string; recipient: string }[] }>(
			await owner.query("message.getMessages", {}),
		);
		expect(messages.filter(({ cause }) => cause === "webhookStopped").length).toBe(1);
		const version = (await webhookOf(owner))?.version;
		const input = { webhookId: webhook.id, version, name: "Tickets", url, topics: ["devices"], isEnabled: true };
		expect(dataOf<Webhook>(await owner.mutate("webhook.updateWebhook", input))).toMatchObject({
			state: "on",
			failingSince: null,
			topics: ["devices"],
		});
		const { error } = await owner.mutate("webhook.updateWebhook", input);
		expect(error).toMatchObject({ data: { reason: "CHANGED_MEANWHILE" } });
	});

	it("gets nothing more once it is deleted", async () => {
		const { id, owner } = await createOwner();
		const { webhook } = await addWebhook(owner);
		const now = aheadOfTheAlarm();
		const messageId = await queueStatus(id, webhook.id, now);
		dataOf(await owner.mutate("webhook.deleteWebhook", { webhookId: webhook.id }));
		const { posted, send } = program();
		expect(await tryOnce(id, messageId, { now, send })).toMatchObject({ state: "suppressed", reason: "recipientGone" });
		expect(posted).toEqual([]);
	});

	it("allows a few tests within an hour, and never shows its secrets or address in the audit log", async () => {
		const { owner } = await createOwner();
		const { webhook, secret } = await addWebhook(owner);
		const test = () => owner.mutate("webhook.sendTest", { webhookId: webhook.id });
		for (let times = 0; times < 5; times += 1) expect((await test()).error).toBeNull();
		expect((await test()).error).toMatchObject({ data: { fields: { webhookId: expect.stringContaining("5 tests") } } });
		const audit = JSON.stringify(dataOf<AuditPage>(await owner.query("account.getAudit", { kind: "webhook" })));
		expect(audit).toContain("webhook.createWebhook");
		expect(audit).not.toContain(secret);
		expect(audit).not.toContain(url);
		expect(JSON.stringify(await webhookOf(owner))).not.toContain(secret);
	});
});
