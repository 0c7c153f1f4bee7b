import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createIngestEndpoint } from "../../../backend/ingest/ingest-endpoint";
import { createUploadMeter, takeQuota } from "../../../backend/ingest/quota";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import type { Device } from "../../../shared/device/device";
import * as fc from "../../properties";
import { accountStub, addDevice, createOwner, ingest, ingestPath, newId, postReadings } from "../fixtures/fleet";
import { addIntegration, postTo } from "../fixtures/integrations";
import { dataOf, origin, send } from "../fixtures/people";
import { attemptUntilNot } from "../fixtures/rate-limits";
import { partsOf } from "../fixtures/works";

describe("the meter of uploads", () => {
	const bucket = { id: "a", perMinute: 60 };

	it("allows a minute's uploads at once, then as many as time adds", () => {
		const meter = createUploadMeter();
		const taken = Array.from({ length: 60 }, () => meter.take([bucket], 0));
		expect(new Set(taken)).toEqual(new Set([null]));
		expect(meter.take([bucket], 0)).toBe(1);
		expect(meter.take([bucket], 999)).toBe(1);
		expect(meter.take([bucket], 1000)).toBeNull();
		expect(meter.take([bucket], 1000)).toBe(1);
	});

	it("returns the whole seconds to wait", () => {
		const meter = createUploadMeter();
		const slow = { id: "slow", perMinute: 2 };
		expect([meter.take([slow], 0), meter.take([slow], 0), meter.take([slow], 0)]).toEqual([null, null, 30]);
		expect(meter.take([slow], 29_001)).toBe(1);
	});

	it("takes from every bucket or from none", () => {
		const meter = createUploadMeter();
		const one = { id: "one", perMinute: 1 };
		expect(meter.take([one], 0)).toBeNull();
		for (let index = 0; index < 100; index += 1) expect(meter.take([bucket, one], 0)).toBe(60);
		expect(meter.take([bucket], 0)).toBeNull();
	});

	it("never allows more than a full bucket and what time added, whatever the clocks show", () => {
		const times = fc.array(fc.integer({ min: 0, max: 2 * minuteMs }), { minLength: 50, maxLength: 300 });
		const few = { id: "few", perMinute: 6 };
		fc.assert(
			fc.property(times, (clock) => {
				const meter = createUploadMeter();
				const through = clock.filter((now) => meter.take([few], now) === null).length;
				expect(through).toBeLessThanOrEqual(6 + Math.max(...clock) / 10_000);
			}),
		);
	});

	it("forgets full buckets only", () => {
		const meter = createUploadMeter();
		const once = { id: "once", perMinute: 1 };
		for (let index = 0; index < 20_000; index += 1) meter.take([{ id: `bucket ${index}`, perMinute: 1 }], index * 10);
		meter.take([once], 200_000);
		expect(meter.take([once], 200_000)).toBe(60);
		expect(meter.take([{ id: "bucket 19999", perMinute: 1 }], 200_000)).toBe(60);
		expect(meter.take([{ id: "bucket 14001", perMinute: 1 }], 200_000)).toBe(1);
	});
});

// The clock is frozen, so that a number of uploads uses up a quota however fast they are.
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
	vi.useRealTimers();
});

const at = Date.parse("2025-03-14T09:00:00Z");
const reading = (position: number) => ({ channel: "Air", at: at + position * 1000, value: position });

async function rejectionOf(response: Response) {
	const { error } = await response.json<{ error: { name: string } }>();
	return { status: response.status, name: error.name, retryAfter: response.headers.get("retry-after") };
}

async function drain(key: string): Promise<void> {
	for (let position = 0; position < serverLimits.ingestUploadsPerMinute; position += 1)
		await ingest(key, [reading(position)]);
}

describe("the quota of a minute", () => {
	it("limits each device; rejected uploads are not stored, and succeed a moment later", async () => {
		const { owner } = await createOwner();
		const [busy, calm] = [await addDevice(owner), await addDevice(owner)];
		await drain(busy.key);
		const rejected = await postReadings(busy.key, [reading(5_000)]);
		expect(await rejectionOf(rejected)).toEqual({ status: 429, name: "TooManyUploads", retryAfter: "1" });
		expect((await postReadings(calm.key, [reading(0)])).status).toBe(200);
		const { lastReadingAt } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: busy.device.id }));
		expect(lastReadingAt).toBe(at + (serverLimits.ingestUploadsPerMinute - 1) * 1000);
		vi.setSystemTime(Date.now() + 1000);
		expect((await postReadings(busy.key, [reading(5_000)])).status).toBe(200);
	});

	it("limits what a network server sends for a device", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner, { serialNumber: "a1" });
		const integration = await addIntegration(owner);
		await drain(key);
		const body = JSON.stringify({ time: "2025-03-14T09:00:00Z", deviceInfo: { devEui: "A1" }, object: { Air: 1 } });
		const rejected = await postTo({ key: integration.key, endpoint: "chirpstack?event=up", body });
		expect(await rejectionOf(rejected)).toMatchObject({ status: 429, name: "TooManyUploads" });
	});

	it("limits files by their key, and leaves the devices' own quota alone", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner, { serialNumber: "a1" });
		const integration = await addIntegration(owner);
		const post = (name: string) =>
			postTo({ key: name, endpoint: "csv", mediaType: "text/csv", body: `serial,time,Air\na1,${at},1` });
		for (let position = 0; position < serverLimits.ingestUploadsPerMinute; position += 1) {
			expect((await post(integration.key)).status).toBe(200);
		}
		expect(await rejectionOf(await post(integration.key))).toMatchObject({ status: 429, name: "TooManyUploads" });
		expect((await post((await addIntegration(owner)).key)).status).toBe(200);
		expect((await postReadings(key, [reading(0)])).status).toBe(200);
	});

	it("limits all devices of the account together", () => {
		const meter = createUploadMeter();
		const readingStore = { receivedOn: () => 0 };
		const take = (deviceId: string) => takeQuota({ readingStore, meter }, { senders: [deviceId], sent: [], now: at });
		for (let position = 0; position < serverLimits.accountUploadsPerMinute; position += 1) {
			if (take(`device ${position}`)) throw new Error(`Refused at ${position}`);
		}
		expect(take("another")).toEqual({ refusal: "too-many-uploads", retryAfterSeconds: 1 });
	});
});

describe("an upload of days long past", () => {
	const daysBefore = (now: number, days: number) => Array.from({ length: days }, (_, day) => now - (2 + day) * dayMs);

	it("costs a token more for each 20 days of a device, and none for today and yesterday", () => {
		const taken = (submitted: { deviceId: string; at: number[] }[]) => {
			const meter = createUploadMeter();
			takeQuota({ readingStore: { receivedOn: () => 0 }, meter }, { senders: ["d"], sent: submitted, now: at });
			return (
				serverLimits.ingestUploadsPerMinute -
				meter.left({ id: "d", perMinute: serverLimits.ingestUploadsPerMinute }, at)
			);
		};
		expect(taken([{ deviceId: "d", at: [at, at - dayMs] }])).toBe(1);
		expect(taken([{ deviceId: "d", at: daysBefore(at, 19) }])).toBe(1);
		expect(taken([{ deviceId: "d", at: [...daysBefore(at, 20), ...daysBefore(at, 20)] }])).toBe(2);
		const two = ["d", "e"].map((deviceId) => ({ deviceId, at: daysBefore(at, 30) }));
		expect(taken(two)).toBe(4);
	});

	it("counts duplicates too: the same readings of 9,700 days are stored once in some minutes", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const readings = daysBefore(Date.now(), 9_700).map((time) => ({ channel: "Air", at: time, value: 4 }));
		expect((await postReadings(key, readings)).status).toBe(200);
		const rejected = await rejectionOf(await postReadings(key, readings));
		expect(rejected).toMatchObject({ status: 429, name: "TooManyUploads" });
		expect(Number(rejected.retryAfter)).toBeGreaterThan(120);
	});

	it("lets a year's hourly backlog through at once", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const hours = Array.from({ length: 365 * 24 }, (_, hour) => Date.now() - hour * hourMs);
		for (let from = 0; from < hours.length; from += 1_000) {
			const part = hours.slice(from, from + 1_000).map((time) => ({ channel: "Air", at: time, value: 4 }));
			expect((await postReadings(key, part)).status).toBe(200);
		}
	});
});

describe("a rejected upload", () => {
	const firstNot = async (status: number, post: () => Promise<Response>) =>
		(await attemptUntilNot(status, serverLimits.ingestRefusalsPerMinute, post)).response;

	it("counts too: after so many of one key in a minute all get 429, and other keys are unaffected", async () => {
		const { owner } = await createOwner();
		const [broken, good] = [await addDevice(owner), await addDevice(owner)];
		const rejected = await firstNot(400, () => postReadings(broken.key, []));
		expect(await rejectionOf(rejected)).toEqual({ status: 429, name: "TooManyUploads", retryAfter: "60" });
		expect((await postReadings(good.key, [reading(0)])).status).toBe(200);
		const revoked = await addIntegration(owner);
		await owner.mutate("account.revokeIntegrationKey", { keyId: revoked.integration.id });
		const body = JSON.stringify({ time: "2025-03-14T09:00:00Z", deviceInfo: { devEui: "A1" }, object: { Air: 1 } });
		const post = () => postTo({ key: revoked.key, endpoint: "chirpstack?event=up", body });
		expect((await firstNot(401, post)).status).toBe(429);
	});

	it("counts by its address if its key is invalid", async () => {
		const from = (address: string) =>
			send(ingestPath, { method: "POST", headers: { authorization: "Bearer forged", "x-forwarded-for": address } });
		const rejected = await firstNot(401, () => from("192.0.2.8"));
		expect(await rejectionOf(rejected)).toEqual({ status: 429, name: "TooManyUploads", retryAfter: "60" });
		expect((await from("192.0.2.9")).status).toBe(401);
	});

	it("fails before its body is read if its key sends beyond all quotas", async () => {
		const keys = createIngestKeys("device", ["the-secret-of-this-test-and-no-other"]);
		const { key } = await keys.mint(newId("account"), newId("device"));
		const counted: string[] = [];
		const no: RateLimit = {
			limit: async ({ key: name }) => {
				counted.push(name);
				return { success: false };
			},
		};
		const { readable: body } = new TransformStream();
		const endpoint = createIngestEndpoint({
			deviceKeys: keys,
			integrationKeys: createIngestKeys("integrationKey", ["the-secret-of-this-test-and-no-other"]),
			accounts: env.ACCOUNT,
			rateLimits: { byKey: no, byServer: no, rejected: no },
		});
		const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
		const request = new Request(`${origin}${ingestPath}`, { method: "POST", headers, body });
		const rejected = await endpoint(request, "request");
		expect(await rejectionOf(rejected)).toEqual({ status: 429, name: "TooManyUploads", retryAfter: "60" });
		expect(counted).toHaveLength(1);
		expect(counted[0]).not.toContain(key.split("_")[3]);
	});
});

describe("the quota of a day", () => {
	it("allows as many readings as it has, and empties at midnight UTC", () => {
		const readingStore = { receivedOn: () => serverLimits.ingestReadingsPerDay - 10 };
		const take = (readings: number, now: number) =>
			takeQuota(
				{ readingStore, meter: createUploadMeter() },
				{ senders: [], sent: [{ deviceId: "d", at: Array.from({ length: readings }, () => now) }], now },
			);
		expect(take(10, at)).toBeNull();
		expect(take(11, at)).toEqual({ refusal: "daily-quota", retryAfterSeconds: 15 * 3600 });
		expect(take(11, Date.parse("2025-03-14T23:59:59.001Z"))).toMatchObject({ retryAfterSeconds: 1 });
	});

	it("allows a sign of life still, also if uploads at once went past it", () => {
		const readingStore = { receivedOn: () => serverLimits.ingestReadingsPerDay + 5 };
		const sent = [{ deviceId: "d", at: [] }];
		expect(takeQuota({ readingStore, meter: createUploadMeter() }, { senders: ["d"], sent, now: at })).toBeNull();
	});

	it("returns when it empties, and stores nothing", async () => {
		const { owner, id } = await createOwner();
		const { device, key } = await addDevice(owner);
		await runInDurableObject(accountStub(id), (object) => {
			// A million real readings take longer than a test may.
			vi.spyOn(partsOf(object).readingStore, "receivedOn").mockReturnValue(serverLimits.ingestReadingsPerDay);
		});
		vi.setSystemTime(Date.parse("2027-03-14T23:00:00Z"));
		const rejected = await postReadings(key, [reading(0)]);
		expect(await rejectionOf(rejected)).toEqual({ status: 429, name: "DailyQuotaReached", retryAfter: "3600" });
		vi.setSystemTime(vi.getRealSystemTime());
		const { lastReceivedAt } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(lastReceivedAt).toBeNull();
	});
});
