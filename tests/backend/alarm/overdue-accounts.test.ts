import { createScheduledController, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { listAccountsDueBefore, saveAccountDue } from "../../../backend/db/directory-rows";
import worker from "../../../backend/index";
import { minuteMs } from "../../../shared/base/durations";
import { accountStub, addDevice, createOwner, newId } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { uploadAt } from "../fixtures/uploads";
import { addWorks, alarmOf, testWork, watchAlone } from "../fixtures/works";

function dueOf(accountId: string): Promise<number | null> {
	const query = env.DIRECTORY.prepare("SELECT due_at FROM account_due WHERE account_id = ?").bind(accountId);
	return query.first<number>("due_at");
}

async function makeOverdue(accountId: string, dueAt = 1): Promise<void> {
	const update = "INSERT OR REPLACE INTO account_due VALUES (?, ?)";
	await env.DIRECTORY.prepare(update).bind(accountId, dueAt).run();
}

function runCron(now = Date.now()): Promise<void> {
	return worker.scheduled(createScheduledController({ cron: "*/15 * * * *", scheduledTime: new Date(now) }));
}

it("does the work of an account whose alarm was lost, and sets the alarm again", async () => {
	const { id, owner } = await createOwner();
	const { key } = await addDevice(owner);
	const now = Date.now();
	await watchAlone(id);
	await uploadAt(key, now);
	const { work, done } = testWork("seal", ["a"]);
	await vi.waitFor(async () => expect(await dueOf(id)).toBe(now + 22.5 * minuteMs), { timeout: 10_000 });
	await addWorks(id, work);
	await runInDurableObject(accountStub(id), (_, state) => state.storage.deleteAlarm());
	await makeOverdue(id);
	await runCron();
	await vi.waitFor(() => expect(done).toEqual(["a"]), { timeout: 10_000 });
	await vi.waitFor(async () => expect(await alarmOf(id)).toBe(now + 22.5 * minuteMs), { timeout: 10_000 });
	await vi.waitFor(async () => expect(await dueOf(id)).toBe(now + 22.5 * minuteMs), { timeout: 10_000 });
});

it("skips an account that is late by a quarter of an hour or less", async () => {
	const { id } = await createOwner();
	const { work, done } = testWork("seal", ["a"]);
	await addWorks(id, work);
	const now = Date.now();
	await makeOverdue(id, now - 15 * minuteMs);
	await runCron(now);
	expect(done).toEqual([]);
	await runCron(now + 1);
	await vi.waitFor(() => expect(done).toEqual(["a"]), { timeout: 10_000 });
});

it("removes the row of an account that waits for nothing any more", async () => {
	const { id } = await createOwner();
	await watchAlone(id);
	await makeOverdue(id);
	await runCron();
	await vi.waitFor(async () => expect(await dueOf(id)).toBeNull(), { timeout: 10_000 });
});

it("continues behind an account that cannot be woken, and puts it behind the others", async () => {
	const [broken, other] = [await createOwner(), await createOwner()];
	const drop = "DROP TABLE __drizzle_migrations";
	await runInDurableObject(accountStub(broken.id), (_, state) => void state.storage.sql.exec(drop));
	await evictDurableObject(accountStub(broken.id));
	const { work, done } = testWork("seal", ["a"]);
	await addWorks(other.id, work);
	await makeOverdue(broken.id, 1);
	await makeOverdue(other.id, 2);
	const now = Date.now();
	await runCron(now);
	await vi.waitFor(() => expect(done).toEqual(["a"]), { timeout: 10_000 });
	await vi.waitFor(async () => expect(await dueOf(broken.id)).toBe(now), { timeout: 10_000 });
	expect(takeLogs()).toEqual([expect.stringContaining('"event":"poke-failed"')]);
});

it("ends well if the directory cannot store that an account cannot be woken", async () => {
	const { id } = await createOwner();
	const drop = "DROP TABLE __drizzle_migrations";
	await runInDurableObject(accountStub(id), (_, state) => void state.storage.sql.exec(drop));
	await evictDurableObject(accountStub(id));
	await makeOverdue(id);
	const deny = "CREATE TRIGGER refuse BEFORE UPDATE ON account_due BEGIN SELECT RAISE(ABORT, 'read only'); END";
	await env.DIRECTORY.prepare(deny).run();
	try {
		await runCron();
	} finally {
		await env.DIRECTORY.prepare("DROP TRIGGER refuse").run();
		await saveAccountDue(env.DIRECTORY, id, null);
	}
	expect(takeLogs().slice(-1)).toEqual([expect.stringContaining('"event":"due-note-failed"')]);
});

it.each([
	["later by less than a quarter of an hour", 14.9, 0],
	["later by a quarter of an hour", 15, 15],
	["earlier by less than a quarter of an hour", -14.9, 0],
	["earlier by a quarter of an hour", -15, -15],
])("stores when an account is due: %s", async (_, movedMinutes, keptMinutes) => {
	const id = newId("account");
	const at = Date.now() + 60 * minuteMs;
	await saveAccountDue(env.DIRECTORY, id, at);
	await saveAccountDue(env.DIRECTORY, id, at + movedMinutes * minuteMs);
	expect(await dueOf(id)).toBe(at + keptMinutes * minuteMs);
	await saveAccountDue(env.DIRECTORY, id, null);
	expect(await dueOf(id)).toBeNull();
});

it("finds the longest overdue first, within the limit", async () => {
	const ids = [newId("account"), newId("account"), newId("account")];
	for (const [index, id] of ids.entries()) await makeOverdue(id, -10 + index);
	expect(await listAccountsDueBefore(env.DIRECTORY, { before: -8, limit: 10 })).toEqual(ids.slice(0, 2));
	expect(await listAccountsDueBefore(env.DIRECTORY, { before: 0, limit: 1 })).toEqual(ids.slice(0, 1));
	for (const id of ids) await saveAccountDue(env.DIRECTORY, id, null);
});
