import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { findAlertEvent, listOpenEvents } from "../../../backend/db/alert-event-rows";
import { createCallTokens } from "../../../backend/keys/call-tokens";
import type { ConsumerParts } from "../../../backend/message/consume-messages";
import { type CallAct, callActs } from "../../../local/call-service";
import { callPath } from "../../../shared/base/links";
import * as fc from "../../properties";
import { messagesOf } from "../fixtures/alert-telling";
import { createCalling } from "../fixtures/calling";
import { accountStub, inAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { consume, handOverAt } from "../fixtures/messages";

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
const endingConsumer = {
	idFromName: (name: string) => env.ACCOUNT.idFromName(name),
	get: (id: DurableObjectId) => ({
		claimMessage: (...call: Parameters<ReturnType<typeof env.ACCOUNT.get>["claimMessage"]>) =>
			env.ACCOUNT.get(id).claimMessage(...call),
		reportMessage: () => Promise.reject(new Error("Killed by the test")),
	}),
} as unknown as ConsumerParts["accounts"]; // the two calls of a consumer

const tokens = createCallTokens([env.INGEST_SECRET]);
const keys = ["1", "1", "1", "2", "9"] as const;
const step = fc.record({
	act: fc.constantFrom<CallAct | "again" | "wait">("again", "wait", "answer", "answer", ...callActs, ...keys, ...keys),
	/** At which write the object ends; 0: not at all. */
	killedAt: fc.integer({ min: 0, max: 12 }),
	isRepeated: fc.boolean(),
});

type Script = { isConsumerKilled: boolean; steps: { act: CallAct | "again" | "wait"; killedAt: number; isRepeated: boolean }[] };

async function play({ isConsumerKilled, steps }: Script): Promise<void> {
	const calling = await createCalling();
	const { id, at, service, provider, passTo } = calling;
	const placed: string[] = [];
	const place = async (url: string, init: RequestInit) => {
		const address = new URLSearchParams(String(init.body)).get("Url") ?? "";
		const claims = await tokens.parse(new URL(address).pathname.slice(callPath.length), at(minute));
		placed.push(`${claims?.messageId} ${claims?.attempt}`);
		return calling.place(url, init);
	};
	await calling.send([[0, 9]]);
	let minute = 1;
	const pass = async () => {
		passTo(minute);
		for (const { messageId, attempt } of await handOverAt(id, at(minute))) {
			const accounts = isConsumerKilled && attempt === 1 ? { accounts: endingConsumer } : {};
			const parts = { email: provider.binding, send: place, clock: () => at(minute), ...accounts };
			await consume([{ accountId: id, messageId, attempt }], parts);
			// A queue delivers again, also what a consumer has taken.
			await consume([{ accountId: id, messageId, attempt }], { ...parts, accounts: env.ACCOUNT });
		}
	};
	await pass();
	for (const { act, killedAt, isRepeated } of steps) {
		const sid = service.calls[0]?.sid ?? "";
		for (const isAgain of isRepeated ? [false, true] : [false]) {
			if (killedAt > 0 && !isAgain) await killAt(id, killedAt);
			const done = act === "wait" ? pass() : act === "again" ? service.report(sid, "completed", calling.post) : calling.act(sid, act);
			await Promise.resolve(done).catch(() => {});
			if (killedAt > 0 && !isAgain) await evictDurableObject(accountStub(id));
		}
		minute += 1;
	}
	for (let rest = 0; rest < 8; rest += 1) {
		minute += 1;
		await pass();
	}
	expect(new Set(placed).size).toBe(placed.length);
	expect(placed.length).toBeLessThanOrEqual(2);
	takeLogs();
	const messages = await messagesOf(id);
	const call = messages.find(({ channel }) => channel === "call");
	expect(["sent", "failed", "unknown"]).toContain(call?.state);
	const isReached = call?.outcome === "acknowledged" || call?.outcome === "heard";
	const [open] = await inAccount(id, (db) => listOpenEvents(db));
	const event = await inAccount(id, (db) => findAlertEvent(db, open?.id ?? ""));
	if (call?.outcome === "acknowledged") expect(event?.acknowledgedBy).toBe("Bea (call)");
	if (!isReached) expect(messages.some(({ contactId }) => contactId === calling.carl.id)).toBe(true);
	if (isReached && placed.length === 1) expect(messages).toHaveLength(1);
}

it.each([true, false])("places each call once and loses no step (consumer killed: %s)", async (isConsumerKilled) => {
	const steps = fc.array(step, { minLength: 1, maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(steps, (script) => play({ isConsumerKilled, steps: script })),
		{ numRuns: 30 },
	);
}, fc.timeLimit(120_000));
