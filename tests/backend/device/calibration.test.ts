import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { calibrations } from "../../../backend/db/schema";
import { limits } from "../../../shared/base/limits";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { LogPage, SeriesPage } from "../../../shared/log/log";
import { historyOf, uncalibrate as removeAt, calibrate as setAt } from "../fixtures/calibrate";
import { accountStub, addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "../fixtures/fleet";
import { openPage, topicsOf } from "../fixtures/live-page";
import { dataOf, type Person, send } from "../fixtures/people";
import { eventsOf } from "../fixtures/uploads";

const quarterMs = 15 * 60 * 1000;
const hourMs = 4 * quarterMs;
const now = Date.now();
const start = Math.floor(now / hourMs) * hourMs - 6 * hourMs;
const span = { rangeType: "day", offset: 0, from: start, to: start + 4 * hourMs } as const;

async function createMeasured() {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner);
	const air = device.channels[0]?.id ?? "";
	const readings = Array.from({ length: 8 }, (_, half) => {
		return { channel: "Air", at: start + half * 2 * quarterMs, value: 10 };
	});
	await ingest(key, readings);
	const channel = { deviceId: device.id, channelId: air };
	const calibrate = (from: number, scale: number, offset: number) => setAt(owner, channel, { from, scale, offset });
	const uncalibrate = (from: number) => removeAt(owner, channel, from);
	return { id, owner, device, key, readings, air, channel, calibrate, uncalibrate };
}

/** The same readings through the log, a chart, a file, the list and the device. */
async function seen(owner: Person, air: string) {
	const page = dataOf<LogPage>(await owner.query("log.getLogs", { ...span, order: "oldest-first" }));
	const raw = dataOf<SeriesPage>(await owner.query("log.getSeries", { ...span, pixels: 2_000 }));
	const query = encodeURIComponent(
		JSON.stringify({ ...span, zone: "UTC", format: "json", form: "long", clock: "device" }),
	);
	const file = await send(`/api/export?query=${query}`, { headers: owner.headers });
	const { rows } = await file.json<{ rows: { kind: string; value: number }[] }>();
	const [listed] = dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
	const whole = dataOf<Device>(await owner.query("device.getDevice", { deviceId: listed?.id }));
	return {
		readingStore: page.readings.value,
		series: raw.series[0]?.value,
		file: rows.flatMap(({ kind, value }) => (kind === "reading" ? value : [])),
		list: listed?.latest[0]?.value,
		device: whole.channels.find(({ id }) => id === air)?.value,
	};
}

describe("a calibration", () => {
	it("shows the same in the log, the chart, a file, the list and the page of the device", async () => {
		const { owner, air, calibrate, uncalibrate } = await createMeasured();
		const values = (list: number[]) => ({
			readingStore: list,
			series: list,
			file: list,
			list: list.at(-1),
			device: list.at(-1),
		});
		expect(await seen(owner, air)).toEqual(values([10, 10, 10, 10, 10, 10, 10, 10]));
		await calibrate(start + 3 * quarterMs, 2, 0.5);
		await calibrate(start + 12 * quarterMs, -1, 0);
		expect(await seen(owner, air)).toEqual(values([10, 10, 20.5, 20.5, 20.5, 20.5, -10, -10]));
		dataOf(await uncalibrate(start + 3 * quarterMs));
		expect(await seen(owner, air)).toEqual(values([10, 10, 10, 10, 10, 10, -10, -10]));
	});

	it("divides the buckets that it begins in the middle of", async () => {
		const { owner, calibrate, key } = await createMeasured();
		const readings = Array.from({ length: 3_000 }, (_, second) => ({
			channel: "Air",
			at: start + second * 1000,
			value: 10,
		}));
		await ingest(key, readings);
		await calibrate(start + quarterMs, -1, 0);
		const { series, bucketMs } = dataOf<SeriesPage>(
			await owner.query("log.getSeries", { ...span, to: start + hourMs, pixels: 50, zone: "UTC" }),
		);
		expect(bucketMs).toBeGreaterThan(0);
		const { at = [], min = [], max = [], value = [] } = series[0] ?? {};
		const expected = at.map((begin) => {
			const [isBefore, isAfter] = [begin < start + quarterMs, begin + bucketMs > start + quarterMs];
			return [isAfter ? -10 : 10, isBefore ? 10 : -10];
		});
		expect(min.map((least, position) => [least, max[position]])).toEqual(expected);
		expect(value.filter((mean, position) => mean < (min[position] ?? 0) || mean > (max[position] ?? 0))).toEqual([]);
	});

	it("leaves the sent values unchanged: the same upload again is a duplicate, and is billed as before", async () => {
		const { owner, key, readings, calibrate } = await createMeasured();
		const before = dataOf<object>(await owner.query("billing.getStorageDetails"));
		await calibrate(start, 3, 1);
		expect(await ingest(key, readings)).toMatchObject({ accepted: 0, duplicates: readings.length });
		expect(dataOf<object>(await owner.query("billing.getStorageDetails"))).toEqual(before);
	});

	it("lasts through an eviction, and one that was removed does not come back", async () => {
		const { id, owner, air, calibrate, uncalibrate } = await createMeasured();
		await calibrate(start, 2, 0);
		await evictDurableObject(accountStub(id));
		expect((await seen(owner, air)).device).toBe(20);
		dataOf(await uncalibrate(start));
		await evictDurableObject(accountStub(id));
		expect((await seen(owner, air)).device).toBe(10);
	});

	it("appears in the channel's history in order of time, the last one of an instant for all", async () => {
		const { device, owner, calibrate, uncalibrate } = await createMeasured();
		await calibrate(start + hourMs, 2, 0);
		await calibrate(start, 1, 1);
		const changed = dataOf<Device>(await calibrate(start + hourMs, 3, 0));
		const expected = [
			{ from: start, scale: 1, offset: 1 },
			{ from: start + hourMs, scale: 3, offset: 0 },
		];
		expect(changed.channels.map(({ calibrations }) => calibrations)).toEqual([expected, []]);
		expect(dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }))).toEqual(changed);
		const left = await uncalibrate(start);
		expect(dataOf<Device>(left).channels[0]?.calibrations).toEqual(expected.slice(1));
	});

	it("appears in the log in words by the device's clock, once for each change", async () => {
		const { id, calibrate, uncalibrate } = await createMeasured();
		const from = Date.UTC(2026, 0, 15, 12);
		for (const offset of [-0.5, -0.5]) dataOf(await calibrate(from, 1.02, offset));
		for (const _ of [1, 2]) dataOf(await uncalibrate(from));
		const texts = (await eventsOf(id, "config")).map(({ text, author }) => [text, author]);
		expect(texts.slice(1)).toEqual([
			["Calibration of Air from Jan 15, 2026, 05:00:00 AM (device clock): × 1.02 − 0.5 °C", "Pat Example"],
			["Calibration of Air removed: from Jan 15, 2026, 05:00:00 AM (device clock) (× 1.02 − 0.5 °C)", "Pat Example"],
		]);
	});

	it("sends an invalidation to open pages", async () => {
		const { owner, calibrate, uncalibrate } = await createMeasured();
		const page = await openPage(owner);
		await calibrate(start, 2, 0);
		await vi.waitUntil(() => page.received.length > 0, { timeout: 10_000 });
		expect(topicsOf(page)[0]?.toSorted()).toEqual(["devices", "log"]);
		dataOf(await uncalibrate(start));
		await vi.waitUntil(() => page.received.length > 1, { timeout: 10_000 });
		expect(topicsOf(page)[1]?.toSorted()).toEqual(["devices", "log"]);
	});
});

describe("the rejection of a calibration", () => {
	it.each([
		["before there were such devices", () => limits.ingestEarliestMs - quarterMs],
		["far ahead", () => Math.ceil((Date.now() + limits.ingestFutureMs + quarterMs) / quarterMs) * quarterMs],
		["after the end of all calendars", () => Math.floor(Number.MAX_SAFE_INTEGER / quarterMs) * quarterMs],
	])("rejects a beginning %s", async (_, from) => {
		const { calibrate, id } = await createMeasured();
		const { error } = await calibrate(from(), 2, 0);
		expect(error?.data.code).toBe("BAD_REQUEST");
		expect(Object.keys(error?.data.fields ?? {})).toEqual(["from"]);
		expect(await inAccount(id, (db) => db.select().from(calibrations).all())).toEqual([]);
	});

	it("rejects a calibration beyond a channel's limit, except in place of another", async () => {
		const { id, air, calibrate } = await createMeasured();
		const row = { channelId: air, scale: 2, offset: 0, createdBy: "usr", createdAt: new Date() };
		await inAccount(id, (db) => {
			for (let count = 0; count < limits.calibrationsPerChannel; count += 1) {
				db.insert(calibrations)
					.values({ ...row, from: start + count * quarterMs })
					.run();
			}
		});
		await evictDurableObject(accountStub(id));
		expect((await calibrate(start - quarterMs, 2, 0)).error?.data.fields).toEqual({
			from: "A channel has at most 100 calibrations. Remove one first.",
		});
		dataOf(await calibrate(start, 5, 0));
	});

	it("rejects a channel of a device that is archived, or that the caller may not see", async () => {
		const { id, owner, air, device, calibrate, uncalibrate } = await createMeasured();
		const scoped = await addMember(id, "admin", { groupIds: [await addGroup(id, "Elsewhere")] });
		for (const path of ["device.setCalibration", "device.removeCalibration"]) {
			const input = { channelId: air, from: start, scale: 2, offset: 0, seen: [] };
			const unknown = { ...input, channelId: newId("channel") };
			for (const response of [await scoped.mutate(path, input), await owner.mutate(path, unknown)]) {
				expect(response.error?.data).toMatchObject({ code: "NOT_FOUND", reason: "CHANNEL_NOT_FOUND" });
			}
		}
		await owner.mutate("device.archiveDevices", { deviceIds: [device.id] });
		expect((await calibrate(start, 2, 0)).error?.data.reason).toBe("DEVICE_ARCHIVED");
		const removed = await uncalibrate(start);
		expect(removed.error?.data.reason).toBe("DEVICE_ARCHIVED");
	});
});

describe("two people who calibrate one channel at once", () => {
	it.each([
		["at the same instant", start],
		["at another one", start + quarterMs],
	])("stores one calibration, and asks the other person to look first, %s", async (_, otherFrom) => {
		const { id, owner, channel } = await createMeasured();
		const admin = await addMember(id, "admin");
		const form = { channelId: channel.channelId, scale: 2, offset: 0, seen: [] };
		const responses = await Promise.all([
			owner.mutate("device.setCalibration", { ...form, from: start }),
			admin.mutate("device.setCalibration", { ...form, from: otherFrom, offset: 1 }),
		]);
		const reasons = responses.flatMap(({ error }) => error?.data.reason ?? []);
		expect(reasons).toEqual(["CHANGED_MEANWHILE"]);
		const history = await historyOf(owner, channel);
		expect(history).toHaveLength(1);
		dataOf(await setAt(admin, channel, { from: otherFrom, scale: 3, offset: 0 }));
		expect((await historyOf(owner, channel)).at(-1)).toEqual({ from: otherFrom, scale: 3, offset: 0 });
	});

	it("removes no calibration that the other person has changed meanwhile", async () => {
		const { id, owner, channel, calibrate } = await createMeasured();
		const admin = await addMember(id, "admin");
		dataOf(await calibrate(start, 2, 0));
		const [mine] = await historyOf(owner, channel);
		dataOf(await setAt(admin, channel, { from: start, scale: 3, offset: 0 }));
		const { channelId } = channel;
		const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: channel.deviceId }));
		dataOf(await owner.mutate("device.updateDevice", { deviceId: channel.deviceId, version, name: "Renamed since" }));
		const changedBy = { name: "Pat Example", isCaller: false };
		const { error } = await owner.mutate("device.removeCalibration", { ...mine, channelId });
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "CHANGED_MEANWHILE", changedBy });
		const own = await admin.mutate("device.setCalibration", { channelId, from: start, scale: 4, offset: 0, seen: [] });
		expect(own.error?.data).toMatchObject({ changedBy: { ...changedBy, isCaller: true } });
		expect(await historyOf(owner, channel)).toEqual([{ from: start, scale: 3, offset: 0 }]);
	});

	it("blocks no edit of the device itself", async () => {
		const { owner, device, calibrate } = await createMeasured();
		dataOf(await calibrate(start, 2, 0));
		dataOf(await owner.mutate("device.updateDevice", { deviceId: device.id, version: device.version, name: "B" }));
	});
});

it("applies to the event of a low battery", async () => {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner, { channels: [{ name: "Battery", quantity: "battery", unit: "%" }] });
	const channel = { deviceId: device.id, channelId: device.channels[0]?.id ?? "" };
	dataOf(await setAt(owner, channel, { from: start, scale: 1, offset: -50 }));
	await ingest(key, [{ channel: "Battery", at: now, value: 60 }]);
	expect((await eventsOf(id, "event")).map(({ text }) => text)).toContain("Battery low: 10 %");
});
