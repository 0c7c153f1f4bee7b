import { afterEach, describe, expect, it, vi } from "vitest";
import { devices } from "../../../backend/db/schema";
import { acceptedKey, digestSecret } from "../../../backend/keys/ingest-keys";
import { daySeconds } from "../../../shared/alert/conditions/terms";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import { limits } from "../../../shared/base/limits";
import type { Device, RotatedDeviceKey } from "../../../shared/device/device";
import type { LogPage } from "../../../shared/log/log";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, postReadings } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";

const start = Date.parse("2027-06-01T12:00:00Z");
const reading = { channel: "Air", at: Date.parse("2025-03-14T09:00:00Z"), value: 1 };

const setTime = (now: number) => {
	vi.useFakeTimers({ toFake: ["Date"], now });
};
afterEach(() => {
	vi.useRealTimers();
});

async function rotate(owner: Person, deviceId: string, graceSeconds: number): Promise<RotatedDeviceKey> {
	return dataOf<RotatedDeviceKey>(await owner.mutate("device.rotateDeviceKey", { deviceId, graceSeconds }));
}

async function keyFacts(owner: Person, deviceId: string) {
	return dataOf<Device>(await owner.query("device.getDevice", { deviceId })).key;
}

/** A device with a key from `start`: sign-ins use the real clock, keys another one. */
async function startedDevice(settings: { uploadIntervalSeconds?: number } = {}) {
	const { id, owner } = await createOwner();
	const added = await addDevice(owner, settings);
	return { id, owner, ...added, deviceId: added.device.id };
}

describe("a device key that is replaced", () => {
	it("works until its grace is over, beside the new one; then the new one alone", async () => {
		const { owner, deviceId, key } = await startedDevice();
		const replaced = await rotate(owner, deviceId, 3600);
		const now = replaced.facts.createdAt.getTime();
		expect(replaced.facts).toEqual({
			createdAt: new Date(now),
			lastUsedAt: null,
			previous: { until: new Date(now + hourMs), lastUsedAt: null },
		});
		setTime(now + hourMs - 1);
		expect((await postReadings(key, [reading])).status).toBe(200);
		expect((await postReadings(replaced.key, [reading])).status).toBe(200);
		setTime(now + hourMs);
		expect((await postReadings(key, [reading])).status).toBe(401);
		expect((await postReadings(replaced.key, [reading])).status).toBe(200);
	});

	it("stops at once without a grace", async () => {
		const { owner, deviceId, key } = await startedDevice();
		const replaced = await rotate(owner, deviceId, 0);
		expect(replaced.facts.previous).toBeNull();
		expect((await postReadings(key, [reading])).status).toBe(401);
		expect((await postReadings(replaced.key, [reading])).status).toBe(200);
	});

	it("makes the one before it stop: two work at most", async () => {
		const { owner, deviceId, key } = await startedDevice();
		const second = await rotate(owner, deviceId, 3600);
		const third = await rotate(owner, deviceId, 3600);
		const statuses = await Promise.all([key, second.key, third.key].map((each) => postReadings(each, [reading])));
		expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200]);
	});

	it("leaves the last one and one before it when it is replaced twice at once", async () => {
		const { owner, deviceId } = await startedDevice();
		const both = await Promise.all([rotate(owner, deviceId, 3600), rotate(owner, deviceId, 3600)]);
		const responses = await Promise.all(both.map(({ key }) => postReadings(key, [reading])));
		expect(responses.map(({ status }) => status)).toEqual([200, 200]);
	});

	it("appears in the log, with the actor and how long the former one works", async () => {
		const { owner, deviceId } = await startedDevice();
		const { facts } = await rotate(owner, deviceId, limits.keyGraceSeconds);
		await rotate(owner, deviceId, 0);
		const log = { rangeType: "hour", offset: 0, deviceIds: [deviceId], kinds: ["config"] };
		const { events } = dataOf<LogPage>(await owner.query("log.getLogs", log));
		const replaced = events.filter(({ text }) => text.startsWith("Key replaced"));
		expect(replaced.map(({ author }) => author)).toEqual(["Pat Example", "Pat Example"]);
		expect(replaced.map(({ text }) => text).toSorted()).toEqual([
			expect.stringMatching(/^Key replaced; the former one works no longer$/),
			expect.stringMatching(
				/^Key replaced; the former one works until \w{3} \d\d, \d{4}, \d\d:\d\d:\d\d [AP]M \(device clock\)$/,
			),
		]);
		expect(facts.previous?.until.getTime()).toBe(facts.createdAt.getTime() + limits.keyGraceSeconds * 1000);
	});
});

describe("the last use of a key", () => {
	it("belongs to the key that was used, written once in a quarter of an hour", async () => {
		const { owner, deviceId, key } = await startedDevice();
		expect(await keyFacts(owner, deviceId)).toMatchObject({ lastUsedAt: null, previous: null });
		const first = await rotate(owner, deviceId, 3600);
		const now = first.facts.createdAt.getTime();
		const used: [string, number][] = [
			[key, 1],
			[first.key, 2],
			[first.key, 16],
			[key, 15],
			[key, 17],
			[first.key, 17 + 0.999],
			[first.key, 18],
		];
		const facts = [];
		for (const [each, minutes] of used) {
			setTime(now + minutes * minuteMs);
			await ingest(each, [reading]);
			vi.useRealTimers();
			const { lastUsedAt, previous } = await keyFacts(owner, deviceId);
			facts.push([lastUsedAt, previous?.lastUsedAt].map((at) => at && (at.getTime() - now) / minuteMs));
		}
		expect(facts).toEqual([
			[null, 1],
			[2, 1],
			[2, 1],
			[2, 1],
			[2, 17],
			[17.999, 17],
			[17.999, 17],
		]);
	});

	it("writes every six hours if no former key works, and uses the receipts in between", async () => {
		// The upload interval is a day, so that the device is not silent between these uploads.
		const { id, owner, deviceId, key } = await startedDevice({ uploadIntervalSeconds: daySeconds });
		const first = Math.floor(Date.now() / minuteMs) * minuteMs - 20 * hourMs;
		const facts = [];
		for (const hours of [0, 1, 5, 6.5, 7]) {
			await uploadAt(key, first + hours * hourMs, [reading]);
			const written = await inAccount(id, (db) => db.select().from(devices).get()?.keyUsedAt ?? null);
			const { lastUsedAt } = await keyFacts(owner, deviceId);
			facts.push([written, lastUsedAt].map((at) => at && (at.getTime() - first) / hourMs));
		}
		expect(facts).toEqual([
			[0, 0],
			[0, 1],
			[0, 5],
			[6.5, 6.5],
			[6.5, 7],
		]);
		const { facts: replaced } = await rotate(owner, deviceId, 3_600);
		expect(replaced.previous?.lastUsedAt?.getTime()).toBe(first + 7 * hourMs);
	});

	it("moves to the former key when the key is replaced", async () => {
		const { owner, deviceId, key } = await startedDevice();
		await ingest(key, [reading]);
		const { lastUsedAt } = await keyFacts(owner, deviceId);
		expect(lastUsedAt).not.toBeNull();
		const { facts } = await rotate(owner, deviceId, 60);
		expect(facts).toMatchObject({ lastUsedAt: null, previous: { lastUsedAt } });
	});

	it("ignores an upload that is rejected", async () => {
		const { id, owner, deviceId, key } = await startedDevice();
		await inAccount(id, (db) => db.update(devices).set({ archivedAt: new Date() }).run());
		expect((await postReadings(key, [reading])).status).toBe(401);
		expect(await keyFacts(owner, deviceId)).toMatchObject({ lastUsedAt: null });
	});
});

describe("the caller who replaces a key", () => {
	it("must see the device", async () => {
		const { id, owner, deviceId, key } = await startedDevice();
		const scope = { groupIds: [await addGroup(id, "Another group")] };
		const admin = await addMember(id, "admin", scope);
		const { error } = await admin.mutate("device.rotateDeviceKey", { deviceId, graceSeconds: 0 });
		expect(error?.data).toMatchObject({ code: "NOT_FOUND", reason: "DEVICE_NOT_FOUND" });
		expect((await postReadings(key, [reading])).status).toBe(200);
		expect((await keyFacts(owner, deviceId)).previous).toBeNull();
	});

	it("cannot do so for an archived device", async () => {
		const { id, owner, deviceId } = await startedDevice();
		await inAccount(id, (db) => db.update(devices).set({ archivedAt: new Date() }).run());
		const { error } = await owner.mutate("device.rotateDeviceKey", { deviceId, graceSeconds: 0 });
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "DEVICE_ARCHIVED" });
	});
});

it("keeps the original key of a device from before keys were replaced", async () => {
	const { id, owner, deviceId, device } = await startedDevice();
	await inAccount(id, (db) => db.update(devices).set({ keyCreatedAt: null }).run());
	expect((await keyFacts(owner, deviceId)).createdAt).toEqual(device.createdAt);
});

it("rejects readings that the device's retention would delete, by reason and index", async () => {
	const { id, owner, deviceId, key } = await startedDevice();
	await inAccount(id, (db) => db.update(devices).set({ retentionDays: 30, keptDays: 30, settledDays: 30 }).run());
	expect(dataOf<Device>(await owner.query("device.getDevice", { deviceId })).retentionDays).toBe(30);
	const now = Date.now();
	const daysAgo = (days: number) => ({ channel: "Air", at: now - days * 24 * hourMs, value: days });
	const sent = [daysAgo(1), { ...daysAgo(1), channel: "Nose" }, daysAgo(31), daysAgo(29), daysAgo(400)];
	expect(await ingest(key, sent)).toEqual({
		accepted: 2,
		duplicates: 0,
		rejected: [
			{ index: 1, reason: "unknown-channel" },
			{ index: 2, reason: "past-retention" },
			{ index: 4, reason: "past-retention" },
		],
	});
});

describe("the stored digests", () => {
	it("match the sent secret's digest, and never a missing one", async () => {
		const [one, two] = [await digestSecret("one"), await digestSecret("two")];
		const until = new Date(start);
		const kept = { keyDigest: one, previousKeyDigest: two, previousKeyUntil: until };
		expect(acceptedKey(kept, one, start - 1)).toBe("current");
		expect(acceptedKey(kept, two, start - 1)).toBe("previous");
		expect(acceptedKey(kept, two, start)).toBeNull();
		expect(acceptedKey(kept, await digestSecret("three"), start - 1)).toBeNull();
		const never = { keyDigest: one, previousKeyDigest: null, previousKeyUntil: until };
		expect(acceptedKey(never, "", start - 1)).toBeNull();
	});
});
