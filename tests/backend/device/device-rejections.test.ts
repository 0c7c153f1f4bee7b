import { beforeAll, describe, expect, it } from "vitest";
import { deviceRefusals } from "../../../backend/db/schema";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import type { Device, DeviceListRow, GetDevices } from "../../../shared/device/device";
import type { CreatedDevice } from "../../../shared/device/device-inputs";
import { DeviceRejections } from "../../../shared/ingest/device-rejections";
import { RejectReason } from "../../../shared/ingest/ingest";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, type TestAccount } from "../fixtures/fleet";
import { addIntegration, ingestTo, postTo } from "../fixtures/integrations";
import { dataOf, type Person } from "../fixtures/people";
import { eventsOf, uploadAt } from "../fixtures/uploads";

async function rejectionsOf(person: Person, deviceId: string): Promise<DeviceRejections | null> {
	return dataOf<Device>(await person.query("device.getDevice", { deviceId })).refusals;
}

async function rejectedIds(person: Person, input: GetDevices = { filters: { hasRefusals: true } }): Promise<string[]> {
	return dataOf<DeviceListRow[]>(await person.query("device.getDevices", input)).map(({ id }) => id);
}

let account: TestAccount;
const good = () => ({ channel: "Air", at: Date.now() - minuteMs, value: 4 });

async function addOne(changes: Parameters<typeof addDevice>[1] = {}): Promise<CreatedDevice> {
	return addDevice(account.owner, changes);
}

beforeAll(async () => {
	account = await createOwner();
});

describe("the stored sample of a rejected entry", () => {
	const at = new Date(Date.now() - minuteMs).toISOString();
	const air = { channel: "Air", at, value: 4 };
	const far = new Date(Date.now() + 2 * dayMs).toISOString();
	type Sample = DeviceRejections["sample"];
	const cases: [reason: RejectReason, entry: unknown, sample: Sample][] = [
		["not-an-object", "4.2", { channel: null, at: null, value: '"4.2"' }],
		["channel-missing", { at, value: 4 }, { channel: null, at: `"${at}"`, value: "4" }],
		["unknown-channel", { ...air, channel: "temp" }, { channel: "temp", at, value: "4" }],
		["time-missing", { channel: "Air", value: 4 }, { channel: "Air", at: null, value: "4" }],
		["bad-time", { ...air, at: "noon" }, { channel: "Air", at: '"noon"', value: "4" }],
		[
			"zone-missing",
			{ ...air, at: "2026-01-02T03:04:05" },
			{ channel: "Air", at: '"2026-01-02T03:04:05"', value: "4" },
		],
		["future", { ...air, at: far }, { channel: "Air", at: `"${far}"`, value: "4" }],
		["too-old", { ...air, at: 1 }, { channel: "Air", at: "1", value: "4" }],
		["bad-value", { ...air, value: "23,5" }, { channel: "Air", at: `"${at}"`, value: '"23,5"' }],
		[
			"past-retention",
			{ ...air, at: "2020-01-01T00:00:00.000Z" },
			{ channel: "Air", at: "2020-01-01T00:00:00.000Z", value: "4" },
		],
	];

	it("covers every reason except an unknown device", () => {
		// In files and messages alone: ingest-csv.test.ts and field-uplinks.test.ts. Of computed channels: derived-channels.test.ts.
		const elsewhere = ["unknown-device", "same-time", "other-unit", "derived-channel"];
		const reasons: string[] = [...cases.map(([reason]) => reason), ...elsewhere];
		expect(reasons.sort()).toEqual([...RejectReason.options].sort());
	});

	it.each(cases)("keeps the reason and the sent entry: %s", async (reason, entry, sample) => {
		const { device, key } = await addOne({ retentionDays: 30 });
		const before = Date.now();
		expect((await ingest(key, [good(), entry, entry])).rejected).toHaveLength(2);
		const rejections = await rejectionsOf(account.owner, device.id);
		expect(DeviceRejections.parse(rejections)).toEqual(rejections);
		expect(rejections).toEqual({
			since: rejections?.at,
			at: expect.any(Number),
			sent: 3,
			refused: 2,
			reasons: [{ reason, count: 2 }],
			sample,
		});
		expect(rejections?.at).toBeGreaterThanOrEqual(before);
		expect(await rejectedIds(account.owner)).toContain(device.id);
		expect(await rejectedIds(account.owner, { filters: { hasRefusals: false } })).not.toContain(device.id);
	});
});

describe("the rejections of a device", () => {
	it("show the most frequent reason first, with its sample, of all validated entries", async () => {
		const { device, key } = await addOne();
		const nose = { ...good(), channel: "Nose" };
		await ingest(key, [{ ...good(), value: "x" }, nose, nose, good()]);
		const rejections = await rejectionsOf(account.owner, device.id);
		expect(rejections?.reasons).toEqual([
			{ reason: "unknown-channel", count: 2 },
			{ reason: "bad-value", count: 1 },
		]);
		expect(rejections?.sample?.channel).toBe("Nose");
	});

	it("belong to the last upload, since the first; an upload without rejections ends them", async () => {
		const { device, key } = await addOne();
		const start = Date.now() - 3 * dayMs;
		const bad = { channel: "Air", at: start, value: "23,5" };
		await uploadAt(key, start, [bad]);
		await uploadAt(key, start + dayMs, [bad, bad, { ...bad, value: 1 }]);
		// An upload without entries changes nothing.
		await uploadAt(key, start + 2 * dayMs, []);
		expect(await rejectionsOf(account.owner, device.id)).toMatchObject({
			since: start,
			at: start + dayMs,
			sent: 3,
			refused: 2,
		});
		await uploadAt(key, start + 3 * dayMs, [{ ...bad, value: 2 }]);
		expect(await rejectionsOf(account.owner, device.id)).toBeNull();
		expect(await rejectedIds(account.owner)).not.toContain(device.id);
		await uploadAt(key, start + 3 * dayMs + 1, [bad]);
		expect(await rejectionsOf(account.owner, device.id)).toMatchObject({ since: start + 3 * dayMs + 1 });
	});

	it("appear in the log when they begin and when they end, and not in between", async () => {
		const { device, key } = await addOne();
		const start = Date.now() - dayMs;
		const at = (minutes: number) => start + minutes * minuteMs;
		const bad = { channel: "Nose", at: start, value: 1 };
		for (const minutes of [0, 15, 30]) await uploadAt(key, at(minutes), [bad, { ...bad, channel: "Air" }]);
		for (const minutes of [45, 50]) await uploadAt(key, at(minutes), [{ ...bad, channel: "Air" }]);
		// Within an hour of the last event a changing device causes no new one.
		await uploadAt(key, at(55), [bad]);
		await uploadAt(key, at(58), [{ ...bad, channel: "Air" }]);
		await uploadAt(key, at(120), [bad]);
		const events = (await eventsOf(account.id, "event")).filter(({ deviceId }) => deviceId === device.id);
		const said = events.filter(({ text }) => /refus/.test(text));
		expect(said.map(({ at: time, level, text }) => [(time - start) / minuteMs, level, text])).toEqual([
			[0, "warning", "1 of 2 readings refused: the channel does not exist"],
			[45, "info", "All readings accepted again, after 45 minutes of refusals"],
			[120, "warning", "1 of 1 reading refused: the channel does not exist"],
		]);
	});

	it("may hold any text: it is cut, on one line, and reverses nothing that follows it", async () => {
		const { device, key } = await addOne();
		const hostile = `<img src=x onerror=alert(1)>\n\u202E\u0000${"é".repeat(300_000)}\uD800`;
		await ingest(key, [{ channel: hostile, at: { a: [hostile] }, value: hostile }]);
		await ingest(key, [{ channel: hostile, at: Date.now(), value: 1 }]);
		for (const entry of [{ channel: hostile, at: [hostile], value: 1 }, hostile, [hostile], null, 7]) {
			await ingest(key, [entry]);
			const sample = (await rejectionsOf(account.owner, device.id))?.sample;
			for (const part of Object.values(sample ?? {})) {
				expect((part ?? "").length).toBeLessThanOrEqual(44);
				// biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is the point.
				expect(part ?? "").not.toMatch(/[\u0000-\u001f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cs}/u);
			}
		}
		const rows = await inAccount(account.id, (db) => db.select().from(deviceRefusals).all());
		for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(1_500);
		const texts = (await eventsOf(account.id, "event")).map(({ text }) => text).join();
		expect(texts).not.toContain("onerror");
	});

	it("hold no secret of a key that was sent among the readings", async () => {
		const { device, key } = await addOne();
		for (const entry of [{ ...good(), channel: key }, { ...good(), at: key }, { ...good(), value: key }, key]) {
			await ingest(key, [entry]);
			expect(await rejectionsOf(account.owner, device.id)).toMatchObject({ refused: 1 });
			const rows = await inAccount(account.id, (db) => db.select().from(deviceRefusals).all());
			expect(JSON.stringify(rows)).not.toContain(key.slice(0, 60));
		}
	});

	it("follow the upload received last, in whichever order they are stored", async () => {
		const { device, key } = await addOne();
		const start = Date.now() - dayMs;
		const bad = { channel: "Air", at: start, value: "23,5" };
		await uploadAt(key, start + 2, [bad, bad]);
		await uploadAt(key, start + 1, [{ ...bad, value: 1 }]);
		await uploadAt(key, start, [bad]);
		expect(await rejectionsOf(account.owner, device.id)).toMatchObject({ since: start + 2, at: start + 2, sent: 2 });
		await uploadAt(key, start + 4, [{ ...bad, value: 2 }]);
		await uploadAt(key, start + 3, [bad]);
		expect(await rejectionsOf(account.owner, device.id)).toBeNull();
	});

	it("lose the sent text once it is no longer shown", async () => {
		const { device, key } = await addOne();
		await ingest(key, [{ ...good(), value: "only once" }]);
		await ingest(key, [good()]);
		const rows = await inAccount(account.id, (db) => db.select().from(deviceRefusals).all());
		const row = rows.find(({ deviceId }) => deviceId === device.id);
		expect(row).toMatchObject({ endedAt: expect.any(Number), last: { sample: null } });
	});

	it("filter the list by true or false, and make no group", async () => {
		const requested = await account.owner.query("device.getDevices", { filters: { hasRefusals: "yes" } });
		expect(requested.error?.data.code).toBe("BAD_REQUEST");
		const members = { kind: "dynamic", filter: { hasRefusals: true } };
		const made = await account.owner.mutate("group.createGroup", {
			name: "Refusing",
			description: "",
			colour: null,
			members,
			defaults: {},
		});
		expect(made.error?.data.code).toBe("BAD_REQUEST");
	});

	it("stay hidden for an archived device", async () => {
		const { device, key } = await addOne();
		await ingest(key, [{ ...good(), value: "x" }]);
		dataOf(await account.owner.mutate("device.archiveDevices", { deviceIds: [device.id] }));
		expect(await rejectionsOf(account.owner, device.id)).toBeNull();
		const archived = await account.owner.query("device.getDevices", { archived: "archived" });
		for (const row of dataOf<DeviceListRow[]>(archived)) expect(row).not.toHaveProperty("hasRefusals");
	});
});

describe("the members who see rejected readings", () => {
	it("include those who see the device, in its account alone", async () => {
		const { id, owner } = await createOwner();
		const groupId = await addGroup(id, "Mine");
		const inside = await addDevice(owner, { groupIds: [groupId] });
		const outside = await addDevice(owner);
		for (const { key } of [inside, outside]) await ingest(key, [{ ...good(), channel: "Nose" }]);
		const scoped = await addMember(id, "viewer", { groupIds: [groupId] });
		expect(await rejectedIds(scoped)).toEqual([inside.device.id]);
		expect(await rejectionsOf(scoped, inside.device.id)).not.toBeNull();
		const hidden = await scoped.query("device.getDevice", { deviceId: outside.device.id });
		expect(hidden.error?.data.code).toBe("NOT_FOUND");
		const { owner: stranger } = await createOwner();
		expect(await rejectedIds(stranger)).toEqual([]);
		const foreign = await stranger.query("device.getDevice", { deviceId: inside.device.id });
		expect(foreign.error?.data.code).toBe("NOT_FOUND");
	});
});

describe("readings from an integration", () => {
	it("store their rejections at the device they name, each its own", async () => {
		const { owner } = await createOwner();
		const [one, other] = [
			await addDevice(owner, { serialNumber: "SN-1" }),
			await addDevice(owner, { serialNumber: "SN-2" }),
		];
		const { key } = await addIntegration(owner);
		const lines = ["SN-1,2025-03-14T09:00:00Z,Air,x", "SN-2,2025-03-14T09:00:00Z,Air,1", "SN-3,,,"];
		const body = ["serial,time,channel,value", ...lines].join("\n");
		expect((await ingestTo({ key, endpoint: "csv", mediaType: "text/csv", body })).rejected).toHaveLength(2);
		expect(await rejectionsOf(owner, one.device.id)).toMatchObject({ sent: 1, refused: 1, sample: { value: '"x"' } });
		expect(await rejectionsOf(owner, other.device.id)).toBeNull();
		const message = { time: "2025-03-14T09:00:00Z", deviceInfo: { devEui: "SN-2" }, object: { Air: 1, Nose: 2 } };
		await ingestTo({ key, endpoint: "chirpstack?event=up", body: JSON.stringify(message) });
		expect(await rejectionsOf(owner, other.device.id)).toMatchObject({
			sent: 2,
			refused: 1,
			reasons: [{ reason: "unknown-channel", count: 1 }],
			sample: { channel: "Nose", value: "2" },
		});
	});

	it("store a decimal comma's rejection at the device if its serial number comes first", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner, { serialNumber: "SN-1" });
		const { key } = await addIntegration(owner);
		const post = (body: string) => postTo({ key, endpoint: "csv", mediaType: "text/csv", body });
		const line = "SN-1,2025-03-14T09:00:00Z,Air,23,5";
		const result = await (await post(`serial,time,channel,value\n${line}\n${line}`)).json();
		expect(result).toEqual({
			accepted: 0,
			duplicates: 0,
			rejected: [
				{ index: 0, reason: "bad-value" },
				{ index: 1, reason: "bad-value" },
			],
		});
		expect(await rejectionsOf(owner, device.id)).toMatchObject({
			sent: 2,
			refused: 2,
			reasons: [{ reason: "bad-value", count: 2 }],
			sample: { value: '"23,5"' },
		});
	});
});
