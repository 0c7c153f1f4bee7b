import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { findAlertEvent, listOpenEvents } from "../../../backend/db/alert-event-rows";
import { callTokenMs, createCallTokens } from "../../../backend/keys/call-tokens";
import type { HandOver } from "../../../backend/message/hand-over";
import { twilioCalls } from "../../../backend/message/senders/twilio-calls";
import type { NetworkSend } from "../../../backend/message/senders/webhook-sender";
import { type CallAct, callActs } from "../../../local/call-service";
import { callPath } from "../../../shared/base/links";
import * as fc from "../../properties";
import { messagesOf } from "../fixtures/alert-telling";
import { createCalling } from "../fixtures/calling";
import { accountStub, inAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { allChannels, consume, handOverAt } from "../fixtures/messages";

const write = /^\s*(?:insert|update|delete|replace)\b/i;

/** Ends the object at one of its next writes. */
async function killAt(accountId: string, position: number): Promise<void> {
	await runInDurableObject(accountStub(accountId), (_, { storage: { sql } }) => {
		const exec = sql.exec.bind(sql);
		let left = position;
		Object.defineProperty(sql, "exec", {
			configurable: true,
			value: (query: string, ...bindings: unknown[]) => {
				if (write.test(query)) left -= 1;
				if (left === 0) throw new Error("Killed by the test");
				return exec(query, ...bindings);
			},
		});
	});
}

/** A consumer that ends right after the provider has accepted the call. */
async function placeOnly(
	{ accountId, messageId, attempt }: HandOver,
	{ now, send }: { now: number; send: NetworkSend },
) {
	const claim = await accountStub(accountId).claimMessage({ messageId, attempt }, now);
	if (claim.status !== "send" || claim.message.channel !== "call" || !allChannels?.call) return;
	const token = await tokens.sign({ accountId, messageId, attempt, expiresAt: now + callTokenMs });
	const url = `${allChannels.consoleUrl}${callPath}${token}`;
	await twilioCalls(allChannels.call, send).place({ to: claim.message.addressee.address, url });
}

const tokens = createCallTokens([env.INGEST_SECRET]);
const keys = ["1", "1", "1", "2", "9"] as const;
const step = fc.record({
	act: fc.constantFrom<CallAct | "again" | "wait">("again", "wait", "pickUp", "pickUp", ...callActs, ...keys, ...keys),
	/** At which write the object ends; 0: not at all. */
	killedAt: fc.integer({ min: 0, max: 12 }),
	isRepeated: fc.boolean(),
});

type Calling = Awaited<ReturnType<typeof createCalling>>;

type Script = {
	/** Minutes after the account's first hour. */
	begin: number;
	isConsumerKilled: boolean;
	steps: { act: CallAct | "again" | "wait"; killedAt: number; isRepeated: boolean }[];
};

async function play(calling: Calling, { isConsumerKilled, steps, begin }: Script): Promise<void> {
	const { id, at, service, provider, passTo } = calling;
	const placed: string[] = [];
	const place = async (url: string, init: RequestInit) => {
		const address = new URLSearchParams(String(init.body)).get("Url") ?? "";
		const claims = await tokens.parse(new URL(address).pathname.slice(callPath.length), at(minute));
		placed.push(`${claims?.messageId} ${claims?.attempt}`);
		return calling.place(url, init);
	};
	const earlier = (await messagesOf(id)).length;
	await calling.send([[begin, 9]]);
	let minute = begin + 1;
	const pass = async () => {
		passTo(minute);
		for (const { messageId, attempt } of await handOverAt(id, at(minute))) {
			const handOver = { accountId: id, messageId, attempt };
			const parts = { email: provider.binding, send: place, clock: () => at(minute) };
			if (isConsumerKilled && attempt === 1)
				await placeOnly(handOver, { now: at(minute), send: place }).catch(() => {});
			// A queue delivers again, also what a consumer has taken.
			await consume([handOver], parts);
			await consume([handOver], parts);
		}
	};
	await pass();
	for (const { act, killedAt, isRepeated } of steps) {
		const sid = service.calls[0]?.sid ?? "";
		for (const isAgain of isRepeated ? [false, true] : [false]) {
			if (killedAt > 0 && !isAgain) await killAt(id, killedAt);
			const done =
				act === "wait"
					? pass()
					: act === "again"
						? service.report(sid, "completed", calling.post)
						: calling.act(sid, act);
			await Promise.resolve(done).catch(() => {});
			if (killedAt > 0 && !isAgain) await evictDurableObject(accountStub(id));
		}
		minute += 1;
	}
	for (const later of [1, 3, 6, 10]) {
		minute += later;
		await pass();
	}
	expect(new Set(placed).size).toBe(placed.length);
	expect(placed.length).toBeLessThanOrEqual(2);
	takeLogs();
	const messages = (await messagesOf(id)).slice(earlier);
	const call = messages.find(({ channel }) => channel === "call");
	expect(["sent", "failed", "unknown"]).toContain(call?.state);
	const isReached = call?.outcome === "acknowledged" || call?.outcome === "heard";
	const [open] = await inAccount(id, (db) => listOpenEvents(db));
	const event = await inAccount(id, (db) => findAlertEvent(db, open?.id ?? ""));
	if (call?.outcome === "acknowledged") expect(event?.acknowledgedBy).toBe("Bea (call)");
	if (!isReached) expect(messages.some(({ contactId }) => contactId === calling.carl.id)).toBe(true);
	if (isReached && placed.length === 1) expect(messages).toHaveLength(1);
}

it.each([true, false])(
	"places each call once and loses no step (consumer killed: %s)",
	async (isConsumerKilled) => {
		const calling = await createCalling();
		let begin = 0;
		const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
			// A new account makes 20 calls a day.
			begin += 180;
			await play(calling, { isConsumerKilled, steps, begin });
			await calling.send([[begin + 100, 5]]);
		});
		await fc.assert(property, { numRuns: 30, endOnFailure: true });
	},
	fc.timeLimit(120_000),
);
