import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { AccountObject } from "../../../backend/account-object";
import { devices } from "../../../backend/db/schema";
import { readPayload } from "../../../backend/ingest/payload-values";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import { limits } from "../../../shared/base/limits";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { CreateDevice } from "../../../shared/device/device-inputs";
import { ChannelName } from "../../../shared/device/device-terms";
import type { IngestResult } from "../../../shared/ingest/ingest";
import type { LogPage } from "../../../shared/log/log";
import { accountStub, addDevice, createOwner, inAccount, type TestAccount } from "../fixtures/fleet";
import { addIntegration, ingestTo, latestValues, type Posted, postTo } from "../fixtures/integrations";
import { dataOf, type Person } from "../fixtures/people";
import chirpStackStatus from "../fixtures/webhooks/chirpstack-status.json";
import chirpStackUp from "../fixtures/webhooks/chirpstack-up.json";
import theThingsStackJoin from "../fixtures/webhooks/the-things-stack-join.json";
import theThingsStackNormalized from "../fixtures/webhooks/the-things-stack-normalized.json";
import theThingsStackUplink from "../fixtures/webhooks/the-things-stack-uplink.json";

const theThingsStack = (key: string, message: unknown): Posted => {
	return { key, endpoint: "the-things-stack", body: JSON.stringify(message) };
};
const chirpStack = (key: string, message: unknown, event = "up"): Posted => {
	return { key, endpoint: `chirpstack?event=${event}`, body: JSON.stringify(message) };
};

const other = (name: string) => ({ name, quantity: "other" as const, unit: "" });
const probe: Partial<CreateDevice> = {
	name: "Cold room 4",
	channels: ["Temperature", "humidity", "door_open", "probe_1.temperature", "Battery", "Signal"].map(other),
};
const uplinkAt = Date.parse("2025-03-14T09:26:53.897Z");

let owner: Person;
let account: TestAccount;
let key: string;
let creatingKey: string;

beforeAll(async () => {
	account = await createOwner();
	owner = account.owner;
	key = (await addIntegration(owner)).key;
	creatingKey = (await addIntegration(owner, true)).key;
});

describe("an uplink of The Things Stack", () => {
	it("stores it for the device with its DevEUI, in any notation, and only once", async () => {
		await addDevice(owner, { ...probe, serialNumber: "70-b3-d5-7e-d0-06-1a-2f" });
		const rejected: unknown[] = [];
		const sent = theThingsStack(key, theThingsStackUplink);
		expect(await ingestTo(sent)).toEqual({ accepted: 6, duplicates: 0, rejected });
		expect(await ingestTo(sent)).toEqual({ accepted: 0, duplicates: 6, rejected });
		expect(await latestValues(owner, "70-b3-d5-7e-d0-06-1a-2f")).toEqual({
			Temperature: { value: 4.25, at: uplinkAt },
			humidity: { value: 61, at: uplinkAt },
			door_open: { value: 1, at: uplinkAt },
			"probe_1.temperature": { value: -18.5, at: uplinkAt },
			Battery: { value: 87.4, at: Date.parse("2025-03-14T06:11:20.500Z") },
			Signal: { value: -71, at: uplinkAt },
		});
	});

	it("uses the normalized form without a decoded payload, each measurement at its own time", async () => {
		await addDevice(owner, {
			serialNumber: "70B3D57ED0061A30",
			channels: ["air.temperature", "air.relativeHumidity", "wind.speed"].map(other),
		});
		expect(await ingestTo(theThingsStack(key, theThingsStackNormalized))).toEqual({
			accepted: 6,
			duplicates: 0,
			rejected: [],
		});
		const from = Date.parse("2025-03-14T09:00:00Z");
		const log = { rangeType: "hour", offset: 0, from, to: from + 3_600_000 };
		const { readings, channels } = dataOf<LogPage>(await owner.query("log.getLogs", log));
		const position = channels.findIndex(({ name }) => name === "air.temperature");
		const read = readings.readingAt.flatMap((at, index) =>
			readings.channel[index] === position ? [[at, readings.value[index]]] : [],
		);
		expect(read.toSorted()).toEqual([
			[Date.parse("2025-03-14T09:10:00Z"), 9.5],
			[Date.parse("2025-03-14T09:20:00Z"), 9.75],
		]);
	});

	it("reads the form of normalized messages too", async () => {
		const { uplink_message: uplink, ...message } = theThingsStackNormalized;
		const uplink_normalized = { ...uplink, normalized_payload: uplink.normalized_payload[1] };
		expect(await ingestTo(theThingsStack(key, { ...message, uplink_normalized }))).toEqual({
			accepted: 0,
			duplicates: 3,
			rejected: [],
		});
	});

	it.each([
		["a join", theThingsStackJoin],
		["a downlink", { end_device_ids: { device_id: "x" }, downlink_ack: { f_port: 15 } }],
		["a location", { end_device_ids: { device_id: "x" }, location_solved: { service: "x" } }],
	])("ignores %s, and acknowledges it", async (_, message) => {
		expect(await ingestTo(theThingsStack(key, message))).toEqual({ accepted: 0, duplicates: 0, rejected: [] });
	});

	it.each([
		["no message", {}],
		["a list", []],
		["text for the ids", { end_device_ids: "x", uplink_message: {} }],
		["no device", { end_device_ids: {}, uplink_message: {} }],
	])("rejects a message with %s", async (_, message) => {
		expect((await postTo(theThingsStack(key, message))).status).toBe(400);
	});
});

describe("an `up` event of ChirpStack", () => {
	const at = Date.parse("2025-03-14T09:26:53.775Z");

	it("stores it for the device with its DevEUI", async () => {
		const channels = ["TempC_SHT", "BatV", "temperatureSensor.1", "leak", "signal"].map(other);
		await addDevice(owner, { serialNumber: "A84041000181C0DE", channels });
		expect(await ingestTo(chirpStack(key, chirpStackUp))).toEqual({
			accepted: 5,
			duplicates: 0,
			rejected: [{ index: 4, reason: "bad-value" }],
		});
		expect(await latestValues(owner, "A84041000181C0DE")).toEqual({
			TempC_SHT: { value: 4.25, at },
			BatV: { value: 3.05, at },
			"temperatureSensor.1": { value: -18.5, at },
			leak: { value: 0, at },
			signal: { value: -102, at },
		});
	});

	it("counts as a sign of life if it was not decoded", async () => {
		const { object: _, rxInfo: __, ...bare } = chirpStackUp;
		const deviceInfo = { ...bare.deviceInfo, devEui: "a84041000181c0df" };
		const { device } = await addDevice(owner, { serialNumber: deviceInfo.devEui });
		expect(await ingestTo(chirpStack(key, { ...bare, deviceInfo }))).toEqual({
			accepted: 0,
			duplicates: 0,
			rejected: [],
		});
		const { status } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(status).toBe("online");
	});

	it.each(["status", "join", "ack", "txack", "log", "location", "integration"])(
		"ignores the event %s, and acknowledges it",
		async (event) => {
			const result = await ingestTo(chirpStack(key, chirpStackStatus, event));
			expect(result).toEqual({ accepted: 0, duplicates: 0, rejected: [] });
		},
	);

	it("requires the event in the address", async () => {
		const body = JSON.stringify(chirpStackUp);
		expect((await postTo({ key, endpoint: "chirpstack", body })).status).toBe(400);
	});
});

describe("a hostile payload", () => {
	it("bounds the names of keys without end, and stores none of a channel", () => {
		const long = "k".repeat(100_000);
		const values = readPayload({ [long]: { a: 1, [long]: { b: 2 } } })?.values ?? [];
		expect(values.map(({ value }) => value)).toEqual([1, 2]);
		for (const { channel } of values) {
			expect(channel.length).toBeLessThan(1_000);
			expect(ChannelName.safeParse(channel).success).toBe(false);
		}
	});

	it("rejects more measurements than an upload may hold", async () => {
		const normalized_payload = Array(limits.ingestReadings + 1).fill({ a: 1 });
		const sent = { end_device_ids: { device_id: "x" }, uplink_message: { normalized_payload } };
		expect((await postTo(theThingsStack(key, sent))).status).toBe(400);
	});
});

const message = (serial: string, object: unknown, more: object = {}) => {
	const deviceInfo = { ...chirpStackUp.deviceInfo, devEui: serial, deviceName: "Made by a server" };
	return { time: chirpStackUp.time, deviceInfo, object, ...more };
};

describe("a device that is not in the account", () => {
	it("stays unknown to an integration that makes none: each entry says so", async () => {
		const result = await ingestTo(chirpStack(key, message("0000000000000001", { a: 1, b: "text" })));
		expect(result).toEqual({
			accepted: 0,
			duplicates: 0,
			rejected: [
				{ index: 0, reason: "unknown-device" },
				{ index: 1, reason: "unknown-device" },
			],
		});
		expect(await latestValues(owner, "0000000000000001")).toBeNull();
	});

	it("appears from its first payload if the integration may make it, and the log names the integration", async () => {
		const object = { temperature: 21.5, battery: 92, batteryVoltage: 3.1, door: true, flowMystery: 7, note: "x" };
		const sent = chirpStack(creatingKey, message("0000000000000002", object));
		expect(await ingestTo(sent)).toMatchObject({ accepted: 5, rejected: [{ index: 5, reason: "bad-value" }] });
		const rows = dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
		const made = rows.find(({ serialNumber }) => serialNumber === "0000000000000002");
		const device = dataOf<Device>(await owner.query("device.getDevice", { deviceId: made?.id }));
		expect(device).toMatchObject({ name: "Made by a server", timezoneOffset: 0, timeZoneRule: 0, groupIds: [] });
		expect(device.createdBy).toBe("Network server");
		expect(device.channels.map(({ name, quantity, unit, value }) => [name, quantity, unit, value])).toEqual([
			["temperature", "temperature", "°C", 21.5],
			["battery", "battery", "%", 92],
			["batteryVoltage", "voltage", "V", 3.1],
			["door", "door", "", 1],
			["flowMystery", "other", "", 7],
		]);
		const log = { rangeType: "hour", offset: 0, deviceIds: [device.id] };
		const { events } = dataOf<LogPage>(await owner.query("log.getLogs", log));
		const added = events.filter(({ kind }) => kind === "config").map(({ text, author }) => ({ text, author }));
		expect(added).toEqual([{ text: "Device added by Network server (integration)", author: null }]);
	});

	it("appears once if its first messages come together", async () => {
		const claims = await createIngestKeys("integrationKey", [env.INGEST_SECRET]).parse(creatingKey);
		if (!claims) throw new Error("Not a key");
		const { accountId, senderId: keyId, secret } = claims;
		const upload = (value: number) => {
			const readings = { channels: ["value"], index: [0], channel: [0], at: [uplinkAt + value], value: [value] };
			const validated = { sent: 1, refused: [] };
			const sent = { serialNumber: "0000000000000003", name: null, readings, units: [null], validated, uplink: null };
			const message = { endpoint: "chirpstack" as const, event: "up", body: null, unplaced: [] };
			const metered = "device" as const;
			return { accountId, keyId, secret, receivedAt: Date.now(), metered, devices: [sent], message };
		};
		const responses = await runInDurableObject(accountStub(account.id), (object: AccountObject) =>
			Promise.all([1, 2, 3].map((value) => object.appendIntegrationUpload(upload(value)))),
		);
		expect(responses).toMatchObject([1, 2, 3].map(() => ({ accepted: 1, unknownDevices: [] })));
		const rows = dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
		expect(rows.filter(({ serialNumber }) => serialNumber === "0000000000000003")).toHaveLength(1);
	});

	it.each([
		["without a value", {}],
		["without a readable value", { a: "text" }],
	])("stays unknown after a payload %s", async (_, object) => {
		const serial = `empty${Object.keys(object).length}`;
		await ingestTo(chirpStack(creatingKey, message(serial, object)));
		expect(await latestValues(owner, serial)).toBeNull();
	});

	it("stays unknown with an invalid serial number", async () => {
		const sent = [" ", "x".repeat(65)].map((serial) => chirpStack(creatingKey, message(serial, { a: 1 })));
		for (const posted of sent) {
			expect(await ingestTo(posted)).toMatchObject({ rejected: [{ index: 0, reason: "unknown-device" }] });
		}
	});
});

describe("a channel that the device does not have", () => {
	it("stays unknown to an integration that makes none", async () => {
		await addDevice(owner, { serialNumber: "fixed" });
		const result = await ingestTo(chirpStack(key, message("fixed", { Air: 1, Extra: 2 })));
		expect(result).toMatchObject({ accepted: 1, rejected: [{ index: 1, reason: "unknown-channel" }] });
	});

	it("appears if the integration may make it, as far as a device may have channels", async () => {
		await addDevice(owner, { serialNumber: "growing" });
		const keys = Array.from({ length: limits.channelsPerDevice }, (_, position) => [`c${position}`, position]);
		const result = await ingestTo(chirpStack(creatingKey, message("growing", Object.fromEntries(keys))));
		expect(result).toMatchObject({ accepted: 30, rejected: [{ index: 30 }, { index: 31 }] });
		expect(result.rejected.map(({ reason }) => reason)).toEqual(["unknown-channel", "unknown-channel"]);
		expect(Object.keys((await latestValues(owner, "growing")) ?? {})).toHaveLength(limits.channelsPerDevice);
	});

	it("stays unknown under an invalid name", async () => {
		await addDevice(owner, { serialNumber: "names" });
		const result = await ingestTo(chirpStack(creatingKey, message("names", { ["x".repeat(65)]: 1, Air: 2 })));
		expect(result).toMatchObject({ accepted: 1, rejected: [{ index: 0, reason: "unknown-channel" }] });
	});
});

it("stores nothing for an archived device", async () => {
	const { device } = await addDevice(owner, { serialNumber: "archived" });
	await inAccount(account.id, (db) => db.update(devices).set({ archivedAt: new Date() }).run());
	for (const sender of [key, creatingKey]) {
		const result = await ingestTo(chirpStack(sender, message("archived", { Air: 1 })));
		expect(result).toMatchObject({ accepted: 0, rejected: [{ index: 0, reason: "unknown-device" }] });
	}
	await inAccount(account.id, (db) => db.update(devices).set({ archivedAt: null }).run());
	const { lastReceivedAt } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
	expect(lastReceivedAt).toBeNull();
});

describe("a payload's own time", () => {
	it.each([
		["2025-03-14T08:00:00+01:00", "2025-03-14T07:00:00Z"],
		[1_741_935_600, "2025-03-14T07:00:00Z"],
		[1_741_935_600_000, "2025-03-14T07:00:00Z"],
	])("replaces the server's time: %s", async (time, expected) => {
		const serialNumber = `time ${time}`;
		await addDevice(owner, { serialNumber });
		const result = await ingestTo(chirpStack(key, message(serialNumber, { Air: 1, time })));
		expect(result).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
		expect(await latestValues(owner, serialNumber)).toMatchObject({ Air: { at: Date.parse(expected) } });
	});

	it.each([12, "soon", true])("becomes a value like any other if it is %s", async (time) => {
		const serialNumber = `time ${time}`;
		await addDevice(owner, { serialNumber });
		const { rejected } = await ingestTo(chirpStack(key, message(serialNumber, { Air: 1, time })));
		expect(rejected.map(({ index }) => index)).toEqual([1]);
		const at = Date.parse("2025-03-14T09:26:53.775Z");
		expect(await latestValues(owner, serialNumber)).toMatchObject({ Air: { value: 1, at } });
	});
});

describe("a hostile payload", () => {
	const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
	const rejections: [string, unknown, IngestResult["rejected"]][] = [
		["a list", { Air: [1, 2] }, [{ index: 0, reason: "bad-value" }]],
		["depth", nested(5_000), [{ index: 0, reason: "bad-value" }]],
		[
			"a name of objects",
			JSON.parse('{"__proto__": 1, "constructor": 2}'),
			[
				{ index: 0, reason: "unknown-channel" },
				{ index: 1, reason: "unknown-channel" },
			],
		],
		["a payload that is no object", 7, []],
	];
	it.each(rejections)("rejects the entries of %s", async (name, object, rejected) => {
		const serialNumber = `hostile ${name}`;
		await addDevice(owner, { serialNumber });
		expect(await ingestTo(chirpStack(key, message(serialNumber, object)))).toMatchObject({ accepted: 0, rejected });
	});

	it("rejects more values than an upload holds", async () => {
		const many = Object.fromEntries(
			Array.from({ length: limits.ingestReadings + 1 }, (_, position) => [`c${position}`, 1]),
		);
		expect((await postTo(chirpStack(key, message("many", many)))).status).toBe(400);
	});

	it("stores the signals of many gateways", async () => {
		await addDevice(owner, { serialNumber: "gateways" });
		const rxInfo = Array.from({ length: 150_000 }, (_, position) => ({ rssi: -position - 1 }));
		const result = await ingestTo(chirpStack(key, message("gateways", { Air: 1 }, { rxInfo })));
		expect(result).toMatchObject({ accepted: 1, rejected: [{ index: 1, reason: "unknown-channel" }] });
	});
});

describe("the key of another endpoint", () => {
	it.each(["the-things-stack", "chirpstack?event=up", "csv"])("fails at the endpoint %s", async (endpoint) => {
		const { key: deviceKey } = await addDevice(owner);
		const response = await postTo({ key: deviceKey, endpoint, body: "{}" });
		expect([response.status, await response.json()]).toMatchObject([401, { error: { name: "InvalidKey" } }]);
	});

	it("fails at a device's own endpoint", async () => {
		expect((await postTo({ key, endpoint: "readings", body: '{"readings":[1]}' })).status).toBe(401);
	});
});

it("returns 404 for an unknown endpoint", async () => {
	const response = await postTo({ key, endpoint: "the-things-network", body: "{}" });
	expect([response.status, await response.json()]).toMatchObject([404, { error: { name: "NotFound" } }]);
});
