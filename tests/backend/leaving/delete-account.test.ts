import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { archivePlaces, archivePrefix } from "../../../backend/base/archive-places";
import { accountTables } from "../../../backend/db/deleted-account-rows";
import { brandImages, messages, notices } from "../../../backend/db/schema";
import type { CurrentAccount } from "../../../shared/account/account";
import { closingMs, deletionGraceMs, type Leaving } from "../../../shared/account/leaving";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { deletePurpose } from "../../../shared/session/identity-confirmation";
import { close, companyName, deleteWhole, everyTable, plan, runUntil, tracesOf } from "../fixtures/account-deletion";
import { accountStub, addDevice, addMember, createOwner, inAccount, joinToo, postReadings } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { confirmAct, createPerson, dataOf, naming, type Person } from "../fixtures/people";
import { alarmOf, workThrough } from "../fixtures/works";

const reasonOf = async (response: ReturnType<Person["mutate"]>) => (await response).error?.data.reason ?? null;

describe("the list of what an account leaves in the directory", () => {
	it("names every table with an account's id in it", async () => {
		const named: string[] = [];
		for (const table of await everyTable()) {
			const { results } = await env.DIRECTORY.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
			if (results.some(({ name }) => name === "account_id")) named.push(table);
		}
		expect([...accountTables].sort()).toEqual(named.sort());
	});
});

describe("the deletion of an account", () => {
	it("requires its name and the owner's password, and shows every member the date", async () => {
		const account = await createOwner(companyName);
		const { id, owner } = account;
		const viewer = await addMember(id, "viewer");
		expect(await reasonOf(owner.mutate("account.requestDeletion", { companyName }))).toBe("IDENTITY_NOT_CONFIRMED");
		await confirmAct(owner, deletePurpose({ accountId: id }));
		const wrong = await owner.mutate("account.requestDeletion", { companyName: "Acme" });
		expect(wrong.error?.data.fields).toEqual({ companyName: `Your company is “${companyName}”.` });
		expect((await plan(account)).deletedFrom?.getTime()).toBeGreaterThan(Date.now() + 13 * dayMs);
		expect(await reasonOf(owner.mutate("account.requestDeletion", { companyName }))).toBe("DELETION_PLANNED");
		const seen = dataOf<CurrentAccount>(await viewer.query("account.getCurrent"));
		expect(seen.deletedFrom).toBeInstanceOf(Date);
		expect(await reasonOf(viewer.mutate("account.takeBackDeletion"))).toBe("NOT_PERMITTED");
		const notified = await inAccount(id, (db) => db.select().from(notices).all());
		expect(notified.filter(({ cause }) => cause === "deletion").map(({ facts }) => facts)).toEqual(
			[1, 2].map(() => expect.objectContaining({ what: "planned", by: "Pat Example" })),
		);
	});

	it("can be cancelled by another owner in the last minute, and nothing is deleted", async () => {
		const account = await createOwner(companyName);
		const { id } = account;
		const second = await addMember(id, "owner");
		const { deletedFrom } = await plan(account);
		const endsAt = deletedFrom?.getTime() ?? 0;
		await workThrough(accountStub(id), endsAt - 1);
		expect(dataOf<CurrentAccount>(await second.mutate("account.takeBackDeletion")).deletedFrom).toBeNull();
		expect(dataOf<CurrentAccount>(await second.mutate("account.takeBackDeletion")).deletedFrom).toBeNull();
		await workThrough(accountStub(id), endsAt + closingMs);
		expect(dataOf<Leaving>(await second.query("account.getLeaving")).deletion).toBeNull();
		const notified = await inAccount(id, (db) => db.select().from(notices).all());
		const whats = notified
			.filter(({ cause }) => cause === "deletion")
			.map(({ facts }) => Reflect.get(Object(facts), "what"));
		expect(whats).toEqual(["planned", "planned", "soon", "soon", "takenBack", "takenBack"]);
	});

	it("denies everything once its grace is over, and gives the device the reason", async () => {
		const account = await createOwner(companyName);
		const { id, owner } = account;
		const { key } = await addDevice(owner);
		await plan(account);
		expect((await postReadings(key, [{ channel: "Air", at: new Date().toISOString(), value: 4 }])).status).toBe(200);
		await close(id);
		const denied = await postReadings(key, [{ channel: "Air", at: new Date().toISOString(), value: 4 }]);
		expect([denied.status, await denied.json()]).toEqual([
			410,
			{ error: expect.objectContaining({ name: "AccountGone" }) },
		]);
		expect(await reasonOf(owner.query("device.getDevices"))).toBe("NO_ACCOUNT");
		expect(await reasonOf(owner.mutate("account.takeBackDeletion"))).toBe("NO_ACCOUNT");
		const [message] = await inAccount(id, (db) => db.select().from(messages).all());
		const claim = await accountStub(id).claimMessage({ messageId: message?.id ?? "", attempt: 1 }, Date.now());
		expect(claim).toEqual({ status: "ignored", why: "no account" });
		expect(await accountStub(id).claimRun({ runId: "run", attempt: 1 }, Date.now())).toMatchObject({
			status: "ignored",
		});
		// It waits for earlier work. The slice that closed the account may have left more, which only sets the time.
		await runUntil(id, Date.now() + deletionGraceMs + minuteMs);
		expect((await tracesOf(id, [id])).rows).not.toEqual([]);
		expect(await alarmOf(id)).toBeGreaterThan(Date.now() + deletionGraceMs);
	});

	it("leaves nothing in any store, and its members their other accounts and their sign-ins", async () => {
		const account = await createOwner(companyName);
		const { id, owner } = account;
		const objectId = env.ACCOUNT.idFromName(id);
		const consultant = await addMember(id, "viewer");
		const other = await createOwner("Another company");
		await joinToo(consultant, other.id);
		const { key } = await addDevice(owner);
		await postReadings(key, [{ channel: "Air", at: new Date().toISOString(), value: 4 }]);
		for (const place of archivePlaces) {
			const keys = Array.from(
				{ length: place === "log" ? 1_001 : 3 },
				(_, each) => `${archivePrefix(place, objectId)}/x/${each}`,
			);
			await Promise.all(keys.map((each) => env.ARCHIVE.put(each, "bytes")));
		}
		const hash = "a".repeat(32) + id.slice(-26);
		await env.ARCHIVE.put(`brand/${hash}`, "bytes");
		await inAccount(id, (db) => {
			const image = { hash, width: 1, height: 1, bytes: 5, createdAt: new Date() };
			db.insert(brandImages).values(image).run();
		});
		await fillDirectory(id, consultant.sub);
		await plan(account);
		await deleteWhole(id);
		expect(await tracesOf(id, [id, objectId.toString(), hash])).toEqual({ rows: [], keys: [], tables: [] });
		expect(await alarmOf(id)).toBeNull();
		expect((await tracesOf(other.id, [other.id])).rows).not.toEqual([]);
		const current = dataOf<CurrentAccount>(await consultant.query("account.getCurrent"));
		expect(current.companyName).toBe("Another company");
		expect(await reasonOf(owner.query("account.getCurrent"))).toBe("NO_ACCOUNT");
		const again = dataOf<CurrentAccount>(await owner.mutate("account.createAccount", { companyName: "Acme again" }));
		expect(again.id).not.toBe(id);
		expect(naming(owner, id)).toBeDefined();
	});

	it("goes on where the bucket or the directory fails, as often as it takes", async () => {
		const account = await createOwner(companyName);
		const { id } = account;
		await plan(account);
		await close(id);
		const later = Date.now() + deletionGraceMs + 2 * closingMs;
		await runInDurableObject(accountStub(id), async (object) => {
			const opened: { goOnClosing(now: number): Promise<unknown> } = Reflect.get(object, "account");
			const list = env.ARCHIVE.list;
			env.ARCHIVE.list = () => Promise.reject(new Error("The bucket failed"));
			try {
				expect(await opened.goOnClosing(later)).toMatchObject({ status: "again" });
			} finally {
				env.ARCHIVE.list = list;
			}
		});
		expect(takeLogs().join()).toContain("deletion-interrupted");
		await runUntil(id, later);
		expect((await tracesOf(id, [id])).rows).toEqual([]);
	});
});

/** Adds one row to every table that has none of the account by itself. */
async function fillDirectory(id: string, sub: string): Promise<void> {
	for (const table of accountTables) {
		const { results: columns } = await env.DIRECTORY.prepare(`PRAGMA table_info(${table})`).all<{
			name: string;
			type: string;
		}>();
		const values = columns.map(({ name, type }) => {
			if (name === "account_id") return id;
			if (name === "sub") return sub;
			return type === "INTEGER" ? Date.now() : `${table}-${id.slice(-6)}`;
		});
		const marks = columns.map(() => "?").join(", ");
		await env.DIRECTORY.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${marks})`)
			.bind(...values)
			.run();
	}
	const former = await env.DIRECTORY.prepare("SELECT at FROM former_accounts WHERE account_id = ?")
		.bind(id)
		.first<number>("at");
	await env.DIRECTORY.prepare("INSERT INTO former_members VALUES (?, ?, '[]', 'left', ?)")
		.bind(sub, `Company of ${id}`, former)
		.run();
}

describe("an object without an account", () => {
	const noOne = () =>
		accountStub(
			`acc_${"0".repeat(20)}${crypto
				.randomUUID()
				.slice(0, 6)
				.replace(/[^0-9a-f]/g, "0")}`,
		);

	it("writes nothing, whatever is requested", async () => {
		const stub = noOne();
		const now = Date.now();
		const signIn = { originJti: "one", authTime: 1 };
		const upload = {
			deviceId: "dev",
			secret: "s",
			receivedAt: now,
			past: null,
			readings: { channels: [], channel: [], at: [], value: [], index: [] },
			validated: { sent: 0, refused: [] },
		};
		expect(await stub.appendUpload(upload)).toEqual({ refusal: "no-account" });
		await stub.recordRefusedUpload({ deviceId: "dev", secret: "s", receivedAt: now, reason: "body-too-large" });
		await stub.recordDelivery("msg", { kind: "delivered", error: "" }, now);
		await stub.markPayment("cus", now);
		await stub.endSignIns(
			"sub",
			{ signIn: "x" },
			{ address: null, browser: null, requestId: null, callerRequestId: null },
		);
		expect(await stub.claimMessage({ messageId: "msg", attempt: 1 }, now)).toMatchObject({ status: "ignored" });
		expect(await stub.tellRun({ runId: "run", attempt: 1 }, { kind: "failed", error: "", isFinal: true }, now)).toBe(
			false,
		);
		expect(await stub.isSessionEnded("sub", signIn)).toBeNull();
		expect(await stub.membership("sub", signIn)).toBeNull();
		expect(await stub.openInvitation("inv", now)).toEqual({ state: "unknown" });
		expect(await stub.runOverdue(now)).toBe(false);
		const left = await runInDurableObject(stub, async (_, { storage }) => ({
			tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT GLOB '_cf*'").toArray(),
			alarm: await storage.getAlarm(),
		}));
		expect(left).toEqual({ tables: [], alarm: null });
	});

	it("drops out of the cron's list", async () => {
		const id = `acc_${"1".repeat(26)}`;
		await env.DIRECTORY.prepare("INSERT INTO account_due VALUES (?, ?)").bind(id, 0).run();
		const { runOverdueAccounts } = await import("../../../backend/alarm/overdue-accounts");
		await runOverdueAccounts({ directory: env.DIRECTORY, accounts: env.ACCOUNT }, Date.now());
		const row = await env.DIRECTORY.prepare("SELECT 1 FROM account_due WHERE account_id = ?").bind(id).first();
		expect(row).toBeNull();
	});

	it("becomes one for the person who creates it", async () => {
		const person = await createPerson();
		const made = dataOf<CurrentAccount>(await person.mutate("account.createAccount", { companyName }));
		expect(made.companyName).toBe(companyName);
	});
});
