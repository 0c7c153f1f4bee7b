import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { firstForm, storedForm } from "../../backend/base/stored-form";
import { hourMs } from "../backend/fixtures/alert-account";
import { accountStub, ingest, postReadings } from "../backend/fixtures/fleet";
import { takeLogs } from "../backend/fixtures/logs";
import { consume, emailProvider } from "../backend/fixtures/messages";
import { createPerson, queryPath, send } from "../backend/fixtures/people";
import { textsWithData } from "../backend/fixtures/stored-texts";
import { alarmOf } from "../backend/fixtures/works";
import { factsOf, newDay, oldDay } from "./sample-account";
import before from "./states/release-2.json";
import current from "./states/release-3.json";
import { storeAccount, storedAccount } from "./stored-state";

const formOfObject = (accountId: string) =>
	runInDurableObject(accountStub(accountId), (_, { storage }) =>
		storage.sql.exec("SELECT version, least_reader AS leastReader FROM _stored_form").toArray(),
	);

const stub = () => accountStub(current.accountId);
const newer = storedForm.version + 1;
const reading = () => ({ channel: "Air", at: Date.now() - hourMs, value: 5 });

async function setLeastReader(leastReader: number): Promise<void> {
	await runInDurableObject(stub(), (_, { storage }) => {
		storage.sql.exec("UPDATE _stored_form SET version = ?, least_reader = ?", newer, leastReader);
	});
	await evictDurableObject(stub());
}

async function statusOf(path: string, headers: Headers): Promise<number> {
	const response = await send(path, { headers });
	// An object with an unread response cannot be evicted.
	await response.text();
	return response.status;
}

function expectWarnings(): void {
	const lines = takeLogs();
	expect(lines.length).toBeGreaterThan(0);
	for (const line of lines) expect(line).toContain("stored-form-newer");
}

describe.each([
	{ release: storedForm.version - 1, state: before },
	{ release: storedForm.version, state: current },
])("the stored state of release $release", ({ release, state }) => {
	it("reads right by today's code, which records that in it and stores on", async () => {
		await storeAccount(state);
		const owner = await createPerson({ sub: state.ownerSub });
		expect(await factsOf(owner)).toEqual(state.facts);
		expect(await formOfObject(state.accountId)).toEqual([storedForm]);
		const at = Date.now() - hourMs;
		expect(await ingest(state.key, [{ channel: "Air", at, value: 5 }])).toMatchObject({ accepted: 1 });
		expect(await ingest(state.key, [{ channel: "Air", at, value: 5 }])).toMatchObject({ duplicates: 1 });
		expect(await factsOf(owner)).toEqual(state.facts);
		for (const { text, read } of await textsWithData(state.accountId)) expect(read).toBe(text);
		expect(state.object.tables).toHaveProperty("devices");
		expect("_stored_form" in state.object.tables).toBe(release > firstForm.version);
	});
});

it.each([
	[
		"whose form was raised, and whose start ended before its tables were",
		[[storedForm.version, storedForm.leastReader]],
	],
	["whose form is an empty table", []],
])("an object %s, is brought to today's tables at its next start", async (_, rows) => {
	const sql = "CREATE TABLE _stored_form (version INTEGER NOT NULL, least_reader INTEGER NOT NULL)";
	const tables = { ...before.object.tables, _stored_form: { sql, rows } };
	await storeAccount({ ...before, object: { ...before.object, tables } });
	expect(await factsOf(await createPerson({ sub: before.ownerSub }))).toEqual(before.facts);
	expect(await formOfObject(before.accountId)).toEqual([storedForm]);
});

describe("an account that a newer release has written", () => {
	beforeEach(() => storeAccount(current));

	it("rejects people, devices and sockets, and nothing is read or written", async () => {
		await setLeastReader(newer);
		const { object: stored } = await storedAccount(current.accountId);
		const owner = await createPerson({ sub: current.ownerSub });
		const refused = { data: { reason: "UPDATE_UNDER_WAY", httpStatus: 503 } };
		expect((await owner.query("device.getDevices")).error).toMatchObject(refused);
		expect((await owner.mutate("log.addNote", { deviceId: null, at: 0, text: "x" })).error).toMatchObject(refused);
		const upload = await postReadings(current.key, [reading()]);
		expect([upload.status, upload.headers.get("retry-after")]).toEqual([503, "60"]);
		expect(await upload.json()).toMatchObject({ error: { name: "UpdateUnderWay" } });
		const handshake = new Headers(owner.headers);
		handshake.set("upgrade", "websocket");
		expect(await statusOf("/api/live", handshake)).toBe(503);
		expect(await statusOf("/api/session", owner.headers)).toBe(503);
		expect((await storedAccount(current.accountId)).object).toEqual(stored);
		expectWarnings();
	});

	it("keeps its work: alarms are set anew, and messages stay in their queue", async () => {
		await setLeastReader(newer);
		const { object: stored } = await storedAccount(current.accountId);
		await runInDurableObject(stub(), (_, { storage }) => storage.setAlarm(Date.now() + hourMs));
		expect(await runDurableObjectAlarm(stub())).toBe(true);
		expect(await alarmOf(current.accountId)).toBeGreaterThan(Date.now());
		await runInDurableObject(stub(), (_, { storage }) => storage.deleteAlarm());
		const failure = await stub()
			.runOverdue(Date.now())
			.catch((error: unknown) => error);
		expect(failure).toMatchObject({ code: "UPDATE_UNDER_WAY" });
		expect(await alarmOf(current.accountId)).not.toBeNull();
		const handOver = { accountId: current.accountId, messageId: "msg", attempt: 1 };
		const { binding, taken } = emailProvider();
		expect(await consume([handOver], { email: binding })).toEqual([{ acked: false, retried: true }]);
		expect(taken).toEqual([]);
		expect((await storedAccount(current.accountId)).object).toEqual(stored);
		expectWarnings();
	});

	it("goes on where it left off once code that may read it runs", async () => {
		await setLeastReader(newer);
		await expect(ingest(current.key, [reading()])).rejects.toThrow("503");
		expectWarnings();
		await setLeastReader(storedForm.version);
		takeLogs();
		expect(await ingest(current.key, [reading()])).toMatchObject({ accepted: 1 });
	});

	it("reads on up to what a newer release took to the archive", async () => {
		const metadata = { version: String(newer), leastReader: String(newer) };
		await storeAccount({ ...current, archive: current.archive.map((object) => ({ ...object, metadata })) });
		const owner = await createPerson({ sub: current.ownerSub });
		const day = (from: number) => ({ rangeType: "day", offset: 0, from, to: from + 24 * hourMs });
		expect((await owner.query("log.getLogs", day(oldDay))).error).toMatchObject({
			data: { reason: "UPDATE_UNDER_WAY", httpStatus: 503 },
		});
		expect((await owner.query("log.getLogs", day(newDay))).error).toBeNull();
	});

	it("stays readable by this release where the newer one said that it may, whose number stays", async () => {
		await setLeastReader(storedForm.version);
		const owner = await createPerson({ sub: current.ownerSub });
		expect(await statusOf(queryPath("device.getDevices"), owner.headers)).toBe(200);
		const [form] = await runInDurableObject(stub(), (_, { storage }) =>
			storage.sql.exec("SELECT version, least_reader FROM _stored_form").toArray(),
		);
		expect(form).toEqual({ version: newer, least_reader: storedForm.version });
	});
});

describe("the addresses of contacts after the upgrade", () => {
	/** As the release before writes and reads them: it knows neither `id` nor `label`. */
	it("serve the statements of the release before, which mails and texts by them", async () => {
		await storeAccount(before);
		await queryAll(before);
		await runInDurableObject(accountStub(before.accountId), (_, { storage: { sql } }) => {
			const added = `INSERT INTO contact_channels
				(contact_id, channel, address, address_version, status, is_default, secret, consent_at, last_result, last_result_at)
				VALUES ('ctc_old', ?, ?, 1, 'verified', 1, NULL, NULL, NULL, NULL)`;
			sql.exec(added, "email", "ana@example.test");
			sql.exec(added, "sms", "+351210000101");
			const further = `INSERT INTO contact_channels (contact_id, channel, id, label, address, address_version, status, is_default)
				VALUES ('ctc_old', 'push', ?, ?, ?, 1, 'verified', 1)`;
			for (const [id, label] of [
				["", ""],
				["adr_second", "Phone"],
			]) {
				sql.exec(further, id, label, `https://push.example.test/${id}`);
			}
			const found = "SELECT address FROM contact_channels WHERE contact_id = 'ctc_old' AND channel = ?";
			expect(sql.exec(found, "email").toArray()).toEqual([{ address: "ana@example.test" }]);
			expect(sql.exec(found, "sms").toArray()).toEqual([{ address: "+351210000101" }]);
			expect(sql.exec(found, "push").toArray()).toHaveLength(2);
			sql.exec("UPDATE contact_channels SET status = 'bouncing' WHERE contact_id = 'ctc_old' AND channel = 'email'");
			const bouncing = "SELECT channel FROM contact_channels WHERE contact_id = 'ctc_old' AND status = 'bouncing'";
			expect(sql.exec(bouncing).toArray()).toEqual([{ channel: "email" }]);
		});
	});

	it("hold what the release before stored, each as the only one of its channel", async () => {
		await storeAccount(before);
		await queryAll(before);
		// The columns are contact, channel, address.
		const addresses = before.object.tables.contact_channels.rows.map((row) => String(row[2]));
		await runInDurableObject(accountStub(before.accountId), (_, { storage: { sql } }) => {
			const stored = sql.exec("SELECT channel, id, label, address FROM contact_channels").toArray();
			expect(stored.length).toBeGreaterThan(0);
			expect(stored.every(({ id, label }) => id === "" && label === "")).toBe(true);
			expect(stored.map(({ address }) => address).sort()).toEqual(addresses.sort());
		});
	});
});

async function queryAll({ ownerSub }: { ownerSub: string }): Promise<void> {
	expect((await (await createPerson({ sub: ownerSub })).query("account.getContacts")).error).toBeNull();
}
