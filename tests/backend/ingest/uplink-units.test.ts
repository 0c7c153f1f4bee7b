import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { account as accounts, channels as channelRows, sentUnits } from "../../../backend/db/schema";
import { inOwnUnits, type WithUnits } from "../../../backend/ingest/uplink-values";
import { dayMs } from "../../../shared/base/durations";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { LogPage } from "../../../shared/log/log";
import { attentionReasons } from "../../../shared/overview/attention";
import { accountStub, addDevice, createOwner, inAccount, type TestAccount } from "../fixtures/fleet";
import { addIntegration, ingestTo, latestValues } from "../fixtures/integrations";
import { dataOf, type Person } from "../fixtures/people";
import { openReadings } from "../fixtures/reading-store";

let account: TestAccount;
let owner: Person;
let key: string;
let keyId: string;

beforeAll(async () => {
	account = await createOwner();
	owner = account.owner;
	const created = await addIntegration(owner, true);
	key = created.key;
	keyId = created.integration.id;
});

let serials = 0;
let frames = 0;
let serialNumber: string;
const at = Date.parse("2026-05-22T10:00:03Z");

beforeEach(() => {
	serials += 1;
	serialNumber = serials.toString(16).toUpperCase().padStart(16, "0");
});

const temperature = { name: "Temperature", quantity: "temperature" as const, unit: "°C" };

function send(decoded_payload: unknown, received_at = new Date(at).toISOString()) {
	frames += 1;
	const uplink_message = { decoded_payload, f_cnt: frames, frm_payload: "AA==", received_at };
	const body = JSON.stringify({ end_device_ids: { dev_eui: serialNumber }, received_at, uplink_message });
	return ingestTo({ key, endpoint: "the-things-stack", body });
}

async function rowOf(): Promise<DeviceListRow | undefined> {
	const rows = dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
	return rows.find((row) => row.serialNumber === serialNumber);
}

async function deviceOf(): Promise<Device> {
	return dataOf<Device>(await owner.query("device.getDevice", { deviceId: (await rowOf())?.id }));
}

async function valuesOf() {
	const values = await latestValues(owner, serialNumber);
	return Object.fromEntries(Object.entries(values ?? {}).map(([name, { value }]) => [name, value]));
}

async function loggedOf(): Promise<[number, string | null][]> {
	const span = { rangeType: "hour", offset: 0, from: at - 120_000, to: at + 120_000 };
	const input = { ...span, deviceIds: [(await rowOf())?.id] };
	const { value, mark } = dataOf<LogPage>(await owner.query("log.getLogs", input)).readings;
	return value.map((one, index) => [one, mark?.[index] ?? null]);
}

async function reasonsOf() {
	const row = await rowOf();
	return row ? attentionReasons(row).flatMap((reason) => (["unit", "clock"].includes(reason.kind) ? reason : [])) : [];
}

/** What an account object makes of a value in a unit, at `now` (epoch ms). */
async function readIn(unit: string, value: number, now = Date.now()) {
	const { id } = (await rowOf()) ?? { id: "" };
	return runInDurableObject(accountStub(account.id), (_, state) => {
		const sent: WithUnits = {
			readings: { channels: ["Temperature"], index: [0], channel: [0], at: [at], value: [value] },
			units: [unit],
		};
		const store = { db: openAccountDb(state.storage), readingStore: openReadings(state), now };
		return inOwnUnits({ ...store, invalidations: { changed: () => {} } }, id, sent);
	});
}

describe("a unit that is unknown", () => {
	const decide = async (meaning: unknown) => {
		const channelId = (await deviceOf()).channels[0]?.id;
		return owner.mutate("device.setUnitMeaning", { channelId, unit: "Grad", meaning });
	};

	beforeEach(async () => {
		await addDevice(owner, { serialNumber, channels: [temperature] });
	});

	it("makes its reading doubtful, and is asked about once", async () => {
		expect(await send({ Temperature: { value: 21, unit: "Grad" } })).toMatchObject({ accepted: 1, rejected: [] });
		await send({ Temperature: { value: 22, unit: "grad." } });
		expect((await deviceOf()).sentUnits).toEqual([
			{ channelId: expect.any(String), unit: "Grad", value: 21, firstAt: expect.any(Number), meaning: null },
		]);
		expect(await reasonsOf()).toEqual([{ kind: "unit" }]);
		expect(await valuesOf()).toEqual({ Temperature: null });
		expect(await loggedOf()).toEqual([[22, "doubtful"]]);
		await decide("same");
		await send({ Temperature: { value: 23, unit: "Grad" } }, new Date(at + 60_000).toISOString());
		expect(await loggedOf()).toEqual([
			[23, null],
			[22, "doubtful"],
		]);
	});

	it("makes doubtful what comes later too, until a person answers", async () => {
		await send({ Temperature: { value: 21, unit: "Grad" } });
		expect((await readIn("Grad", 23)).readings).toMatchObject({ value: [23], doubtful: new Set([0]) });
	});

	it("counts as the channel's once a person says that it is the same", async () => {
		await send({ Temperature: { value: 21, unit: "Grad" } });
		expect(dataOf<Device>(await decide("same")).sentUnits).toMatchObject([{ meaning: "same" }]);
		expect(await reasonsOf()).toEqual([]);
		expect((await readIn("Grad", 23)).readings).toEqual(expect.not.objectContaining({ doubtful: expect.anything() }));
	});

	it("converts once a person says that it is a known one", async () => {
		await send({ Temperature: { value: 68, unit: "Grad" } });
		await decide({ unit: "°F" });
		expect((await readIn("Grad", 28.4)).readings).toMatchObject({ value: [-2], asSent: [28.4] });
	});

	it("stores nothing once a person excludes it, and reports that at the integration alone", async () => {
		await send({ Temperature: { value: 21, unit: "Grad" } });
		await decide("exclude");
		const result = await send({ Temperature: { value: 22, unit: "Grad" } }, new Date(at + 60_000).toISOString());
		expect(result).toEqual({ accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "other-unit" }] });
		expect((await deviceOf()).refusals).toBeNull();
		const [message] = dataOf<{ outcome: unknown }[]>(await owner.query("account.getIntegrationMessages", { keyId }));
		expect(message?.outcome).toMatchObject({ refused: [{ reason: "other-unit", count: 1 }] });
	});

	it("opens the question again under another unit of the channel", async () => {
		await send({ Temperature: { value: 21, unit: "Grad" } });
		await decide("same");
		const { id } = await deviceOf();
		await inAccount(account.id, (db) => {
			db.update(channelRows).set({ unit: "°F" }).where(eq(channelRows.deviceId, id)).run();
		});
		await send({ Temperature: { value: 22, unit: "Grad" } }, new Date(at + 60_000).toISOString());
		expect((await deviceOf()).sentUnits).toMatchObject([{ meaning: null }]);
	});

	it("rejects a meaning of a unit that was not sent, or that does not convert", async () => {
		await send({ Temperature: { value: 21, unit: "Grad" } });
		const channelId = (await deviceOf()).channels[0]?.id;
		const bad = [
			{ channelId, unit: "Grade", meaning: "same" },
			{ channelId, unit: "Grad", meaning: { unit: "V" } },
		];
		const fields = [];
		for (const input of bad) fields.push((await owner.mutate("device.setUnitMeaning", input)).error?.data.fields);
		expect(fields).toEqual([{ unit: expect.any(String) }, { meaning: "Choose a unit that converts to °C." }]);
	});

	it("counts as the channel's own if it had readings before units were checked", async () => {
		await send({ Temperature: 20 }, new Date(at).toISOString());
		await inAccount(account.id, (db) =>
			db
				.update(accounts)
				.set({ unitsCheckedFrom: at + dayMs })
				.run(),
		);
		expect((await readIn("Grad", 21, at + 2 * dayMs)).readings.doubtful).toBeUndefined();
		// A second spelling was not accepted then.
		expect((await readIn("Grade", 21, at + 2 * dayMs)).readings.doubtful).toEqual(new Set([0]));
		const rows = await inAccount(account.id, (db) => db.select().from(sentUnits).all());
		expect(rows.slice(-2).map(({ unit, meaning, decidedBy }) => [unit, meaning, decidedBy])).toEqual([
			["Grad", "same", null],
			["Grade", null, null],
		]);
	});
});

describe("a unit beside several values", () => {
	it("converts those that can have it", async () => {
		const channels = [temperature, { name: "Humidity", quantity: "humidity" as const, unit: "%" }];
		await addDevice(owner, { serialNumber, channels });
		await send({ temperature: 28.4, humidity: 61, unit: "F" });
		expect(await valuesOf()).toEqual({ Temperature: -2, Humidity: 61 });
	});

	it("does not hold for a channel of another quantity, whatever its name", async () => {
		await addDevice(owner, { serialNumber, channels: [{ name: "x", quantity: "other", unit: "V" }] });
		expect(await send({ x: 3.1, unit: "F" })).toMatchObject({ accepted: 1, rejected: [] });
		expect(await valuesOf()).toEqual({ x: 3.1 });
	});

	it("converts each of two units of one channel", async () => {
		await addDevice(owner, { serialNumber, channels: [temperature] });
		const history = [{ ts: at - 60_000, temperature: { value: 20, unit: "C" } }];
		await send({ temperature: { value: 68, unit: "F" }, history });
		expect(await loggedOf()).toEqual([
			[20, null],
			[20, null],
		]);
	});
});

describe("wind on the Beaufort scale", () => {
	const wind = (unit: string) => ({ name: "Wind speed", quantity: "windSpeed" as const, unit });

	it("creates a channel in Bft, and the log shows each step as it was sent", async () => {
		await send({ "Wind speed": { value: 4, unit: "beaufort" } });
		expect((await deviceOf()).channels).toMatchObject([{ ...wind("Bft"), value: 4 }]);
		expect(await loggedOf()).toEqual([[4, null]]);
	});

	it.each([
		["beside its value", { "Wind speed": { value: 4, unit: "Bft" } }],
		["beside several values", { "Wind speed": 4, battery: 3.6, unit: "Bft" }],
		["in a key of its own", { wind_speed: 4, wind_speed_unit: "Bft" }],
	])("is rejected by a channel in m/s if the unit is sent %s", async (_, payload) => {
		const name = "wind_speed" in payload ? "wind_speed" : "Wind speed";
		await addDevice(owner, { serialNumber, channels: [{ ...wind("m/s"), name }] });
		expect(await send(payload)).toMatchObject({ rejected: [{ reason: "other-unit" }] });
		expect(await valuesOf()).toMatchObject({ [name]: null });
		expect((await deviceOf()).refusals).not.toBeNull();
	});

	it("rejects a speed in a channel in Bft", async () => {
		await addDevice(owner, { serialNumber, channels: [wind("Bft")] });
		expect(await send({ "Wind speed": 8.2, unit: "m/s" })).toMatchObject({ rejected: [{ reason: "other-unit" }] });
		expect(await loggedOf()).toEqual([]);
	});
});

it("stores water content as percent, so that a fraction is no drought", async () => {
	await addDevice(owner, { serialNumber, channels: [{ name: "soil_moisture", quantity: "humidity", unit: "%" }] });
	await send({ soil_moisture: { value: 0.284, unit: "m³/m³" } });
	expect(await valuesOf()).toEqual({ soil_moisture: 28.4 });
});

describe("names of an earlier release", () => {
	it("continue a channel that was stored under one", async () => {
		await addDevice(owner, { serialNumber, channels: [{ name: "probe.val", quantity: "temperature", unit: "°C" }] });
		await send({ probe: { val: 28.4, unit: "F" } });
		expect(await valuesOf()).toEqual({ "probe.val": -2 });
	});

	it("do not serve two stations at once", async () => {
		await addDevice(owner, {
			serialNumber,
			channels: [{ name: "conditions.temp_1", quantity: "temperature", unit: "°F" }],
		});
		const conditions = [
			{ txid: 7, temp_1: 51.8, moist_soil_1: null },
			{ txid: 8, temp_1: 47.3, moist_soil_1: 200, moist_soil_3: 18 },
		];
		await send({ conditions });
		expect(await valuesOf()).toEqual({
			"conditions.temp_1": null,
			"conditions.7.temp_1": 51.8,
			"conditions.8.temp_1": 47.3,
			"conditions.8.moist_soil_1": 200,
			"conditions.8.moist_soil_3": 18,
		});
	});
});

describe("a clock that is far behind", () => {
	const own = Date.parse("2011-05-22T10:00:00Z") / 1_000;

	it("gives its readings the time of the message, and needs attention until it is right", async () => {
		for (let minute = 0; minute < 3; minute += 1) {
			const received = new Date(at + minute * 60_000).toISOString();
			await send({ temperature: 3.9 + minute, timestamp: own + 60 * minute }, received);
		}
		const device = await deviceOf();
		expect(device.channels).toMatchObject([{ name: "temperature", value: 5.9, at: at + 120_000 }]);
		expect(device.uplinkNote?.unread).toEqual([
			{ name: "timestamp", is: "a time 15 years ago, so the time of receipt is stored" },
		]);
		expect(await reasonsOf()).toEqual([{ kind: "clock", aheadMs: expect.any(Number) }]);
		expect((await reasonsOf())[0]?.aheadMs).toBeLessThan(-15 * 365 * dayMs);
		await send({ temperature: 3.9, timestamp: at / 1_000 + 600 }, new Date(at + 600_000).toISOString());
		expect(await reasonsOf()).toEqual([]);
	});

	it("leaves a history of such times as it was sent, and needs attention too", async () => {
		const history = [
			{ ts: own, temperature: 4 },
			{ ts: own + 60, temperature: 5 },
		];
		await send({ temperature: 6, history });
		expect((await reasonsOf()).map(({ kind }) => kind)).toEqual(["clock"]);
	});
});

describe("a message that brought no reading", () => {
	const noteOf = async () => (await deviceOf()).uplinkNote?.unread;
	const lastUnread = async () => {
		const messages = dataOf<{ outcome: { unread: unknown } }[]>(
			await owner.query("account.getIntegrationMessages", { keyId }),
		);
		return messages[0]?.outcome.unread;
	};

	beforeEach(async () => {
		await addDevice(owner, { serialNumber, channels: [temperature] });
	});

	it("names text that holds readings at device and integration, and is a sign of life", async () => {
		const DATALOG = "[21.47,55.2,Poll reply,2026-05-22 08:20:00],[21.51,55.0,Poll reply,2026-05-22 08:40:00],";
		expect(await send({ Node_type: "LHT", DATALOG })).toMatchObject({ accepted: 0, duplicates: 0 });
		const unread = [{ name: "DATALOG", is: "text that holds readings" }];
		expect([await noteOf(), await lastUnread()]).toEqual([unread, unread]);
		expect((await deviceOf()).lastReceivedAt).not.toBeNull();
		expect(await valuesOf()).toEqual({ Temperature: null });
	});

	it.each([
		["nothing but text", { Node_type: "LHT" }],
		["nothing", {}],
		["no value", { sensor_type: "soc", unit: "%", value: null, status: 0 }],
	])("names itself at both if it holds %s", async (_, payload) => {
		await send(payload);
		const unread = [{ name: "", is: "without a reading" }];
		expect([await noteOf(), await lastUnread()]).toEqual([unread, unread]);
	});

	it("names a time of the message that cannot be true", async () => {
		await send({ temperature: 4 }, "1970-01-01T00:00:07Z");
		expect(await noteOf()).toEqual([
			{ name: "uplink_message.received_at", is: "a time that cannot be true" },
			{ name: "received_at", is: "a time that cannot be true" },
		]);
	});
});
