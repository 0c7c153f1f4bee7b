import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { integrationMessages } from "../../../backend/db/schema";
import type { AuditEntry } from "../../../shared/account/audit";
import { serverLimits } from "../../../shared/base/limits";
import type { Device } from "../../../shared/device/device";
import type { IngestResult } from "../../../shared/ingest/ingest";
import { IntegrationMessage, type IntegrationMessageBody } from "../../../shared/ingest/integration-message";
import { accountStub, addDevice, createOwner, inAccount, newId } from "../fixtures/fleet";
import { addIntegration, ingestTo, latestValues, postTo } from "../fixtures/integrations";
import { dataOf, type Person } from "../fixtures/people";
import { workThrough } from "../fixtures/works";

let owner: Person;
let accountId: string;
let key: string;
let keyId: string;

beforeEach(async () => {
	({ owner, id: accountId } = await createOwner());
	const created = await addIntegration(owner);
	key = created.key;
	keyId = created.integration.id;
});
afterEach(() => {
	vi.useRealTimers();
});

const time = "2025-03-14T09:00:00Z";
const at = Date.parse(time);

function uplink(devEui: string, object: unknown, more: object = {}) {
	const body = JSON.stringify({ time, deviceInfo: { devEui }, object, ...more });
	return ingestTo({ key, endpoint: "chirpstack?event=up", body });
}

async function messages(): Promise<IntegrationMessage[]> {
	return dataOf<IntegrationMessage[]>(await owner.query("account.getIntegrationMessages", { keyId }));
}

async function bodyOf(messageId: string): Promise<string | null> {
	const response = await owner.query("account.getIntegrationMessageBody", { keyId, messageId });
	return dataOf<IntegrationMessageBody>(response).body;
}

const lastId = async () => (await messages())[0]?.id ?? "";
const readAgain = (messageId: string) => owner.mutate("account.readIntegrationMessageAgain", { keyId, messageId });
const other = (name: string) => ({ name, quantity: "other" as const, unit: "" });

describe("the messages of an integration", () => {
	it("list the outcome of each, newest first", async () => {
		const { device } = await addDevice(owner, { serialNumber: "A1", channels: [other("Air")] });
		await uplink("A1", { Air: 4, Nose: 7, unit: "C" });
		await uplink("B2", { Air: 4 });
		await ingestTo({ key, endpoint: "chirpstack?event=join", body: "{}" });
		await postTo({ key, endpoint: "the-things-stack", body: "{" });
		await postTo({
			key,
			endpoint: "csv",
			mediaType: "text/csv",
			body: "serial,time,Air\nA1,2025-03-14T09:00:00Z,4\n,,1",
		});
		const listed = await messages();
		for (const message of listed) expect(IntegrationMessage.parse(message)).toEqual(message);
		const shown = listed.map(({ endpoint, event, serialNumber, outcome }) => ({
			endpoint,
			event,
			serialNumber,
			outcome,
		}));
		const nothing = {
			refusal: null,
			kind: null,
			isRepeated: false,
			accepted: 0,
			duplicates: 0,
			refused: [],
			unread: [],
		};
		expect(shown).toEqual([
			{
				endpoint: "csv",
				event: null,
				serialNumber: "A1",
				outcome: {
					...nothing,
					duplicates: 1,
					refused: [{ reason: "unknown-device", count: 1, sample: expect.anything() }],
				},
			},
			{
				endpoint: "the-things-stack",
				event: null,
				serialNumber: null,
				outcome: { ...nothing, refusal: "The body is not what its media type or gzip says." },
			},
			{ endpoint: "chirpstack", event: "join", serialNumber: null, outcome: nothing },
			{
				endpoint: "chirpstack",
				event: "up",
				serialNumber: "B2",
				outcome: {
					...nothing,
					kind: "read",
					refused: [{ reason: "unknown-device", count: 1, sample: { channel: null, at: null, value: '"B2"' } }],
				},
			},
			{
				endpoint: "chirpstack",
				event: "up",
				serialNumber: "A1",
				outcome: {
					...nothing,
					kind: "read",
					accepted: 1,
					refused: [
						{
							reason: "unknown-channel",
							count: 1,
							sample: { channel: "Nose", at: time.replace("Z", ".000Z"), value: "7" },
						},
					],
				},
			},
		]);
		expect(listed.at(-1)).toMatchObject({ deviceId: device.id, hasBody: true, readAgainAt: null });
	});

	it("include the last twenty of each key", async () => {
		const another = await addIntegration(owner);
		await ingestTo({ key: another.key, endpoint: "chirpstack?event=join", body: "{}" });
		for (let count = 0; count < serverLimits.integrationMessages + 3; count += 1)
			await uplink(`S${count}`, { Air: count });
		const serials = (await messages()).map(({ serialNumber }) => serialNumber);
		expect(serials).toEqual(
			Array.from({ length: serverLimits.integrationMessages }, (_, position) => `S${22 - position}`),
		);
		const rows = await inAccount(accountId, (db) => db.select().from(integrationMessages).all().length);
		expect(rows).toBe(serverLimits.integrationMessages + 1);
	});

	it("stay for one day", async () => {
		await uplink("A1", { Air: 4 });
		const messageId = await lastId();
		const dayMs = serverLimits.integrationMessageMs;
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + dayMs + 1 });
		expect(await messages()).toEqual([]);
		const { error } = await owner.query("account.getIntegrationMessageBody", { keyId, messageId });
		expect(error?.data.reason).toBe("INTEGRATION_MESSAGE_NOT_FOUND");
		await workThrough(accountStub(accountId), Date.now() + 2 * 60 * 60 * 1000);
		expect(await inAccount(accountId, (db) => db.select().from(integrationMessages).all())).toEqual([]);
	});

	it("go with their key", async () => {
		await uplink("A1", { Air: 4 });
		await owner.mutate("account.revokeIntegrationKey", { keyId });
		const { error } = await owner.query("account.getIntegrationMessages", { keyId });
		expect(error?.data.reason).toBe("INTEGRATION_KEY_NOT_FOUND");
		expect(await inAccount(accountId, (db) => db.select().from(integrationMessages).all())).toEqual([]);
	});

	it("include none of a wrong key", async () => {
		await postTo({ key: key.replace(/.{4}_([^_]+)$/, "0000_$1"), endpoint: "chirpstack?event=up", body: "{}" });
		expect(await messages()).toEqual([]);
	});
});

describe("a message's body", () => {
	it("shows as it came, without keys and passwords", async () => {
		const secrets = { app_s_key: "00112233445566778899", appSKey: { aesKey: "AABB" }, password: "hunter2" };
		const kept = { session_key_id: "AX+P/WzBNi9gzOILCFnKcQ==", key: "temperature", data: "eyJ0IjoyMX0=" };
		await uplink("A1", { note: key, air: 21.5 }, { ...secrets, ...kept });
		const body = (await bodyOf(await lastId())) ?? "";
		for (const secret of [key, "00112233445566778899", "AABB", "hunter2"]) expect(body).not.toContain(secret);
		expect(JSON.parse(body)).toMatchObject({ ...kept, object: { note: "…", air: 21.5 } });
	});

	it("drops a long body, and keeps its message", async () => {
		await uplink("A1", { Air: 4, note: "x".repeat(serverLimits.integrationMessageLength) });
		expect(await messages()).toMatchObject([{ serialNumber: "A1", hasBody: false }]);
		expect(await bodyOf(await lastId())).toBeNull();
		expect((await readAgain(await lastId())).error?.data.reason).toBe("INTEGRATION_MESSAGE_NOT_FOUND");
	});

	it("cannot be found with another key or with none", async () => {
		await uplink("A1", { Air: 4 });
		const another = (await addIntegration(owner)).integration.id;
		for (const input of [
			{ keyId: another, messageId: await lastId() },
			{ keyId, messageId: newId("integrationMessage") },
		]) {
			const requested = await owner.query("account.getIntegrationMessageBody", input);
			const again = await owner.mutate("account.readIntegrationMessageAgain", input);
			expect([requested, again].map(({ error }) => error?.data.reason)).toEqual(
				Array(2).fill("INTEGRATION_MESSAGE_NOT_FOUND"),
			);
		}
	});
});

describe("a message that is read again", () => {
	it("brings what it did not before a channel was added, once, at its own time", async () => {
		const { device } = await addDevice(owner, { serialNumber: "A1", channels: [other("Air")] });
		await uplink("A1", { Air: 4, Nose: 7 });
		const before = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const { id, name, quantity, unit, decimals, min, max } = before.channels[0] ?? { id: "" };
		const channels = [
			{ id, name, quantity, unit, decimals, min, max },
			{ ...other("nose"), decimals: 2, min: null, max: null },
		];
		const settings = { deviceId: device.id, version: before.version, channels };
		const updated = await owner.mutate("device.updateDevice", { ...before, ...settings });
		expect(updated.error).toBeNull();
		const results = [];
		for (let times = 0; times < 2; times += 1) results.push(dataOf<IngestResult>(await readAgain(await lastId())));
		expect(results).toEqual([
			{ accepted: 1, duplicates: 1, rejected: [] },
			{ accepted: 0, duplicates: 2, rejected: [] },
		]);
		expect(await latestValues(owner, "A1")).toEqual({ Air: { value: 4, at }, nose: { value: 7, at } });
		expect(await messages()).toMatchObject([{ outcome: { refused: [] }, readAgainAt: expect.any(Number) }]);
		const after = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(after.lastReceivedAt).toBe(before.lastReceivedAt);
		expect(after.refusals).toBeNull();
	});

	it("takes nothing back that came later", async () => {
		await addDevice(owner, { serialNumber: "A1", channels: [other("Air")] });
		await uplink("A1", { Air: 4, Nose: 1 });
		const first = await lastId();
		await uplink("A1", { Air: 5 });
		expect(dataOf(await readAgain(first))).toMatchObject({ accepted: 0, duplicates: 1 });
		expect(await latestValues(owner, "A1")).toMatchObject({ Air: { value: 5 } });
	});

	it("stores its readings once its device is added", async () => {
		await uplink("A1", { Air: 4 });
		const messageId = await lastId();
		expect(dataOf(await readAgain(messageId))).toMatchObject({ accepted: 0 });
		const { device } = await addDevice(owner, { serialNumber: "a1", channels: [other("Air")] });
		expect(dataOf(await readAgain(messageId))).toMatchObject({ accepted: 1 });
		expect(await messages()).toMatchObject([{ deviceId: device.id, outcome: { accepted: 1, refused: [] } }]);
	});

	it("rejects again what it rejected before, with the reason", async () => {
		await postTo({ key, endpoint: "chirpstack?event=up", body: '{"devEUI":"AAAA"}' });
		expect(dataOf(await readAgain(await lastId()))).toEqual({ accepted: 0, duplicates: 0, rejected: [] });
		expect((await messages())[0]?.outcome.refusal).toContain("ChirpStack version 3");
	});

	it("writes an entry in the audit log", async () => {
		await uplink("A1", { Air: 4 });
		await readAgain(await lastId());
		const { entries } = dataOf<{ entries: AuditEntry[] }>(await owner.query("account.getAudit", {}));
		expect(entries[0]).toMatchObject({
			action: "account.readIntegrationMessageAgain",
			entities: [{ kind: "integrationKey", id: keyId }],
		});
	});
});
