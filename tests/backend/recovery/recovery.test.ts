import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { accountObjects } from "../../../backend/base/account-objects";
import type { AccountObjects } from "../../../backend/base/context";
import { findMessage } from "../../../backend/db/message-rows";
import worker from "../../../backend/index";
import { createHold } from "../../../backend/recovery/hold";
import { type RecoveryCalls, runRecoveries } from "../../../backend/recovery/run-recoveries";
import type { CurrentAccount } from "../../../shared/account/account";
import { minuteMs } from "../../../shared/base/durations";
import type { RoundWalk } from "../../../shared/round/round-walk";
import { accountStub, addMember, createOwner, inAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { addContact, queueTest } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";
import { partsOf, testWork, workThrough } from "../fixtures/works";

const quarterMs = 15 * minuteMs;

function runCron(): Promise<void> {
	return worker.scheduled(createScheduledController({ cron: "*/15 * * * *", scheduledTime: new Date() }));
}

async function recoveryOf(accountId: string) {
	const query = "SELECT restore_to, held_at, released_at, failure FROM account_recoveries WHERE account_id = ?";
	return env.DIRECTORY.prepare(query).bind(accountId).first<Record<string, number | string | null>>();
}

/**
 * Requests as `npm run recover` does; `undo` is the bookmark that the platform returned, which a local run never does.
 */
async function request(accountId: string, undo: string | null = null): Promise<void> {
	const insert =
		"INSERT INTO account_recoveries (id, account_id, restore_to, asked_at, begun_at, undo_bookmark) VALUES (?, ?, ?, ?, ?, ?)";
	const now = Date.now();
	const values = [`rec_${accountId}`, accountId, now, now, undo && now, undo];
	await env.DIRECTORY.prepare(insert)
		.bind(...values)
		.run();
}

const stateOf = (accountId: string, messageId: string) =>
	inAccount(accountId, (db) => {
		const message = findMessage(db, messageId);
		return { state: message?.state, handOvers: message?.handOvers, error: message?.error ?? null };
	});

it("states why the platform does not restore an account, and then holds nothing", async () => {
	const { id, owner } = await createOwner();
	await request(id);
	await runCron();
	expect(await recoveryOf(id)).toMatchObject({ held_at: null, failure: expect.any(String) });
	expect(dataOf<CurrentAccount>(await owner.query("account.getCurrent")).heldAtPoint).toBeNull();
	await runCron();
	expect(await recoveryOf(id)).toMatchObject({ held_at: null });
});

const noObjects = {
	idFromName: (name: string): never => expect.fail(`An object of ${name} was asked for`),
	get: (): never => expect.fail("An object was asked for"),
};

it("makes no object for an account that the directory does not know, and states so", async () => {
	const accountId = `acc_${"9".repeat(26)}`;
	await request(accountId);
	await runRecoveries({ directory: env.DIRECTORY, accounts: noObjects }, Date.now());
	expect(await recoveryOf(accountId)).toMatchObject({ held_at: null, failure: "The directory knows no such account" });
});

it("touches no account whose request was cancelled after it was listed", async () => {
	const { id } = await createOwner();
	await request(id);
	const cancel = "UPDATE account_recoveries SET failure = 'cancelled' WHERE account_id = ? AND begun_at IS NULL";
	const begin = (sql: string) => sql.includes("SET begun_at");
	const prepare = (sql: string) => {
		const statement = env.DIRECTORY.prepare(sql);
		if (!begin(sql)) return statement;
		const bind = (...values: unknown[]) => ({
			run: async () => {
				await env.DIRECTORY.prepare(cancel).bind(id).run();
				return statement.bind(...values).run();
			},
		});
		return { bind };
	};
	const directory = { prepare } as unknown as D1Database; // the code uses nothing else of it
	const accounts = { idFromName: (name: string) => accountObjects(env).idFromName(name), get: () => untouched };
	const untouched = { setBack: () => expect.fail("The object was restored") };
	await runRecoveries({ directory, accounts: accounts as unknown as AccountObjects<RecoveryCalls> }, Date.now());
	expect(await recoveryOf(id)).toMatchObject({ held_at: null, failure: "cancelled" });
	const begun = "SELECT begun_at FROM account_recoveries WHERE account_id = ?";
	expect(await env.DIRECTORY.prepare(begun).bind(id).first()).toEqual({ begun_at: null });
});

it("lets an account that was set back send nothing until an owner releases it", async () => {
	const { id, owner } = await createOwner();
	const viewer = await addMember(id, "viewer");
	const contact = await addContact(id);
	const before = await queueTest(id, contact.id, Date.now() - minuteMs);
	await request(id, "a bookmark");
	await runCron();
	expect((await recoveryOf(id))?.held_at).not.toBeNull();
	expect(await stateOf(id, before)).toMatchObject({ state: "unknown", error: expect.stringContaining("set back") });

	const since = await queueTest(id, contact.id, Date.now());
	await workThrough(accountStub(id), Date.now() + quarterMs);
	expect(await stateOf(id, since)).toEqual({ state: "queued", handOvers: 0, error: null });
	const claimed = await accountStub(id).claimMessage({ messageId: since, attempt: 1 }, Date.now());
	expect(claimed).toEqual({ status: "ignored", why: "no account" });
	expect(dataOf<CurrentAccount>(await viewer.query("account.getCurrent")).heldAtPoint).not.toBeNull();
	expect((await viewer.mutate("account.releaseHold")).error?.data.reason).toBe("NOT_PERMITTED");

	expect(dataOf<CurrentAccount>(await owner.mutate("account.releaseHold")).heldAtPoint).toBeNull();
	expect(dataOf<CurrentAccount>(await owner.mutate("account.releaseHold")).heldAtPoint).toBeNull();
	await workThrough(accountStub(id), Date.now() + minuteMs);
	expect((await stateOf(id, since)).handOvers).toBe(1);
	await runCron();
	expect((await recoveryOf(id))?.released_at).not.toBeNull();
});

it("A restored account names to phones the span of time in which it lost their checks", async () => {
	const { id, owner } = await createOwner();
	const walk = async () => dataOf<RoundWalk>(await owner.query("round.getRoundWalk", { language: "en" }));
	expect((await walk()).restored).toEqual([]);
	await request(id, "a bookmark");
	await runCron();
	const { restore_to: from } = (await recoveryOf(id)) ?? {};
	const { restored } = await walk();
	expect(restored).toEqual([{ from, until: expect.any(Number) }]);
	expect(restored?.[0]?.until).toBeGreaterThanOrEqual(Number(from));
});

it("releases an account for the operator too, and holds it for no known point again", async () => {
	const { id, owner } = await createOwner();
	await request(id, "a bookmark");
	await runCron();
	await runCron();
	expect(await recoveryOf(id)).toMatchObject({ released_at: null });
	const release = "UPDATE account_recoveries SET release_asked_at = 1 WHERE account_id = ?";
	await env.DIRECTORY.prepare(release).bind(id).run();
	await runCron();
	expect((await recoveryOf(id))?.released_at).not.toBeNull();
	await accountStub(id)
		.beginAnew()
		.catch(() => {});
	expect(await accountStub(id).takeHold()).toBe(false);
	expect(dataOf<CurrentAccount>(await owner.query("account.getCurrent")).heldAtPoint).toBeNull();
});

it("sends nothing while the directory cannot confirm a restore, and continues once it responds", async () => {
	const { id } = await createOwner();
	const { work } = testWork("messages", ["a"]);
	await runInDurableObject(accountStub(id), async (object) => {
		const out = (): never => {
			throw new Error("The directory is out");
		};
		const broken = { prepare: out };
		let now = 1_000;
		const directory = broken as unknown as D1Database; // the code uses nothing else of it
		const hold = createHold({ ...partsOf(object), directory, clock: () => now });
		const held = hold.holding(work);
		expect(await hold.mustWait()).toBe(true);
		expect(held.due(now, 1)).toEqual([]);
		expect(held.nextDueAt()).toBe(6_000);
		now = 5_999;
		expect(await hold.mustWait()).toBe(true);
		expect(takeLogs()).toEqual([expect.stringContaining("recoveries-unknown")]);
		const parts = partsOf(object);
		let isOut = false;
		const failing = { prepare: (sql: string) => (isOut ? out() : parts.directory.prepare(sql)) };
		const passing = failing as unknown as D1Database; // the code uses nothing else of it
		const free = createHold({ ...parts, directory: passing, clock: () => now });
		expect(await free.mustWait()).toBe(false);
		isOut = true;
		now = 60_000;
		expect(await free.mustWait()).toBe(false);
		expect(free.holding(work).due(now, 1)).toEqual(["a"]);
	});
});

/**
 * The jobs that run while an account is on hold, and why: they reach no one beyond the account. A restored object may
 * change its part of the bucket, because that deletes only what can no longer be named.
 */
const goesOn: Record<string, string> = {
	"absent placements": "rows",
	"alert catch-up": "evaluates rules; messages are queued",
	"alert deadlines": "evaluates rules; messages are queued",
	"alert follow-ups": "messages are queued",
	"lost alerts": "messages are queued",
	"alert rules": "rows",
	archive: "the account's part of the bucket",
	"archived audit": "the account's part of the bucket",
	"archived messages": "the account's part of the bucket",
	"bulk changes": "rows",
	"compare totals": "rows",
	"count calls": "rows",
	"data export": "the account's part of the bucket; the mail is queued",
	"delete devices": "rows",
	"device status": "rows",
	"erased evidence": "the account's part of the bucket",
	"full storage": "rows; the mail is queued",
	"old attachments": "rows, and the account's part of the bucket",
	"old audit": "rows",
	"old evidence": "rows",
	"old integration messages": "rows",
	"old messages": "rows",
	"old report runs": "rows",
	"old requests": "rows",
	plan: "rows; the mail is queued",
	"planned mutes": "rows",
	"report revisions": "rows",
	"report sweep": "the account's part of the bucket",
	retention: "rows, and the account's part of the bucket",
	sample: "rows",
	seal: "rows",
	"settle imports": "rows",
	"shortened retention": "rows",
	sweep: "the account's part of the bucket",
	"uses of assistants": "rows",
};

it("holds every job of the alarm but those that reach no one, each with its reason", async () => {
	const { id } = await createOwner();
	await runInDurableObject(accountStub(id), (object) => {
		const free = partsOf(object).works.filter(({ isHeld }) => !isHeld);
		expect(free.map(({ name }) => name).sort()).toEqual(Object.keys(goesOn).sort());
	});
});
