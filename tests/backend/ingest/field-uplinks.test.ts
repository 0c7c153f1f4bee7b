import { beforeAll, describe, expect, it } from "vitest";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { IngestResult } from "../../../shared/ingest/ingest";
import type { IntegrationMessage, UplinkNote } from "../../../shared/ingest/integration-message";
import { createOwner } from "../fixtures/fleet";
import { addIntegration, ingestTo, latestValues, postTo } from "../fixtures/integrations";
import { dataOf, type Person } from "../fixtures/people";
import fieldUplinks from "../fixtures/webhooks/uplinks.json";

let owner: Person;
let key: string;
let keyId: string;
let serials = 0;

beforeAll(async () => {
	({ owner } = await createOwner());
	const created = await addIntegration(owner, true);
	key = created.key;
	keyId = created.integration.id;
});

type Json = Record<string, unknown>;
const at = Date.parse("2026-01-01T00:00:00Z");
function newSerial(): string {
	serials += 1;
	return serials.toString(16).toUpperCase().padStart(16, "0");
}

/** An uplink of the field files with changed fields, for a device of its own. */
function fieldUplink(position: number, changes: { message?: Json; uplink?: Json } = {}, serial = newSerial()) {
	const found = fieldUplinks[position];
	if (!found) throw new Error("No such uplink");
	const body: Json = structuredClone(found.body);
	if (found.endpoint === "the-things-stack") {
		body.end_device_ids = { device_id: "d1", dev_eui: serial };
		body.uplink_message = { ...(body.uplink_message as Json), ...changes.uplink };
	} else if (body.deviceInfo) body.deviceInfo = { ...(body.deviceInfo as Json), devEui: serial, ...changes.uplink };
	return { serial, endpoint: found.endpoint, body: { ...body, ...changes.message } };
}

type Uplink = ReturnType<typeof fieldUplink>;
const post = (submitted: Uplink): Promise<IngestResult> =>
	ingestTo({ key, ...submitted, body: JSON.stringify(submitted.body) });

async function valuesAfter(submitted: Uplink) {
	await post(submitted);
	return latestValues(owner, submitted.serial);
}

async function deviceOf(serial: string): Promise<Device | null> {
	const rows = dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
	const row = rows.find(({ serialNumber }) => serialNumber === serial);
	return row ? dataOf<Device>(await owner.query("device.getDevice", { deviceId: row.id })) : null;
}

async function noteOf(serial: string): Promise<UplinkNote | undefined> {
	return (await deviceOf(serial))?.uplinkNote;
}

async function lastMessage(): Promise<IntegrationMessage | undefined> {
	return dataOf<IntegrationMessage[]>(await owner.query("account.getIntegrationMessages", { keyId }))[0];
}

const payload = (decoded_payload: unknown, more: Json = {}) => fieldUplink(0, { uplink: { decoded_payload, ...more } });

describe("a whole uplink", () => {
	it("stores each of its values", async () => {
		expect(await valuesAfter(fieldUplink(0))).toEqual({
			battery: { value: 3, at },
			humidity: { value: 43, at },
			status: { value: 0, at },
			temperature: { value: 12, at },
		});
	});
});

describe("a side field of an unexpected type", () => {
	const theThingsStack: [string, { message?: Json; uplink?: Json }][] = [
		["a time that is null", { message: { received_at: null }, uplink: { received_at: "2026-01-01T00:00:00Z" } }],
		["a time that is none", { uplink: { received_at: "soon" } }],
		["a time of 1970", { uplink: { received_at: "1970-01-01T00:00:07Z" } }],
		["settings as text", { uplink: { settings: "SF7" } }],
		["no gateways", { uplink: { rx_metadata: null } }],
		["gateways as an object", { uplink: { rx_metadata: {} } }],
		["a gateway that is null", { uplink: { rx_metadata: [null, { rssi: null }, { rssi: "strong" }] } }],
		["a battery as text", { uplink: { last_battery_percentage: "full" } }],
		["a battery without a time", { uplink: { last_battery_percentage: { value: 80 } } }],
		["a counter as text", { uplink: { f_cnt: "963" } }],
		["a session of null", { uplink: { session_key_id: null, f_port: null } }],
		["simulated of null", { message: { simulated: null } }],
		["correlation ids as a number", { message: { correlation_ids: 7, uplink_normalized: null } }],
	];
	it.each(theThingsStack)("reads The Things Stack uplinks with %s", async (_, changes) => {
		expect(await valuesAfter(fieldUplink(0, changes))).toMatchObject({ temperature: { value: 12, at } });
	});

	const gateway = { gatewayId: "0000000000000002", time: null, rssi: null };
	const chirpStack: [string, { message?: Json; uplink?: Json }][] = [
		["a name of null", {}],
		["a name as a number", { uplink: { deviceName: 7 } }],
		["tags of null", { uplink: { tags: null, tenantId: null } }],
		["gateways of null", { message: { rxInfo: null } }],
		["a gateway of null", { message: { rxInfo: [null, gateway] } }],
		["no counter and no data rate", { message: { fCnt: null, dr: null, fPort: null, devAddr: null } }],
		["a name of the frame as a number", { message: { deduplicationId: 1 } }],
		["fields of other events", { message: { level: null, code: null, location: null, margin: 0 } }],
	];
	it.each(chirpStack)("reads ChirpStack uplinks with %s", async (_, changes) => {
		expect(await valuesAfter(fieldUplink(4, changes))).toMatchObject({ temperature: { value: 21.5, at } });
	});

	it.each([null, "soon", 12, "1970-01-01T00:00:00Z"])("uses the receipt's time if the time is %s", async (time) => {
		const before = Date.now();
		const values = await valuesAfter(fieldUplink(4, { message: { time } }));
		expect(values?.temperature?.at).toBeGreaterThanOrEqual(before);
	});

	it("reads a null payload as none, and stores no null value", async () => {
		const sent = fieldUplink(4, { message: { object: null } });
		expect(await post(sent)).toEqual({ accepted: 0, duplicates: 0, rejected: [] });
		expect(await post(payload({ temperature: null, humidity: 43 }))).toMatchObject({ accepted: 1, rejected: [] });
	});

	it("rejects a message with invalid device ids or an invalid uplink", async () => {
		for (const message of [{ end_device_ids: null }, { uplink_message: "text" }]) {
			const { endpoint, body } = fieldUplink(0, { message });
			expect((await postTo({ key, endpoint, body: JSON.stringify(body) })).status).toBe(400);
		}
	});
});

describe("an uplink without a payload", () => {
	const empty: [string, Uplink][] = [
		["of The Things Stack", fieldUplink(1)],
		["of null", fieldUplink(0, { uplink: { frm_payload: null } })],
		["of no length", fieldUplink(0, { uplink: { frm_payload: "" } })],
		["with the first counter, which is absent", fieldUplink(1, { uplink: { f_cnt: undefined } })],
		["in its normalized form", fieldUplink(1, { uplink: { normalized_payload: [{ air: { temperature: 4 } }] } })],
		["of ChirpStack", fieldUplink(4, { message: { data: null } })],
		["of ChirpStack, of no length", fieldUplink(4, { message: { data: "" } })],
	];
	it.each(empty)("stores nothing of one %s, and notes it at its device", async (_, submitted) => {
		const whole =
			submitted.endpoint === "the-things-stack"
				? fieldUplink(0, {}, submitted.serial)
				: fieldUplink(4, {}, submitted.serial);
		await post(whole);
		const before = await latestValues(owner, submitted.serial);
		expect(await post(submitted)).toEqual({ accepted: 0, duplicates: 0, rejected: [] });
		expect(await latestValues(owner, submitted.serial)).toEqual(before);
		expect(await noteOf(submitted.serial)).toEqual({ at: expect.any(Number), kind: "empty", unread: [] });
		expect(await lastMessage()).toMatchObject({ outcome: { kind: "empty", accepted: 0 } });
	});

	it("creates no device for it", async () => {
		const sent = fieldUplink(1);
		await post(sent);
		expect(await deviceOf(sent.serial)).toBeNull();
		expect(await lastMessage()).toMatchObject({ serialNumber: sent.serial, deviceId: null });
	});

	it("stores the values if a filter removed all other fields", async () => {
		const body = { end_device_ids: { dev_eui: newSerial() }, uplink_message: { decoded_payload: { air: 1 } } };
		const sent = { key, endpoint: "the-things-stack", body: JSON.stringify(body) };
		expect(await ingestTo(sent)).toMatchObject({ accepted: 1 });
	});
});

it("stores nothing of a simulated uplink, and is no sign of life", async () => {
	const sent = fieldUplink(0, {
		message: { simulated: true },
		uplink: { f_cnt: 9, decoded_payload: { temperature: -40 } },
	});
	await post(fieldUplink(0, {}, sent.serial));
	const before = await deviceOf(sent.serial);
	expect(await post(sent)).toEqual({ accepted: 0, duplicates: 0, rejected: [] });
	const after = await deviceOf(sent.serial);
	expect(after?.channels).toEqual(before?.channels);
	expect(after?.lastReceivedAt).toBe(before?.lastReceivedAt);
	expect(after?.uplinkNote).toMatchObject({ kind: "simulated" });
});

describe("values in objects, lists and texts", () => {
	it("store each value with its unit, as a new device's channels", async () => {
		const sent = fieldUplink(2);
		await post(sent);
		const device = await deviceOf(sent.serial);
		expect(device?.channels.map(({ name, quantity, unit, value }) => [name, quantity, unit, value])).toEqual([
			["battery_voltage", "voltage", "V", 3.159],
			["temperature.room_temperature", "temperature", "°C", 22.4],
			["valve_position.current_position", "other", "%", 28],
		]);
	});

	it("read a list of lists, each at its own time", async () => {
		const own = 1_703_937_567_000;
		expect(await valuesAfter(fieldUplink(3))).toEqual({
			valid: { value: 1, at },
			err: { value: 0, at },
			"Air Temperature": { value: 18, at: own },
			"Air Humidity": { value: 61, at: own },
		});
	});

	const own = "2025-12-31T23:00:00Z";
	const lists: [string, unknown, Record<string, number>][] = [
		[
			"a list of named values",
			{ messages: [{ measurementId: "4097", measurementValue: 13.3, type: "Air Temperature" }] },
			{ "Air Temperature": 13.3 },
		],
		[
			"a text in a list",
			{ messages: [[{ type: "UV Index", measurementValue: "-0.9" }], [{ "Battery(%)": 0 }]] },
			{ "UV Index": -0.9, "Battery(%)": 0 },
		],
		[
			"names and numbers of inputs",
			{
				data: [
					{ channel: 1, type: "temp", value: 4 },
					{ channel: 2, type: "temp", value: 5 },
				],
			},
			{ "temp.1": 4, "temp.2": 5 },
		],
		[
			"a list that is named",
			{ internal: [{ name: "temp", value: 4 }], external: [{ name: "temp", value: 5 }] },
			{ "internal.temp": 4, "external.temp": 5 },
		],
		["a payload that is a list", [{ n: "temp", u: "Cel", v: 23.1 }], { temp: 23.1 }],
		[
			"numbers of sensors alone",
			{
				sensors: [
					{ id: 1, temp: 4 },
					{ id: 2, temp: 5 },
				],
			},
			{ "sensors.1.temp": 4, "sensors.2.temp": 5 },
		],
		["groups with names", { probes: [{ name: "a", temp: 4, rh: 60 }] }, { "probes.a.temp": 4, "probes.a.rh": 60 }],
		["a text with its unit", { humidity: "43.5%RH", air: " -0.9 °C " }, { humidity: 43.5, air: -0.9 }],
		["numbers as texts", { a: "22.4", b: "-7", c: "1e-3", d: ".5" }, { a: 22.4, b: -7, c: 0.001, d: 0.5 }],
		["groups in groups", { payload: { data: { temp: { value: "4.5", unit: "C" } } } }, { "payload.data.temp": 4.5 }],
	];
	it.each(lists)("read each value: %s", async (_, decoded, expected) => {
		const values = (await valuesAfter(payload(decoded))) ?? {};
		expect(Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]))).toEqual(expected);
	});

	it("read a history, each entry at its time", async () => {
		const history = [
			{ time: own, temp: 4 },
			{ time: "2025-12-31T23:30:00Z", temp: 5 },
		];
		expect(await post(payload({ history }))).toMatchObject({ accepted: 2, rejected: [] });
		const again = payload({
			temperature: [
				{ ts: 1_767_220_000, value: 4 },
				{ ts: "1767223600000", value: 5 },
			],
		});
		expect(await valuesAfter(again)).toEqual({ temperature: { value: 5, at: 1_767_223_600_000 } });
	});

	const instant = 1_767_220_000_123;
	it.each([
		["seconds with a fraction", instant / 1_000],
		["seconds as text", String(instant / 1_000)],
		["milliseconds", instant],
		["microseconds", instant * 1_000],
		["nanoseconds as text", `${instant}000000`],
	])("read the time beside the values in %s", async (_, timestamp) => {
		expect(await valuesAfter(payload({ timestamp, temp: 4 }))).toEqual({ temp: { value: 4, at: instant } });
	});

	it.each([
		["was never set", { time: "1970-01-01T00:03:07Z", temp: 4 }],
		["began again with its chip's year", { datetime: "1980-01-06T00:00:09+00:00", temp: 4 }],
		["overflowed", { timestamp: 4_294_967_295, temp: 4 }],
		["counts since 1900", { ts: 3_976_208_800, temp: 4 }],
		["names a day that is none", { time: "2026-02-30T00:00:00Z", temp: 4 }],
	])("use the message's time and name a device's clock that %s", async (_, decoded) => {
		const sent = payload(decoded);
		const [clock = ""] = Object.keys(decoded);
		expect(await valuesAfter(sent)).toEqual({ temp: { value: 4, at } });
		expect((await noteOf(sent.serial))?.unread).toEqual([{ name: clock, is: "a time that cannot be true" }]);
	});

	it("use the message's time if a wrong clock is the same in every entry of a list", async () => {
		const timestamp = Date.parse("2067-01-01T00:00:00Z");
		const messages = [
			[{ timestamp, type: "Air Temperature", measurementValue: 18 }],
			[{ timestamp, type: "Light", measurementValue: 3 }],
		];
		const sent = payload({ messages });
		expect(await valuesAfter(sent)).toEqual({ "Air Temperature": { value: 18, at }, Light: { value: 3, at } });
		expect((await noteOf(sent.serial))?.unread).toEqual([{ name: "time", is: "a time that cannot be true" }]);
	});

	it("reject a history with such a clock, as its time is unknown", async () => {
		const history = [{ timestamp: 4_294_967_295, temp: 4 }];
		expect(await post(payload({ air: 1, history }))).toMatchObject({ accepted: 1, rejected: [{ reason: "future" }] });
	});

	it("keep the other values beside a bare nan", async () => {
		const sent = payload({ temp: 4, probe: "PROBE" });
		const body = JSON.stringify(sent.body).replace('"PROBE"', "nan");
		expect(await ingestTo({ key, ...sent, body })).toMatchObject({ accepted: 1 });
		expect(await latestValues(owner, sent.serial)).toEqual({ temp: { value: 4, at } });
	});

	it("ignore an id, a version or bytes that look like a number", async () => {
		const decoded = { temp: 1, payload: "0101000101", device_id: "4097", fwVersion: "1.2", hex: "1E10", serial: "007" };
		expect(Object.keys((await valuesAfter(payload(decoded))) ?? {})).toEqual(["temp"]);
	});

	it("keep the name of an existing channel", async () => {
		const sent = payload({ "air.value": 1 });
		await post(sent);
		const body = { decoded_payload: { air: { value: 2, unit: "V" } }, f_cnt: 964, received_at: "2026-01-01T00:01:00Z" };
		expect(await valuesAfter(fieldUplink(0, { uplink: body }, sent.serial))).toMatchObject({
			"air.value": { value: 2 },
		});
	});

	it("convert a unit into the channel's, and reject one of another quantity", async () => {
		const sent = payload({ temp: { value: 20, unit: "°C" } });
		await post(sent);
		const next = (f_cnt: number, decoded_payload: unknown) => {
			const received_at = new Date(at + f_cnt * 60_000).toISOString();
			return fieldUplink(0, { uplink: { decoded_payload, f_cnt, received_at } }, sent.serial);
		};
		expect(await valuesAfter(next(970, { temp: { value: 68, unit: "°F" } }))).toMatchObject({ temp: { value: 20 } });
		const result = await post(next(972, { temp: { value: 3.1, unit: "V" } }));
		expect(result).toEqual({ accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "other-unit" }] });
		expect((await deviceOf(sent.serial))?.refusals).toMatchObject({ reasons: [{ reason: "other-unit", count: 1 }] });
	});
});

describe("unreadable parts of a payload", () => {
	const unread: [string, unknown, UplinkNote["unread"]][] = [
		["a list of numbers", { temp: 1, bins: [1, 2] }, [{ name: "bins", is: "a list" }]],
		[
			"a list of lists of numbers",
			{
				temp: 1,
				points: [
					[1, 2],
					[3, 4],
				],
			},
			[{ name: "points", is: "a list of lists" }],
		],
		["an empty list", { temp: 1, messages: [] }, [{ name: "messages", is: "an empty list" }]],
		["a list in a group", { temp: 1, a: { b: ["x"] } }, [{ name: "a.b", is: "a list" }]],
	];
	it.each(unread)("appear at the device and at the integration: %s", async (_, decoded, expected) => {
		const sent = payload(decoded);
		expect(await post(sent)).toMatchObject({ accepted: 1 });
		expect(await noteOf(sent.serial)).toEqual({ at: expect.any(Number), kind: "read", unread: expected });
		expect(await lastMessage()).toMatchObject({ outcome: { accepted: 1, unread: expected } });
	});

	it("include a payload that is no object", async () => {
		await post(payload(7));
		expect(await lastMessage()).toMatchObject({ outcome: { unread: [{ name: "", is: "a number" }] } });
	});

	it("include both of two values of one channel at one time", async () => {
		const messages = [[{ type: "Air", value: 25.6 }], [{ type: "air", value: 2.1 }], [{ type: "Rain", value: 0 }]];
		const sent = payload({ messages });
		expect(await post(sent)).toEqual({
			accepted: 1,
			duplicates: 0,
			rejected: [
				{ index: 0, reason: "same-time" },
				{ index: 1, reason: "same-time" },
			],
		});
		expect((await deviceOf(sent.serial))?.refusals).toMatchObject({ reasons: [{ reason: "same-time", count: 2 }] });
	});

	it("include an entry whose time cannot be read", async () => {
		const sent = payload({ temp: 1, messages: [{ type: "Air", value: 2, timestamp: "yesterday" }] });
		expect(await post(sent)).toMatchObject({ accepted: 1, rejected: [{ index: 1, reason: "bad-time" }] });
	});
});

describe("repeated frames of one reading", () => {
	const minute = (minutes: number) => new Date(at + minutes * 60_000).toISOString();
	const read = async (serial: string) => (await deviceOf(serial))?.readings;
	const again = { accepted: 0, duplicates: 4, rejected: [] };

	it("count once from The Things Stack, received at another time", async () => {
		const sent = fieldUplink(0);
		expect(await post(sent)).toMatchObject({ accepted: 4 });
		const repeated = fieldUplink(0, { uplink: { received_at: minute(1) } }, sent.serial);
		expect(await post(repeated)).toEqual(again);
		expect(await lastMessage()).toMatchObject({ outcome: { isRepeated: true, duplicates: 4 } });
		expect(await read(sent.serial)).toBe(4);
	});

	it("count once in a session, however late and whatever came between; another session begins anew", async () => {
		const ofSession = (session_key_id: string, f_cnt: number, minutes: number) => ({
			uplink: { session_key_id, f_cnt, received_at: minute(minutes) },
		});
		const sent = fieldUplink(0, ofSession("a", 963, 0));
		await post(sent);
		await post(fieldUplink(0, ofSession("a", 964, 10), sent.serial));
		expect(await post(fieldUplink(0, ofSession("a", 963, 3_000), sent.serial))).toEqual(again);
		expect(await post(fieldUplink(0, ofSession("b", 963, 20), sent.serial))).toMatchObject({ accepted: 4 });
	});

	it("count once at an address that is used again, within two hours only, and with the same payload only", async () => {
		const sent = fieldUplink(0, { uplink: { f_cnt: 1 } });
		await post(sent);
		const next = (uplink: Json) => post(fieldUplink(0, { uplink: { f_cnt: 1, ...uplink } }, sent.serial));
		expect(await next({ received_at: minute(119) })).toEqual(again);
		expect(await next({ received_at: minute(30), frm_payload: "CAA=" })).toMatchObject({ accepted: 4 });
		expect(await next({ received_at: minute(121) })).toMatchObject({ accepted: 4 });
	});

	it("count again after a counter that passes its end", async () => {
		const sent = fieldUplink(0, { uplink: { f_cnt: 65_535 } });
		await post(sent);
		const next = { uplink: { f_cnt: undefined, received_at: minute(1) } };
		expect(await post(fieldUplink(0, next, sent.serial))).toMatchObject({ accepted: 4 });
	});

	it("count once from ChirpStack, by deduplication id, or by address and counter through another gateway", async () => {
		const sent = fieldUplink(4, { message: { fCnt: 104 } });
		expect(await post(sent)).toMatchObject({ accepted: 1 });
		const repeated = (message: Json) => post(fieldUplink(4, { message }, sent.serial));
		expect(await repeated({ fCnt: 104, time: minute(600) })).toMatchObject({ accepted: 0, duplicates: 1 });
		const other = { deduplicationId: "another", fCnt: 104, rxInfo: [{ rssi: -76 }], time: minute(1) };
		expect(await repeated(other)).toMatchObject({ accepted: 0, duplicates: 1 });
		const next = { deduplicationId: "next", fCnt: 105, time: minute(2) };
		expect(await repeated(next)).toMatchObject({ accepted: 1 });
	});
});

describe("a body of another version or server", () => {
	const wrong: [string, string, unknown, string][] = [
		["ChirpStack 3", "chirpstack?event=up", fieldUplinks[5]?.body, "ChirpStack version 3"],
		["ChirpStack 3, of another event", "chirpstack?event=join", fieldUplinks[5]?.body, "ChirpStack version 3"],
		["ChirpStack 3, without an event", "chirpstack", { applicationID: "1", devEUI: "0000000000000001" }, "version 3"],
		["The Things Network 2", "the-things-stack", { app_id: "a", dev_id: "d", payload_fields: { a: 1 } }, "version 2"],
		["ChirpStack, sent to the other one", "the-things-stack", fieldUplinks[4]?.body, "post it to chirpstack"],
		["The Things Stack, sent to the other one", "chirpstack?event=up", fieldUplinks[0]?.body, "post it to the-things"],
	];
	it.each(wrong)("rejects %s and says what to set", async (_, endpoint, body, words) => {
		const response = await postTo({ key, endpoint, body: JSON.stringify(body) });
		const result: { error?: { message: string } } = await response.json();
		expect([response.status, result.error?.message]).toEqual([400, expect.stringContaining(words)]);
		expect(await lastMessage()).toMatchObject({ outcome: { refusal: result.error?.message } });
	});
});
