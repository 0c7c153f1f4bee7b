import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createNewId } from "../../../backend/base/ids";
import { changeAccount } from "../../../backend/db/account-rows";
import { findRun, insertRun, type RunRow } from "../../../backend/db/report-run-rows";
import { messages, users } from "../../../backend/db/schema";
import { listDeliveries } from "../../../backend/db/webhook-rows";
import { recordOutcome } from "../../../backend/message/message-outcome";
import { endRun } from "../../../backend/report/run/end-run";
import { queueEvent } from "../../../backend/webhook/queue-event";
import type { BillingSummary } from "../../../shared/account/billing";
import type { NewWebhook } from "../../../shared/account/webhook";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { ReportRunState } from "../../../shared/report/report";
import { addApiKey, callApi } from "../fixtures/api-keys";
import { inObject } from "../fixtures/billed-account";
import { accountStub, addDevice, addMember, createOwner, freezer, inAccount, newId } from "../fixtures/fleet";
import { addContact, attemptAt, emailProvider, providerError, queue, testFacts } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";
import { endedRun } from "../fixtures/report-run";
import { uploadAt } from "../fixtures/uploads";
import { watchAlone } from "../fixtures/works";

/** Seven hours behind UTC all year, so that SQL needs no calendar. */
const zone = "America/Phoenix";
const behindSeconds = 7 * 3_600;
const steps = 30;

/** Computes each meter from its rows by SQL that shares nothing with the product. */
async function recomputed(accountId: string, month: string) {
	return runInDurableObject(accountStub(accountId), (_, { storage }) => {
		const one = (query: string) => Number(storage.sql.exec(query).toArray()[0]?.n ?? 0);
		const inMonth = (column: string) =>
			`strftime('%Y-%m', ${column} / 1000 - ${behindSeconds}, 'unixepoch') = '${month}'`;
		const sent = (channels: string) =>
			one(
				`SELECT count(*) AS n FROM messages WHERE channel IN (${channels}) AND state = 'sent' AND ${inMonth("sent_at")}`,
			);
		const bytes = [
			"SELECT sum(length(tail)) AS n FROM device_log",
			"SELECT sum(coalesce(length(quarters), 0) + coalesce(length(block), 0)) AS n FROM day_block",
			"SELECT sum(length(block)) AS n FROM import_block",
			"SELECT sum(bytes) AS n FROM archived_month",
			"SELECT sum(bytes) AS n FROM report_files",
		];
		return {
			devices: one("SELECT count(*) AS n FROM devices WHERE archived_at IS NULL"),
			users: one("SELECT count(*) AS n FROM users WHERE status <> 'disabled'"),
			storageBytes: bytes.reduce((sum, query) => sum + one(query), 0),
			emails: sent("'email'"),
			sms: sent("'sms'"),
			calls: sent("'call'"),
			webhooks: sent("'webhook', 'slack'"),
			uploads: one("SELECT max(last_seq) AS n FROM device_log"),
			reportRuns: one(
				`SELECT count(*) AS n FROM report_runs WHERE state IN ('ok', 'empty', 'partial') AND ${inMonth("finished_at")}`,
			),
		};
	});
}

it("bills a month of mixed use by its rows", async () => {
	const { id, owner } = await createOwner();
	await watchAlone(id);
	await inAccount(id, (db) => changeAccount(db, { timeZone: zone }));
	const now = Date.now();
	const month = new Date(now - behindSeconds * 1_000).toISOString().slice(0, 7);
	const begin = Date.parse(`${month}-01T07:00:00Z`);
	const devices = await Promise.all([1, 2, 3].map(() => addDevice(owner)));
	dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [devices[2]?.device.id] }));
	await addMember(id, "viewer");
	const leaving = await addMember(id, "viewer");
	await inAccount(id, (db) => db.update(users).set({ status: "disabled" }).where(eq(users.sub, leaving.sub)).run());
	const contact = await addContact(id);
	const hook = { name: "Tickets", url: "https://hooks.acme.io/aqlcloud", topics: ["devices"] };
	const { webhook } = dataOf<NewWebhook>(await owner.mutate("webhook.createWebhook", hook));
	const { key: apiKey } = await addApiKey(owner);

	const send = (step: number) => async () => {
		return new Response(null, { status: step % 3 === 1 ? 500 : 204 });
	};
	const email = (step: number) =>
		emailProvider(() => {
			if (step % 3 === 2) throw providerError("E_RECIPIENT_NOT_ALLOWED");
		}).binding;

	const upload = (position: number, at: number) => {
		const [channel] = freezer.channels;
		return uploadAt(devices[position]?.key ?? "", at, [{ channel: channel?.name, at: at - minuteMs, value: position }]);
	};
	const queued = (channel: "email" | "sms", at: number) => {
		const recipient = { to: "contact", contactId: contact.id, channel } as const;
		return queue(id, { cause: "test", about: newId("notice"), recipient, facts: testFacts }, at);
	};
	const mail = async (step: number, at: number) => {
		await attemptAt(id, await queued("email", at), { now: at, email: email(step) });
	};
	/** SMS are not set up here, so the test reports the provider's outcome to the object itself. */
	const text = async (step: number, at: number) => {
		const messageId = await queued("sms", at);
		await inObject({ id }, ({ db, invalidations, hooks }) => {
			db.update(messages).set({ state: "sending" }).where(eq(messages.id, messageId)).run();
			const outcome =
				step % 3 === 0
					? ({ kind: "refused", error: "No" } as const)
					: ({ kind: "accepted", providerId: null } as const);
			recordOutcome({ db, invalidations, hooks, now: at }, { messageId, attempt: 1 }, outcome);
		});
	};
	const event = async (step: number, at: number) => {
		const messageId = await inAccount(id, (db) => {
			queueEvent({ db, now: at }, "device.status", () => ({ deviceId: "dev_1", status: "offline", path: "/devices/" }));
			return listDeliveries(db, webhook.id, 1)[0]?.message.id ?? "";
		});
		await attemptAt(id, messageId, { now: at, email: email(step), send: send(step) });
	};
	const states: ReportRunState[] = ["ok", "failed", "partial", "empty", "canceled"];
	const { run: made } = await endedRun(id, { now: begin - hourMs, run: { isSent: false } });
	const run = (step: number, at: number) =>
		inAccount(id, (db) => {
			const begun: RunRow = { ...made, id: newId("reportRun"), state: "running", finishedAt: null, queuedAt: at };
			insertRun(db, begun);
			const store = { db, now: at, newId: createNewId(at), invalidations: { changed: () => {} } };
			db.transaction(() => void endRun(store, findRun(db, begun.id) ?? begun, { state: states[step % 5] ?? "ok" }));
		});

	// This falls in the month before on this clock, although in this one by UTC.
	await upload(0, begin - 40 * minuteMs);
	await mail(0, begin - 30 * minuteMs);
	await run(0, begin - 20 * minuteMs);
	const before = await recomputed(id, month);
	for (let step = 0; step < steps; step += 1) {
		const at = begin + Math.floor(((now - begin) * (step + 0.5)) / steps);
		await upload(step % 2, at);
		if (step % 4 === 0) await upload(1, at + 1_000);
		if (step % 4 === 0) await mail(step / 4, at);
		else if (step % 2 === 0) await text(step / 2, at);
		else await event((step - 1) / 2, at);
		await run(step, at);
	}
	for (let call = 0; call < 5; call += 1) await callApi(apiKey, "groups");

	const { uploads, ...rows } = await recomputed(id, month);
	const { usage } = dataOf<BillingSummary>(await owner.query("billing.getBillingSummary"));
	const shown = Object.fromEntries(usage.map(({ meter, used }) => [meter, used]));
	expect(shown).toEqual({ ...rows, apiCalls: uploads - before.uploads + 5 });
	expect(rows).toMatchObject({ devices: 2, users: 2, reportRuns: 18 });
	for (const meter of ["emails", "sms", "webhooks"] as const) expect(rows[meter]).toBeGreaterThan(2);
	expect(rows.emails).toBeLessThan(8);
	expect([before.emails, before.reportRuns, before.uploads]).toEqual([0, 0, 1]);
}, 60_000);
