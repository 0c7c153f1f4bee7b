import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { alertNotes, messages, notices } from "../../../backend/db/schema";
import { createAlerted } from "../fixtures/alert-account";
import { addAlert, silentRule } from "../fixtures/alert-rules";
import { createContact } from "../fixtures/contact-input";
import { accountStub, inAccount } from "../fixtures/fleet";
import { partsOf, workThrough } from "../fixtures/works";

const write = /^\s*(?:insert|update|delete|replace)\b/i;

class Killed extends Error {
	constructor() {
		super("Killed by the test");
		this.name = "Killed";
	}
}

/** Kills the object at its write number `position`, from 1. */
async function killAt(accountId: string, position: number): Promise<void> {
	await runInDurableObject(accountStub(accountId), (_, { storage: { sql } }) => {
		const exec = sql.exec.bind(sql);
		let left = position;
		Object.defineProperty(sql, "exec", {
			configurable: true,
			value: (query: string, ...bindings: unknown[]) => {
				if (write.test(query)) {
					left -= 1;
					if (left === 0) throw new Killed();
				}
				return exec(query, ...bindings);
			},
		});
	});
}

async function passWork(accountId: string, name: string, now: number): Promise<void> {
	const failure = await runInDurableObject(accountStub(accountId), async (object) => {
		const { works } = partsOf(object);
		const work = works.find((one) => one.name === name);
		try {
			await work?.load?.();
			for (const subject of work?.due(now, 100) ?? []) await work?.run(subject, now);
			return null;
		} catch (error) {
			return error instanceof Killed ? "killed" : String(error);
		}
	});
	if (failure !== null) throw new Error(failure);
}

/** An event that opens and ends, a late excursion, and a silence; `run` takes each step to its end. */
async function storyOf(run: (accountId: string, step: () => Promise<void>) => Promise<void>) {
	const alerted = await createAlerted({ isEnabled: false });
	const { id, owner, send, events, at } = alerted;
	const contact = await createContact(owner);
	const recipients = { contactIds: [contact.id] };
	await addAlert(owner, { name: "Warm", ...recipients });
	await addAlert(owner, { name: "Silent", rule: silentRule, ...recipients });
	const steps = [
		() => send([[10, 5]]),
		() =>
			send([
				[11, 9],
				[12, 11],
			]),
		() =>
			send(
				[
					[1, 5],
					[2, 12],
					[3, 4],
				],
				13,
			),
		() => passWork(id, "alert catch-up", at(15)),
		() => send([[16, 5]]),
		() => passWork(id, "alert deadlines", at(61.5)),
		() => send([[70, 5]]),
	];
	// The steps are an hour ahead: the alarm has nothing to do between them after the contact's letter.
	await workThrough(accountStub(id), Date.now());
	for (const step of steps) await run(id, step);
	const inOrder = (texts: string[]) => texts.toSorted();
	const [queued, kinds, sends] = await inAccount(id, (db) => [
		db.select().from(notices).all(),
		db.select().from(alertNotes).all(),
		db.select().from(messages).all(),
	]);
	const start = at(0);
	return {
		events: (await events()).map(({ ruleName, startedAt, firedAt, endedAt, count, peak, isPast, state }) => {
			const times = [startedAt, firedAt, endedAt ?? start].map((time) => time - start);
			return { ruleName, times, count, peak, isPast, state };
		}),
		notices: inOrder(queued.map(({ cause, step }) => `${cause} ${step}`)),
		messages: sends.length > 0,
		notes: inOrder(kinds.filter(({ kind }) => kind !== "notified" && kind !== "notNotified").map(({ kind }) => kind)),
	};
}

it("ends as undisturbed if steps are killed at each of their writes and tried again", async () => {
	const undisturbed = await storyOf((_, step) => step());
	expect(undisturbed.events).toHaveLength(3);
	expect(undisturbed.notices.length).toBeGreaterThan(3);
	let kills = 0;
	const killed = await storyOf(async (accountId, step) => {
		for (let position = 1; ; position += 1) {
			await killAt(accountId, position);
			const isDone = await step().then(
				() => true,
				() => false,
			);
			await evictDurableObject(accountStub(accountId));
			if (isDone) break;
			kills += 1;
		}
	});
	expect(killed).toEqual(undisturbed);
	expect(kills).toBeGreaterThan(20);
}, 120_000);
