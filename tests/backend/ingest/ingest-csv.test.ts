import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { limits, serverLimits } from "../../../shared/base/limits";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import { addDevice, createOwner, inAccount, ingest } from "../fixtures/fleet";
import { addIntegration, ingestTo, latestValues, postTo } from "../fixtures/integrations";
import { dataOf, type Person } from "../fixtures/people";

let owner: Person;
let key: string;
let serials = 0;

beforeAll(async () => {
	owner = (await createOwner()).owner;
	key = (await addIntegration(owner)).key;
});

async function addSerial(): Promise<string> {
	serials += 1;
	const serialNumber = `SN-${serials}`;
	await addDevice(owner, { serialNumber });
	return serialNumber;
}

const csv = (body: BodyInit, amount = key) => ({
	key: amount,
	endpoint: "csv",
	body,
	mediaType: "text/csv; charset=utf-8",
});
const at = Date.parse("2025-03-14T09:00:00Z");

it("rejects an edit of a device whose form lacks a channel that a file added", async () => {
	const { owner: other } = await createOwner();
	const { device } = await addDevice(other, { serialNumber: "SN-1" });
	const creating = (await addIntegration(other, true)).key;
	const [air, door] = device.channels.map(({ value: _, at: __, calibrations: ___, ...channel }) => channel);
	const form = { deviceId: device.id, version: device.version, channels: [{ ...air, name: "Inside" }, door] };
	await ingestTo(csv("serial,time,channel,value\nSN-1,2025-03-14T09:00:00Z,Inlet,4", creating));
	const { error } = await other.mutate("device.updateDevice", form);
	expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "CHANGED_MEANWHILE" });
	const { version } = dataOf<Device>(await other.query("device.getDevice", { deviceId: device.id }));
	await ingestTo(csv("serial,time,channel,value\nSN-1,2025-03-14T09:01:00Z,Inlet,5", creating));
	dataOf(await other.mutate("device.updateDevice", { deviceId: device.id, version, name: "B" }));
});

it("creates one device and one channel for names that differ only in invisible characters", async () => {
	const { owner: other } = await createOwner();
	const creating = (await addIntegration(other, true)).key;
	const line = (serial: string, channel: string, minute: number) =>
		`serial,time,channel,value\n"${serial}",2025-03-14T09:0${minute}:00Z,"${channel}",4`;
	const spellings: [string, string][] = [
		["SN\u202e-77\u200b", "In\u00adlet"],
		["SN-\u206677\u2069", "Inlet\u200d"],
		["SN-77", "Inlet\r\n"],
	];
	for (const [minute, [serial, channel]] of spellings.entries()) {
		expect(await ingestTo(csv(line(serial, channel, minute), creating))).toMatchObject({ accepted: 1, rejected: [] });
	}
	const rows = dataOf<DeviceListRow[]>(await other.query("device.getDevices"));
	expect(rows.map(({ name, serialNumber }) => [name, serialNumber])).toEqual([["SN-77", "SN-77"]]);
	expect(Object.keys((await latestValues(other, "SN-77")) ?? {})).toEqual(["Inlet"]);
});

it("matches a channel's name as its logger writes it, also if it is stored with other blanks", async () => {
	const { owner: other } = await createOwner();
	const channels = [{ name: "In \u200b let", quantity: "temperature" as const, unit: "°C" }];
	const { key: deviceKey } = await addDevice(other, { serialNumber: "SN-5", channels });
	for (const [minute, channel] of ["In  let", "in let", "In \u200b let"].entries()) {
		const reading = { channel, at: at + minute * 60_000, value: 4 };
		expect(await ingest(deviceKey, [reading])).toMatchObject({ accepted: 1, rejected: [] });
	}
	expect(Object.keys((await latestValues(other, "SN-5")) ?? {})).toEqual(["In let"]);
});

describe("a CSV file", () => {
	it("stores a reading a line, for each device its own", async () => {
		const [first, second] = [await addSerial(), await addSerial()];
		const file = [
			"serial,time,channel,value",
			`${first},2025-03-14T09:00:00Z,Air,4.5`,
			`"${second.toLowerCase()}",1741942800000,"air","-1.5e1"`,
			`${first},2025-03-14 10:00+01:00,Door,true`,
		].join("\r\n");
		expect(await ingestTo(csv(file))).toEqual({ accepted: 3, duplicates: 0, rejected: [] });
		expect(await ingestTo(csv(file))).toEqual({ accepted: 0, duplicates: 3, rejected: [] });
		expect(await latestValues(owner, first)).toEqual({ Air: { value: 4.5, at }, Door: { value: 1, at } });
		expect(await latestValues(owner, second)).toMatchObject({ Air: { value: -15, at } });
	});

	it.each([
		["semicolons", ";"],
		["tabs", "\t"],
	])("stores a column for each channel, also with %s", async (_, separator) => {
		const serial = await addSerial();
		const file = [
			["Air", " Serial", "TIME ", "Door"],
			["4.5", serial, "2025-03-14T09:00:00Z", "false"],
			["", serial, "2025-03-14T09:01:00Z", "1"],
			["5", serial, "2025-03-14T09:02:00Z", ""],
		];
		const text = `\uFEFF${file.map((line) => line.join(separator)).join("\n")}\n`;
		expect(await ingestTo(csv(text))).toEqual({ accepted: 4, duplicates: 0, rejected: [] });
		expect(await latestValues(owner, serial)).toEqual({
			Air: { value: 5, at: at + 120_000 },
			Door: { value: 1, at: at + 60_000 },
		});
	});

	it("stores the good lines, and names each bad one", async () => {
		const serial = await addSerial();
		const lines = [
			`${serial},2025-03-14T09:00:00Z,Air,1`,
			`unknown,2025-03-14T09:00:00Z,Air,2`,
			`,2025-03-14T09:00:00Z,Air,3`,
			`${serial},,Air,4`,
			`${serial},14.03.2025 09:00,Air,5`,
			`${serial},2025-03-14T09:00:00,Air,6`,
			`${serial},2999-03-14T09:00:00Z,Air,7`,
			`${serial},1999-03-14T09:00:00Z,Air,8`,
			`${serial},2025-03-14T09:00:00Z,Nose,9`,
			`${serial},2025-03-14T09:00:00Z,,10`,
			`${serial},2025-03-14T09:00:00Z,Air,`,
			`${serial},2025-03-14T09:00:00Z,Air,NaN`,
			`${serial},2025-03-14T09:00:00Z,Air,0x10`,
			`${serial},2025-03-14T09:00:00Z,Air,1e101`,
			`${serial},2025-03-14T09:00:00Z,Air,1,5`,
			`${serial},2025-03-14T09:00:00Z`,
			"",
			`${serial},2025-03-14T09:01:00Z,Air,11`,
		];
		expect(await ingestTo(csv(["serial,time,channel,value", ...lines].join("\n")))).toEqual({
			accepted: 2,
			duplicates: 0,
			rejected: [
				{ index: 1, reason: "unknown-device" },
				{ index: 2, reason: "unknown-device" },
				{ index: 3, reason: "time-missing" },
				{ index: 4, reason: "bad-time" },
				{ index: 5, reason: "zone-missing" },
				{ index: 6, reason: "future" },
				{ index: 7, reason: "too-old" },
				{ index: 8, reason: "unknown-channel" },
				{ index: 9, reason: "channel-missing" },
				{ index: 10, reason: "bad-value" },
				{ index: 11, reason: "bad-value" },
				{ index: 12, reason: "bad-value" },
				{ index: 13, reason: "bad-value" },
				{ index: 14, reason: "bad-value" },
				{ index: 15, reason: "channel-missing" },
			],
		});
	});

	it("stores neither of two values at one time, and a number that means none as doubtful", async () => {
		const serial = await addSerial();
		const line = (minute: number, value: string, channel = "Air") =>
			`${serial},2025-03-14T09:0${minute}:00Z,${channel},${value}`;
		const lines = [
			line(0, "4"),
			line(0, "5"),
			line(1, "6"),
			line(1, "6.0"),
			line(2, "-9999"),
			line(3, "1e38"),
			line(0, "1", "Door"),
		];
		expect(await ingestTo(csv(["serial,time,channel,value", ...lines].join("\n")))).toEqual({
			accepted: 4,
			duplicates: 1,
			rejected: [
				{ index: 0, reason: "same-time" },
				{ index: 1, reason: "same-time" },
			],
		});
		expect(await latestValues(owner, serial)).toMatchObject({ Air: { value: 6 }, Door: { value: 1 } });
	});

	it("rejects a line in which a cell is left out, as the others would stand below other names", async () => {
		const serial = await addSerial();
		const file = `serial,time,Air,Door\n${serial},2025-03-14T09:00:00Z,1\n${serial},2025-03-14T09:01:00Z,2,,,\n`;
		expect(await ingestTo(csv(file))).toEqual({
			accepted: 1,
			duplicates: 0,
			rejected: [{ index: 0, reason: "bad-value" }],
		});
	});

	it("uses the last header above each line in joined files", async () => {
		const serial = await addSerial();
		const file = [
			"serial,time,Air,Door",
			`${serial},2025-03-14T09:00:00Z,4,1`,
			"serial,time,Air,Door",
			`${serial},2025-03-14T09:01:00Z,5,0`,
			"\uFEFFTime,Serial,Door,Air",
			`2025-03-14T09:02:00Z,${serial},1,6`,
		];
		expect(await ingestTo(csv(file.join("\n")))).toEqual({ accepted: 6, duplicates: 0, rejected: [] });
		expect(await latestValues(owner, serial)).toMatchObject({ Air: { value: 6 }, Door: { value: 1 } });
	});

	it("returns a reason once for a line, however many of its values it concerns", async () => {
		const serial = await addSerial();
		const file = `serial,time,Air,Door,Nose\n${serial},2025-03-14T09:00:00Z,x,y,1`;
		expect(await ingestTo(csv(file))).toMatchObject({
			rejected: [
				{ index: 0, reason: "bad-value" },
				{ index: 0, reason: "unknown-channel" },
			],
		});
	});

	it.each([
		["nothing", ""],
		["no column of serial numbers", "device,time,channel,value\nx,2025-03-14T09:00:00Z,Air,1"],
		["no column of times", "serial,channel,value\nx,Air,1"],
		["no column of values", "serial,time\nx,2025-03-14T09:00:00Z"],
		["two columns of one name", "serial,time,Air,air\nx,2025-03-14T09:00:00Z,1,2"],
		["a column without a name", "serial,time,Air,\nx,2025-03-14T09:00:00Z,1,2"],
		["both forms at once", "serial,time,channel,value,Air\nx,2025-03-14T09:00:00Z,Air,1,2"],
		["JSON", '{"readings":[]}'],
	])("rejects a file with %s", async (_, file) => {
		const response = await postTo(csv(file));
		expect([response.status, await response.json()]).toMatchObject([400, { error: { name: "InvalidBody" } }]);
	});

	it("rejects quotes that do not end, as its lines cannot be distinguished", async () => {
		const serial = await addSerial();
		const response = await postTo(csv(`serial,time,channel,value\n${serial},"2025-03-14T09:00:00Z,Air,1\n`));
		expect([response.status, await response.json()]).toMatchObject([400, { error: { name: "UnreadableBody" } }]);
	});

	it("requires the media type of CSV", async () => {
		expect((await postTo({ ...csv("serial,time,Air"), mediaType: "application/json" })).status).toBe(415);
	});

	it("accepts 20,000 readings of 1,000 devices and no more", async () => {
		const serial = await addSerial();
		const line = (index: number, name = serial) => `${name},${at + index * 1000},Air,${index}`;
		const file = (lines: string[]) => csv(["serial,time,channel,value", ...lines].join("\n"));
		const full = Array.from({ length: limits.ingestReadings }, (_, index) => line(index));
		expect(await ingestTo(file(full))).toMatchObject({ accepted: limits.ingestReadings });
		expect((await postTo(file([...full, line(-1)]))).status).toBe(400);
		const many = Array.from({ length: limits.ingestDevices }, (_, index) => line(index, `many-${index}`));
		expect((await ingestTo(file(many))).rejected).toHaveLength(limits.ingestDevices);
		expect((await postTo(file([...many, line(0)]))).status).toBe(400);
	});

	it.each([
		["more empty lines than readings", `serial,time,Air${"\n".repeat(1_000_000)}`],
		[
			"more columns than readings",
			`serial,time,${Array.from({ length: 200_000 }, (_, n) => `c${n}`).join(",")}\nx,1,2`,
		],
		[
			"more readings than an upload may hold, in few lines",
			[
				`serial,time,${Array.from({ length: 300 }, (_, n) => `c${n}`).join(",")}`,
				...Array(100).fill(`x,1${",1".repeat(300)}`),
			].join("\n"),
		],
	])("rejects a file with %s as a whole", async (_, file) => {
		const response = await postTo(csv(file));
		expect([response.status, await response.json()]).toMatchObject([400, { error: { name: "InvalidBody" } }]);
	});

	it("rejects a number that does not end cell by cell", async () => {
		const serial = await addSerial();
		const file = `serial,time,Air\n${serial},2025-03-14T09:00:00Z,${"1".repeat(100_000)}x\n`;
		expect(await ingestTo(csv(file))).toEqual({
			accepted: 0,
			duplicates: 0,
			rejected: [{ index: 0, reason: "bad-value" }],
		});
	});

	it("creates no devices past what an account takes from integrations", async () => {
		const full = await createOwner();
		const creating = (await addIntegration(full.owner, true)).key;
		await inAccount(full.id, (db) =>
			db.run(sql`
				WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${serverLimits.devices - 1})
				INSERT INTO devices (id, name, timezone_offset, time_zone_rule, logging_interval_seconds,
					upload_interval_seconds, key_digest, created_at, created_by)
				SELECT 'dev_' || n, 'Made before', 0, 0, 600, 900, '', 0, '' FROM numbers
			`),
		);
		const file = ["serial,time,temperature", `last,${at},1`, `more,${at},2`].join("\n");
		expect(await ingestTo(csv(file, creating))).toEqual({
			accepted: 1,
			duplicates: 0,
			rejected: [{ index: 1, reason: "unknown-device" }],
		});
	});

	it("creates devices if its key may, a hundred at a time", async () => {
		const { key: creating } = await addIntegration(owner, true);
		const lines = Array.from({ length: 120 }, (_, index) => `made-${index},${at},temperature,${index}`);
		const file = csv(["serial,time,channel,value", ...lines].join("\n"), creating);
		const first = await ingestTo(file);
		expect([first.accepted, first.rejected.length, first.rejected[0]]).toEqual([
			100,
			20,
			{ index: 100, reason: "unknown-device" },
		]);
		expect(await ingestTo(file)).toEqual({ accepted: 20, duplicates: 100, rejected: [] });
	});
});
