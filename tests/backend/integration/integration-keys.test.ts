import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { integrationKeys } from "../../../backend/db/schema";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import { hourMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import type { IntegrationKey, NewIntegrationKey } from "../../../shared/ingest/integration-key";
import type { LogPage } from "../../../shared/log/log";
import { addDevice, addGroup, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { addIntegration, postTo } from "../fixtures/integrations";
import { dataOf, type Person } from "../fixtures/people";

let owner: Person;
let accountId: string;

beforeEach(async () => {
	const account = await createOwner();
	owner = account.owner;
	accountId = account.id;
	await addDevice(owner, { serialNumber: "a1" });
});
afterEach(() => {
	vi.useRealTimers();
});

async function keysOf(person: Person): Promise<IntegrationKey[]> {
	return dataOf<IntegrationKey[]>(await person.query("account.getIntegrationKeys"));
}

async function statusOf(key: string): Promise<number> {
	const body = "serial,time,Air\na1,2025-03-14T09:00:00Z,1";
	return (await postTo({ key, endpoint: "csv", mediaType: "text/csv", body })).status;
}

async function rotate(keyId: string, graceSeconds: number): Promise<NewIntegrationKey> {
	return dataOf<NewIntegrationKey>(await owner.mutate("account.rotateIntegrationKey", { keyId, graceSeconds }));
}

describe("an integration's key", () => {
	it("shows once, when it is made, and later only without the secret", async () => {
		const created = await addIntegration(owner, true);
		expect(created).toEqual({
			key: expect.stringMatching(/^aqi_/),
			integration: {
				id: expect.stringMatching(/^key_/),
				name: "Network server",
				isCreatingDevices: true,
				lastUsedAt: null,
				createdAt: expect.any(Date),
				previousKeyUntil: null,
				json: null,
			},
		});
		expect(await keysOf(owner)).toEqual([created.integration]);
		const [, , , secret] = created.key.split("_");
		const rows = await inAccount(accountId, (db) => JSON.stringify(db.select().from(integrationKeys).all()));
		expect(rows).toContain(created.integration.id);
		expect(rows).not.toContain(secret);
	});

	it("counts toward a limit of a hundred, without the revoked ones", async () => {
		const { integration } = await addIntegration(owner);
		await inAccount(accountId, (db) => {
			const row = db.select().from(integrationKeys).get();
			if (!row) throw new Error("No key");
			for (let count = 2; count < serverLimits.integrationKeys; count += 1) {
				db.insert(integrationKeys)
					.values({ ...row, id: `key_${count}` })
					.run();
			}
		});
		const input = { name: "One more", isCreatingDevices: false };
		const add = () => owner.mutate("account.createIntegrationKey", input);
		// Both at once: only one fits below the limit.
		const codes = (await Promise.all([add(), add()])).map(({ error }) => error?.data.code ?? "made");
		expect(codes.sort()).toEqual(["BAD_REQUEST", "made"]);
		expect((await add()).error?.data.fields).toEqual({ name: expect.stringContaining("At most 100 keys") });
		await owner.mutate("account.revokeIntegrationKey", { keyId: integration.id });
		expect((await add()).error).toBeNull();
	});

	it("works until it is revoked, the one before it too", async () => {
		const { key, integration } = await addIntegration(owner);
		const replaced = await rotate(integration.id, 3600);
		expect([await statusOf(key), await statusOf(replaced.key)]).toEqual([200, 200]);
		expect(dataOf(await owner.mutate("account.revokeIntegrationKey", { keyId: integration.id }))).toEqual([]);
		expect([await statusOf(key), await statusOf(replaced.key)]).toEqual([401, 401]);
		expect(await keysOf(owner)).toEqual([]);
	});

	it("works after a replacement until its grace is over", async () => {
		const { key, integration } = await addIntegration(owner);
		const before = Date.now();
		const replaced = await rotate(integration.id, 3600);
		const until = replaced.integration.previousKeyUntil?.getTime() ?? 0;
		expect(until).toBeGreaterThanOrEqual(before + hourMs);
		vi.useFakeTimers({ toFake: ["Date"], now: until - 1 });
		expect([await statusOf(key), await statusOf(replaced.key)]).toEqual([200, 200]);
		vi.setSystemTime(until);
		expect([await statusOf(key), await statusOf(replaced.key)]).toEqual([401, 200]);
	});

	it("stops at once if it is replaced without a grace", async () => {
		const { key, integration } = await addIntegration(owner);
		const replaced = await rotate(integration.id, 0);
		expect(replaced.integration.previousKeyUntil).toBeNull();
		expect([await statusOf(key), await statusOf(replaced.key)]).toEqual([401, 200]);
	});

	it("records its last use, once in a quarter of an hour", async () => {
		const { key } = await addIntegration(owner);
		const now = Date.now();
		const uses = [];
		for (const minutes of [0, 14, 15]) {
			vi.useFakeTimers({ toFake: ["Date"], now: now + minutes * 60_000 });
			await statusOf(key);
			vi.useRealTimers();
			uses.push((await keysOf(owner))[0]?.lastUsedAt?.getTime());
		}
		expect(uses).toEqual([now, now, now + 15 * 60_000]);
	});

	it("fails at the object with a right tag and a wrong secret", async () => {
		const { integration } = await addIntegration(owner);
		const keys = createIngestKeys("integrationKey", [env.INGEST_SECRET]);
		for (const keyId of [integration.id, newId("integrationKey")]) {
			expect(await statusOf((await keys.mint(accountId, keyId)).key)).toBe(401);
		}
		expect(await keysOf(owner)).toMatchObject([{ lastUsedAt: null }]);
	});

	it("cannot stand for a device's key, nor the other way round, before the body is read", async () => {
		const { key } = await addIntegration(owner);
		const device = await addDevice(owner);
		const body = { mediaType: "text/plain", body: "" };
		const responses = [
			await postTo({ key, endpoint: "readings", ...body }),
			await postTo({ key: device.key, endpoint: "csv", ...body }),
		];
		expect(responses.map(({ status }) => status)).toEqual([401, 401]);
		expect((await postTo({ key: device.key, endpoint: "readings", ...body })).status).toBe(415);
	});

	it("reaches the devices of its own account only", async () => {
		const other = await createOwner();
		const { key } = await addIntegration(other.owner);
		const body = "serial,time,Air\na1,2025-03-14T09:00:00Z,1";
		const response = await postTo({ key, endpoint: "csv", mediaType: "text/csv", body });
		expect(await response.json()).toMatchObject({ accepted: 0, rejected: [{ index: 0, reason: "unknown-device" }] });
	});

	it("appears in the log when it is made, replaced and revoked", async () => {
		const { integration } = await addIntegration(owner);
		await rotate(integration.id, 0);
		await owner.mutate("account.revokeIntegrationKey", { keyId: integration.id });
		const log = { rangeType: "hour", offset: 0, kinds: ["config"] };
		const { events } = dataOf<LogPage>(await owner.query("log.getLogs", log));
		const ofAccount = events
			.filter(({ deviceId }) => deviceId === null)
			.map(({ text, author }) => `${text}, ${author}`);
		expect(ofAccount.toSorted()).toEqual([
			"Integration key added: Network server, Pat Example",
			"Integration key replaced: Network server, Pat Example",
			"Integration key revoked: Network server, Pat Example",
		]);
	});
});

describe("the permission to manage keys", () => {
	it("needs a role and no scope of groups", async () => {
		const { integration } = await addIntegration(owner);
		const scope = { groupIds: [await addGroup(accountId, "A group")] };
		const admin = await addMember(accountId, "admin", scope);
		const input = { keyId: integration.id, graceSeconds: 0 };
		const responses = [
			await admin.query("account.getIntegrationKeys"),
			await admin.mutate("account.createIntegrationKey", { name: "Mine", isCreatingDevices: true }),
			await admin.mutate("account.rotateIntegrationKey", input),
			await admin.mutate("account.revokeIntegrationKey", { keyId: integration.id }),
		];
		expect(responses.map(({ error }) => error?.data.reason)).toEqual(Array(4).fill("NOT_PERMITTED"));
		expect(await keysOf(owner)).toEqual([integration]);
	});

	it("meets a key that was revoked as one that never was", async () => {
		const { integration } = await addIntegration(owner);
		await owner.mutate("account.revokeIntegrationKey", { keyId: integration.id });
		const reasons = [];
		for (const keyId of [integration.id, newId("integrationKey")]) {
			for (const path of ["account.rotateIntegrationKey", "account.revokeIntegrationKey"]) {
				const { error } = await owner.mutate(path, { keyId, graceSeconds: 0 });
				reasons.push(error?.data.reason);
			}
		}
		expect(reasons).toEqual(Array(4).fill("INTEGRATION_KEY_NOT_FOUND"));
	});
});
