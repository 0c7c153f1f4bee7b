import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "../../../shared/base/limits";
import type { LogPage } from "../../../shared/log/log";
import { addDevice, createOwner, ingest, ingestPath, postReadings } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";

const at = Date.parse("2025-03-14T09:00:00Z");
const reading = (position: number, value: unknown = position) => ({ channel: "Air", at: at + position * 1000, value });

let owner: Person;

beforeAll(async () => {
	owner = (await createOwner()).owner;
});

function postText(key: string, body: string): Promise<Response> {
	const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
	return send(ingestPath, { method: "POST", headers, body });
}

async function stored(deviceId: string): Promise<[number, number][]> {
	const log = { rangeType: "hour", offset: 0, from: at, to: at + 24 * 3_600_000, deviceIds: [deviceId] };
	const { readings } = dataOf<LogPage>(await owner.query("log.getLogs", log));
	const rows = readings.readingAt.map((time, position): [number, number] => {
		return [(time - at) / 1000, readings.value[position] ?? Number.NaN];
	});
	return rows.toSorted(([one], [other]) => one - other);
}

describe("a bad entry", () => {
	it.each([
		["null", "null", "not-an-object"],
		["a number", "7", "not-an-object"],
		["a list", '["Air", 1, 2]', "not-an-object"],
		["an empty object", "{}", "channel-missing"],
		["a channel that is a number", `{"channel": 7, "at": ${at}, "value": 1}`, "channel-missing"],
		[
			"a channel of another device",
			`{"channel": "chn_00000000000000000000000000", "at": ${at}, "value": 1}`,
			"unknown-channel",
		],
		["a channel named as objects have it", `{"channel": "__proto__", "at": ${at}, "value": 1}`, "unknown-channel"],
		["a time of null", '{"channel": "Air", "at": null, "value": 1}', "time-missing"],
		["a nested time", '{"channel": "Air", "at": {"at": 1}, "value": 1}', "bad-time"],
		["a far future", '{"channel": "Air", "at": "2999-01-01T00:00:00Z", "value": 1}', "future"],
		["a time past all time", '{"channel": "Air", "at": 1e308, "value": 1}', "future"],
		["a time before 2000", '{"channel": "Air", "at": "1999-12-31T23:59:59Z", "value": 1}', "too-old"],
		["a clock that was never set", '{"channel": "Air", "at": 0, "value": 1}', "too-old"],
		["a value of null", `{"channel": "Air", "at": ${at}, "value": null}`, "bad-value"],
		["no value", `{"channel": "Air", "at": ${at}}`, "bad-value"],
		["text as a number", `{"channel": "Air", "at": ${at}, "value": "4.2"}`, "bad-value"],
		["NaN as text", `{"channel": "Air", "at": ${at}, "value": "NaN"}`, "bad-value"],
		["infinity", `{"channel": "Air", "at": ${at}, "value": 1e999}`, "bad-value"],
		["more than any measurement", `{"channel": "Air", "at": ${at}, "value": -1e101}`, "bad-value"],
		["a nested value", `{"channel": "Air", "at": ${at}, "value": {"value": 1}}`, "bad-value"],
		["a list as value", `{"channel": "Air", "at": ${at}, "value": [1]}`, "bad-value"],
	])("rejects only the entry at fault, and stores the good ones around it: %s", async (_, entry, reason) => {
		const { device, key } = await addDevice(owner);
		const good = [1, 2].map((position) => JSON.stringify(reading(position)));
		const response = await postText(key, `{"readings": [${good[0]}, ${entry}, ${good[1]}]}`);
		expect([response.status, await response.json()]).toEqual([
			200,
			{ accepted: 2, duplicates: 0, rejected: [{ index: 1, reason }] },
		]);
		expect(await stored(device.id)).toEqual([
			[1, 1],
			[2, 2],
		]);
	});

	it("leaves thousands of good entries stored", async () => {
		const { key } = await addDevice(owner);
		const sent = Array.from({ length: 2_000 }, (_, position) => reading(position, position % 2 === 0 ? position : "x"));
		const { accepted, rejected } = await ingest(key, sent);
		expect([accepted, rejected.length]).toEqual([1_000, 1_000]);
		expect(rejected.every(({ index }) => index % 2 === 1)).toBe(true);
	});
});

describe("JSON", () => {
	it("uses the last of two equal names in one entry", async () => {
		const { device, key } = await addDevice(owner);
		const entry = `{"channel": "Nose", "at": 1, "value": 9, "channel": "Air", "at": ${at}, "value": 4}`;
		await postText(key, `{"readings": [], "readings": [${entry}]}`);
		expect(await stored(device.id)).toEqual([[0, 4]]);
	});

	it.each([
		["of lists", "[", "1", "]"],
		["of objects", '{"a":', "1", "}"],
	])("rejects as one entry what is nested as deep as a body can be: %s", async (_, open, inner, close) => {
		const { key } = await addDevice(owner);
		const depth = 400_000;
		const deep = `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
		const response = await postText(key, `{"readings": [${deep}]}`);
		expect([response.status, await response.json()]).toMatchObject([200, { rejected: [{ index: 0 }] }]);
	});

	it("accepts a body of 2 MB", async () => {
		const { key } = await addDevice(owner);
		const body = JSON.stringify({ readings: [reading(0)], note: "x".repeat(2_000_000) });
		expect((await postText(key, body)).status).toBe(200);
	});
});

describe("a repeated batch", () => {
	const batch = Array.from({ length: 20 }, (_, position) => reading(position));

	it("counts once if it comes a hundred times at once", async () => {
		const { device, key } = await addDevice(owner);
		const results = await Promise.all(Array.from({ length: 100 }, () => ingest(key, batch)));
		const sum = (count: "accepted" | "duplicates") => results.reduce((total, result) => total + result[count], 0);
		expect([sum("accepted"), sum("duplicates")]).toEqual([20, 20 * 99]);
		expect(await stored(device.id)).toEqual(batch.map((_, position) => [position, position]));
	});

	it("counts once if it comes backwards and in pieces that overlap", async () => {
		const { device, key } = await addDevice(owner);
		const late = batch.slice(8).toReversed();
		const early = batch.slice(0, 12).toReversed();
		expect(await ingest(key, late)).toEqual({ accepted: 12, duplicates: 0, rejected: [] });
		expect(await ingest(key, early)).toEqual({ accepted: 8, duplicates: 4, rejected: [] });
		expect(await stored(device.id)).toEqual(batch.map((_, position) => [position, position]));
	});

	it("ends as one of two batches with other values at once, whole", async () => {
		const { device, key } = await addDevice(owner);
		const sides = [1, 2].map((side) => batch.map((entry) => ({ ...entry, value: side })));
		await Promise.all(sides.map((entries) => ingest(key, entries)));
		expect(new Set((await stored(device.id)).map(([, value]) => value)).size).toBe(1);
	});
});

it("rejects more entries than an upload may have as a whole, and stores nothing", async () => {
	const { device, key } = await addDevice(owner);
	const entries = Array.from({ length: limits.ingestReadings + 1 }, (_, position) => reading(position));
	expect((await postReadings(key, entries)).status).toBe(400);
	expect(await stored(device.id)).toEqual([]);
});
