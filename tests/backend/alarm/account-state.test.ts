import { createMessageBatch, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { AccountObject } from "../../../backend/account-object";
import { accountHash } from "../../../backend/base/account-hash";
import worker from "../../../backend/index";
import type { HandOver } from "../../../backend/message/hand-over";
import type { WorkLine } from "../../../shared/errors/work-line";
import { accountStub, addDevice, createOwner } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { send } from "../fixtures/people";
import { addWorks, partsOf, testWork } from "../fixtures/works";

type StateRow = { failed_jobs: number; set_aside_jobs: number };

function stateOf(accountId: string): Promise<StateRow | null> {
	return env.DIRECTORY.prepare("SELECT * FROM account_states WHERE account_id = ?").bind(accountId).first<StateRow>();
}

const runNow = (accountId: string, now: number) =>
	runInDurableObject(accountStub(accountId), (object) => object.runOverdue(now));

it("writes a row in the directory for an account with failed work until the work is done, without its data", async () => {
	const lines: WorkLine[] = [];
	vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
	const { id } = await createOwner();
	expect(await stateOf(id)).toBeNull();
	let isBroken = true;
	const { work } = testWork("seal", ["a"], () => {
		if (isBroken) throw new Error("Secret Freezer is broken");
	});
	await addWorks(id, work);
	const now = Date.now();
	await runNow(id, now);
	await vi.waitFor(async () => expect(await stateOf(id)).toMatchObject({ failed_jobs: 1, set_aside_jobs: 0 }));
	expect(JSON.stringify(await stateOf(id))).not.toContain("Freezer");
	isBroken = false;
	await runNow(id, now + 60_000);
	await vi.waitFor(async () => expect(await stateOf(id)).toBeNull());
	const jobs = lines.filter(({ name }) => name === "seal");
	expect(jobs.map(({ outcome, reason, account }) => ({ outcome, reason, account }))).toEqual([
		{ outcome: "failed", reason: "Error", account: accountHash(id) },
		{ outcome: "ok", reason: undefined, account: accountHash(id) },
	]);
	expect(takeLogs()).toEqual([expect.stringContaining('"event":"job-failed"')]);
});

it("names the account that it reached, by its hash, in the line of a request", async () => {
	const { id, owner } = await createOwner();
	const lines: WorkLine[] = [];
	vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
	expect((await owner.query("account.getCurrent")).error).toBeNull();
	expect((await send("/api/health")).status).toBe(200);
	const named = lines.filter(({ line }) => line === "request").map(({ name, account }) => ({ name, account }));
	expect(named).toEqual([
		{ name: "GET /api/proxy/*", account: accountHash(id) },
		{ name: "GET /api/health", account: null },
	]);
});

it("times each binding in a deep look at health", async () => {
	const response = await send("/api/health?deep");
	expect(await response.json()).toEqual({
		status: "ok",
		bindings: Object.fromEntries(
			["directory", "archive", "accounts"].map((name) => [name, { state: "ok", ms: expect.any(Number) }]),
		),
	});
});

it("counts messages that came back from their queues by day", async () => {
	const lost = () => env.DIRECTORY.prepare("SELECT sum(lost) AS lost FROM lost_messages").first<number>("lost");
	const before = (await lost()) ?? 0;
	const body: HandOver = { accountId: "acc_1", messageId: "msg_1", attempt: 1 };
	const messages = [1, 2].map((id) => ({ id: String(id), timestamp: new Date(), attempts: 5, body }));
	await worker.queue(createMessageBatch("aqlcloud-lost-messages", messages));
	expect(await lost()).toBe(before + 2);
	expect(takeLogs().filter((line) => line.includes("message-lost"))).toHaveLength(2);
});

it("delays senders of an overloaded account, and reports no fault", async () => {
	const { owner } = await createOwner();
	const { key } = await addDevice(owner);
	const overloaded = Object.assign(new Error("Durable Object is overloaded."), { overloaded: true });
	vi.spyOn(AccountObject.prototype, "appendUpload").mockRejectedValueOnce(overloaded);
	vi.spyOn(AccountObject.prototype, "fetch").mockRejectedValueOnce(overloaded);
	const upload = await send("/api/ingest/v1/readings", {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings: [{ channel: "temperature", at: Date.now(), value: 4 }] }),
	});
	expect([upload.status, upload.headers.get("retry-after")]).toEqual([503, "10"]);
	expect(await upload.json()).toMatchObject({ error: { name: "Overloaded" } });
	const call = await send("/api/proxy/account.getCurrent", { headers: owner.headers });
	expect([call.status, call.headers.get("retry-after")]).toEqual([429, "10"]);
	expect(takeLogs().every((line) => line.includes("account-overloaded"))).toBe(true);
});

it("ends a read whose caller has given up by its turn, and states when to retry", async () => {
	const { owner, id } = await createOwner();
	const now = Date.now();
	await runInDurableObject(accountStub(id), (object) => {
		vi.spyOn(partsOf(object).turnQueue, "next").mockImplementationOnce(async () => {
			vi.spyOn(Date, "now").mockReturnValue(now + 9_000);
		});
	});
	const call = await send("/api/proxy/account.getCurrent", { headers: owner.headers });
	expect([call.status, call.headers.get("retry-after")]).toEqual([429, "10"]);
	expect(JSON.stringify(await call.json())).toContain("TOO_MANY_REQUESTS");
	vi.restoreAllMocks();
	expect((await owner.query("account.getCurrent")).error).toBeNull();
});
