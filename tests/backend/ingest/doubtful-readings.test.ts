import { beforeAll, describe, expect, it } from "vitest";
import type { Device } from "../../../shared/device/device";
import type { LogPage, SeriesPage } from "../../../shared/log/log";
import { addDevice, createOwner, ingest } from "../fixtures/fleet";
import { addIntegration, ingestTo, latestValues } from "../fixtures/integrations";
import { dataOf, type Person } from "../fixtures/people";

let owner: Person;
let key: string;

beforeAll(async () => {
	({ owner } = await createOwner());
	key = (await addIntegration(owner)).key;
});

const at = (time: string) => `2026-01-12T${time}:00Z`;
const span = { rangeType: "day", offset: 0, from: Date.parse(at("00:00")), to: Date.parse(at("23:59")) };

async function logOf(deviceId: string, more: object = {}) {
	const page = dataOf<LogPage>(
		await owner.query("log.getLogs", {
			...span,
			deviceIds: [deviceId],
			kinds: ["reading"],
			order: "oldest-first",
			...more,
		}),
	);
	return page.readings.readingAt.map((readingAt, index) => [
		new Date(readingAt).toISOString().slice(11, 16),
		page.channels[page.readings.channel[index] ?? -1]?.name,
		page.readings.value[index],
		page.readings.mark?.[index] ?? null,
	]);
}

const weather = {
	channels: [
		{ name: "Out", quantity: "temperature" as const, unit: "°C" },
		{ name: "Wind", quantity: "other" as const, unit: "km/h" },
		{ name: "Flow", quantity: "flow" as const, unit: "m³/s" },
		{ name: "Solar", quantity: "other" as const, unit: "W/m²" },
	],
};
const rows = [
	["06:00", -3.1, 12.2, 4.21, 0],
	["06:15", -5572.8, -16091.8, -28316.85, -1266873],
	["06:30", -3.3, 11.8, -1.94, 0],
	["06:45", -3.4, 12, -999999, 0],
] as const;
const names = ["Out", "Wind", "Flow", "Solar"];
const doubtful = ["06:15 Out", "06:15 Wind", "06:15 Flow", "06:15 Solar", "06:45 Flow"];

async function expectJudged(deviceId: string): Promise<void> {
	const shown = await logOf(deviceId);
	expect(shown).toHaveLength(16);
	const marked = shown.filter(([, , , mark]) => mark === "doubtful").map(([time, name]) => `${time} ${name}`);
	expect(marked.sort()).toEqual([...doubtful].sort());
	expect((await logOf(deviceId, { isOutOfLimits: true })).length).toBe(0);
	const { channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
	expect(channels.map(({ name, value }) => [name, value])).toEqual([
		["Out", -3.4],
		["Wind", 12],
		["Flow", -1.94],
		["Solar", 0],
	]);
	const bounds = { from: span.from, to: span.to, channelIds: channels.map(({ id }) => id) };
	expect(dataOf(await owner.query("log.getSeriesSummary", bounds))).toMatchObject([
		{ readings: 3, min: -3.4, max: -3.1 },
		{ readings: 3, min: 11.8, max: 12.2 },
		{ readings: 2, min: -1.94, max: 4.21 },
		{ readings: 3, min: 0, max: 0 },
	]);
}

describe("values that cannot be", () => {
	it("stand apart in an upload of a device, and in the log with a mark", async () => {
		const { device, key: deviceKey } = await addDevice(owner, weather);
		const readings = rows.flatMap(([time, ...values]) =>
			values.map((value, index) => ({ channel: names[index], at: at(time), value })),
		);
		expect(await ingest(deviceKey, readings)).toEqual({ accepted: 16, duplicates: 0, rejected: [] });
		await expectJudged(device.id);
		// A mark is given once: what stands by now would make 06:15 a reading like any other.
		expect(await ingest(deviceKey, readings)).toEqual({ accepted: 0, duplicates: 16, rejected: [] });
	});

	it("stand apart in a file of lines", async () => {
		const serialNumber = "SN-16";
		const { device } = await addDevice(owner, { ...weather, serialNumber });
		const lines = rows.map(([time, ...values]) => [serialNumber, at(time), ...values].join(","));
		const body = ["serial,time,Out,Wind,Flow,Solar", ...lines].join("\n");
		expect(await ingestTo({ key, endpoint: "csv", body, mediaType: "text/csv" })).toMatchObject({ accepted: 16 });
		await expectJudged(device.id);
	});

	it("keep a channel from being deleted, as every reading does", async () => {
		const { device, key: deviceKey } = await addDevice(owner);
		await ingest(deviceKey, [{ channel: "Air", at: at("06:00"), value: -5572.8 }]);
		const { version, channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const kept = channels
			.filter(({ name }) => name !== "Air")
			.map(({ value: _, at: __, calibrations: ___, ...one }) => one);
		const form = { deviceId: device.id, version, channels: kept };
		expect((await owner.mutate("device.updateDevice", form)).error?.data).toMatchObject({
			reason: "CHANNEL_HAS_READINGS",
		});
	});
});

describe("uplinks", () => {
	it("store the code of a missing probe and a lost sign as doubtful", async () => {
		const creating = (await addIntegration(owner, true)).key;
		const uplink = (received_at: string, decoded_payload: object) =>
			JSON.stringify({
				end_device_ids: { device_id: "d1", dev_eui: "0000000000002900" },
				received_at,
				uplink_message: { f_port: 2, frm_payload: "AA==", decoded_payload },
			});
		const send = (body: string) => ingestTo({ key: creating, endpoint: "the-things-stack", body });
		await send(uplink(at("09:00"), { TempC_SHT: 21.6, Hum_SHT: 54.8, TempC_DS: -4.9 }));
		await send(uplink(at("09:30"), { TempC_SHT: 21.6, Hum_SHT: 54.8, TempC_DS: 327.67 }));
		await send(uplink(at("10:00"), { TempC_SHT: 6548.3, Hum_SHT: 54.8, TempC_DS: -5.1 }));
		expect(await latestValues(owner, "0000000000002900")).toMatchObject({
			TempC_SHT: { value: 21.6 },
			TempC_DS: { value: -5.1 },
		});
	});
});

describe("a chart", () => {
	it("returns doubtful readings apart from its lines", async () => {
		const { device, key: deviceKey } = await addDevice(owner);
		await ingest(deviceKey, [
			{ channel: "Air", at: at("06:00"), value: 4 },
			{ channel: "Air", at: at("06:15"), value: -127 },
			{ channel: "Air", at: at("06:30"), value: 5 },
		]);
		const input = { ...span, deviceIds: [device.id], pixels: 500 };
		const { series } = dataOf<SeriesPage>(await owner.query("log.getSeries", input));
		expect(series).toMatchObject([
			{ value: [4, 5], marked: { at: [Date.parse(at("06:15"))], value: [-127], mark: ["doubtful"] } },
		]);
	});
});
