import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import type { LogPage } from "../../../shared/log/log";
import { addDevice, createOwner, freezer, ingest, ingestPath, newId, postReadings } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";

const reading = (minutesAgo: number, value: unknown) => ({
	channel: "Air",
	at: Date.now() - minutesAgo * 60_000,
	value,
});

async function storedValues(owner: Person): Promise<number[]> {
	const page = dataOf<LogPage>(await owner.query("log.getLogs", { rangeType: "hour", offset: 0 }));
	return page.readings.value;
}

describe("an upload", () => {
	it("stores the good entries, and names each bad one", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const at = Date.now() - 60_000;
		const result = await ingest(key, [
			{ channel: "Air", at, value: 1 },
			{ channel: "Nose", at, value: 2 },
			"reading",
			{ channel: "air", at: new Date(at + 1).toISOString(), value: 3 },
			{ at, value: 4 },
			{ channel: "Air", value: 5 },
			{ channel: "Air", at: "yesterday", value: 6 },
			{ channel: "Air", at: "2026-01-02T03:04:05", value: 7 },
			{ channel: "Air", at: at + 25 * 60 * 60_000, value: 8 },
			{ channel: "Air", at: 946_684_799_999, value: 9 },
			{ channel: "Air", at, value: "10" },
			{ channel: device.channels[1]?.id, at: at + 2, value: true },
		]);
		expect(result).toEqual({
			accepted: 3,
			duplicates: 0,
			rejected: [
				{ index: 1, reason: "unknown-channel" },
				{ index: 2, reason: "not-an-object" },
				{ index: 4, reason: "channel-missing" },
				{ index: 5, reason: "time-missing" },
				{ index: 6, reason: "bad-time" },
				{ index: 7, reason: "zone-missing" },
				{ index: 8, reason: "future" },
				{ index: 9, reason: "too-old" },
				{ index: 10, reason: "bad-value" },
			],
		});
		expect(await storedValues(owner)).toEqual([1, 3, 1]);
	});

	it("counts known readings as duplicates when it is sent again, and replaces changed ones", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const readings = [reading(3, 1), reading(2, 2), reading(1, 3)];
		expect(await ingest(key, readings)).toEqual({ accepted: 3, duplicates: 0, rejected: [] });
		expect(await ingest(key, readings)).toEqual({ accepted: 0, duplicates: 3, rejected: [] });
		const changed = [{ ...readings[1], value: 20 }, readings[0], reading(4, 0)];
		expect(await ingest(key, changed)).toEqual({ accepted: 2, duplicates: 1, rejected: [] });
		expect(await storedValues(owner)).toEqual([3, 20, 1, 0]);
	});

	it("stores once an upload that is sent many times at once", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const readings = [reading(2, 2), reading(1, 1)];
		const results = await Promise.all([1, 2, 3, 4].map(() => ingest(key, readings)));
		const sum = results.reduce((total, { accepted }) => total + accepted, 0);
		expect([sum, await storedValues(owner)]).toEqual([2, [1, 2]]);
	});

	it("matches a channel by id, and by a name in any case", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const at = Date.now() - 1000;
		const names = [device.channels[0]?.id, "AIR", " Air "];
		expect(
			await ingest(
				key,
				names.map((channel) => ({ channel, at, value: 5 })),
			),
		).toMatchObject({
			accepted: 1,
			duplicates: 2,
		});
	});

	it("counts as a sign of life without one good entry", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		await ingest(key, [{ channel: "Nose", at: Date.now(), value: 1 }]);
		const { error, data } = await owner.query("device.getDevice", { deviceId: device.id });
		expect([error, data]).toEqual([
			null,
			expect.objectContaining({ status: "online", lastReadingAt: null, lastReceivedAt: expect.any(Number) }),
		]);
	});
});

describe("a device key", () => {
	const rejection = { error: { name: "InvalidKey", message: expect.any(String), requestId: expect.any(String) } };

	it("rejects a wrong tag without a request to any object", async () => {
		const accountId = newId("account");
		const { key } = await createIngestKeys("device", ["some-other-secret-than-the-backend-has"]).mint(
			accountId,
			newId("device"),
		);
		const before = await listDurableObjectIds(env.ACCOUNT);
		const response = await postReadings(key, [reading(1, 1)]);
		expect([response.status, await response.json()]).toEqual([401, rejection]);
		expect(await listDurableObjectIds(env.ACCOUNT)).toEqual(before);
	});

	it.each(["", "aqd_", "Bearer", "aqi_0_0_0_0", "x".repeat(5000)])("rejects keys of no form (%#)", async (key) => {
		const response = await postReadings(key, [reading(1, 1)]);
		expect([response.status, await response.json()]).toEqual([401, rejection]);
	});

	it("rejects in the object a right tag with a wrong secret", async () => {
		const { owner, id } = await createOwner();
		const { device } = await addDevice(owner);
		const keys = createIngestKeys("device", [env.INGEST_SECRET]);
		for (const deviceId of [device.id, newId("device")]) {
			const { key } = await keys.mint(id, deviceId);
			const response = await postReadings(key, [reading(1, 1)]);
			expect([response.status, await response.json()]).toEqual([401, rejection]);
		}
		expect(await storedValues(owner)).toEqual([]);
	});

	it("writes into its own device only, whatever channel it names", async () => {
		const { owner } = await createOwner();
		const [mine, other] = [await addDevice(owner), await addDevice(owner)];
		const result = await ingest(mine.key, [{ ...reading(1, 1), channel: other.device.channels[0]?.id }]);
		expect(result).toEqual({ accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "unknown-channel" }] });
	});

	it("rejects an upload without a key", async () => {
		const headers = { "content-type": "application/json" };
		const response = await send(ingestPath, { method: "POST", headers, body: JSON.stringify({ readings: [] }) });
		expect([response.status, await response.json()]).toEqual([401, rejection]);
	});
});

it("prefers a channel's id to another one's name", async () => {
	const { owner } = await createOwner();
	const { device } = await addDevice(owner);
	const channelId = device.channels[0]?.id ?? "";
	const named = { name: channelId, quantity: "other" as const, unit: "" };
	const { key } = await addDevice(owner, { channels: [...freezer.channels, named] });
	expect(await ingest(key, [{ channel: channelId, at: Date.now(), value: 1 }])).toMatchObject({ accepted: 1 });
});
