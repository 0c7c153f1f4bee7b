import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { storedForm } from "../../backend/base/stored-form";
import { hourMs } from "../backend/fixtures/alert-account";
import { accountStub, ingest, postReadings } from "../backend/fixtures/fleet";
import { takeLogs } from "../backend/fixtures/logs";
import { consume, emailProvider } from "../backend/fixtures/messages";
import { createPerson, queryPath, send } from "../backend/fixtures/people";
import { alarmOf } from "../backend/fixtures/works";
import { newDay, oldDay } from "./sample-account";
import state from "./states/release-2.json";
import { storeAccount, storedAccount } from "./stored-state";

const stub = () => accountStub(state.accountId);
const newer = storedForm.version + 1;
const reading = () => ({ channel: "Air", at: Date.now() - hourMs, value: 5 });

/** As a release to come leaves it. */
async function setLeastReader(leastReader: number): Promise<void> {
	await runInDurableObject(stub(), (_, { storage }) => {
		storage.sql.exec("UPDATE _stored_form SET version = ?, least_reader = ?", newer, leastReader);
	});
	await evictDurableObject(stub());
}

async function statusOf(path: string, headers: Headers): Promise<number> {
	const response = await send(path, { headers });
	// An object with an answer that nobody has read cannot be evicted.
	await response.text();
	return response.status;
}

/** Each start of the object says so. */
function expectWarnings(): void {
	const lines = takeLogs();
	expect(lines.length).toBeGreaterThan(0);
	for (const line of lines) expect(line).toContain("stored-form-newer");
}

beforeEach(() => storeAccount(state));

describe("an account that a newer release has written", () => {
	it("is refused to people, to devices and to sockets, and nothing is read or written", async () => {
		await setLeastReader(newer);
		const { object: stored } = await storedAccount(state.accountId);
		const owner = await createPerson({ sub: state.ownerSub });
		const refused = { data: { reason: "UPDATE_UNDER_WAY", httpStatus: 503 } };
		expect((await owner.query("device.getDevices")).error).toMatchObject(refused);
		expect((await owner.mutate("log.addNote", { deviceId: null, at: 0, text: "x" })).error).toMatchObject(refused);
		const upload = await postReadings(state.key, [reading()]);
		expect([upload.status, upload.headers.get("retry-after")]).toEqual([503, "60"]);
		expect(await upload.json()).toMatchObject({ error: { name: "UpdateUnderWay" } });
		const handshake = new Headers(owner.headers);
		handshake.set("upgrade", "websocket");
		expect(await statusOf("/api/live", handshake)).toBe(503);
		expect(await statusOf("/api/session", owner.headers)).toBe(503);
		expect((await storedAccount(state.accountId)).object).toEqual(stored);
		expectWarnings();
	});

	it("keeps its work: alarms are set anew, and messages stay in their queue", async () => {
		await setLeastReader(newer);
		const { object: stored } = await storedAccount(state.accountId);
		await runInDurableObject(stub(), (_, { storage }) => storage.setAlarm(Date.now() + hourMs));
		expect(await runDurableObjectAlarm(stub())).toBe(true);
		expect(await alarmOf(state.accountId)).toBeGreaterThan(Date.now());
		await runInDurableObject(stub(), (_, { storage }) => storage.deleteAlarm());
		const failure = await stub()
			.runOverdue(Date.now())
			.catch((error: unknown) => error);
		expect(failure).toMatchObject({ code: "UPDATE_UNDER_WAY" });
		expect(await alarmOf(state.accountId)).not.toBeNull();
		const handOver = { accountId: state.accountId, messageId: "msg", attempt: 1 };
		const { binding, taken } = emailProvider();
		expect(await consume([handOver], { email: binding })).toEqual([{ acked: false, retried: true }]);
		expect(taken).toEqual([]);
		expect((await storedAccount(state.accountId)).object).toEqual(stored);
		expectWarnings();
	});

	it("goes on where it left off once code that may read it runs", async () => {
		await setLeastReader(newer);
		await expect(ingest(state.key, [reading()])).rejects.toThrow("503");
		expectWarnings();
		await setLeastReader(storedForm.version);
		takeLogs();
		expect(await ingest(state.key, [reading()])).toMatchObject({ accepted: 1 });
	});

	it("is read up to what a newer release took to the archive", async () => {
		const metadata = { version: String(newer), leastReader: String(newer) };
		await storeAccount({ ...state, archive: state.archive.map((object) => ({ ...object, metadata })) });
		const owner = await createPerson({ sub: state.ownerSub });
		const day = (from: number) => ({ rangeType: "day", offset: 0, from, to: from + 24 * hourMs });
		expect((await owner.query("log.getLogs", day(oldDay))).error).toMatchObject({
			data: { reason: "UPDATE_UNDER_WAY", httpStatus: 503 },
		});
		expect((await owner.query("log.getLogs", day(newDay))).error).toBeNull();
	});

	it("is read on by this release where the newer one said that it may, whose number stays", async () => {
		await setLeastReader(storedForm.version);
		const owner = await createPerson({ sub: state.ownerSub });
		expect(await statusOf(queryPath("device.getDevices"), owner.headers)).toBe(200);
		const [form] = await runInDurableObject(stub(), (_, { storage }) =>
			storage.sql.exec("SELECT version, least_reader FROM _stored_form").toArray(),
		);
		expect(form).toEqual({ version: newer, least_reader: storedForm.version });
	});
});
