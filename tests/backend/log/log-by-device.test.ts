import { beforeAll, describe, expect, it } from "vitest";
import type { GetLogs, LogPage } from "../../../shared/log/log";
import {
	createFilteredLog,
	type FilteredLog,
	minuteMs,
	pageOf,
	pagesOf,
	readingFilters,
	readingsOf,
	wholeRows,
} from "../fixtures/filtered-log";
import { addDevice, ingest } from "../fixtures/fleet";

const names = ["Cellar", "Door 2", "Door 10", "Ice store"];
let log: FilteredLog;

beforeAll(async () => {
	log = await createFilteredLog();
	for (const name of ["Door 10", "Door 2"]) {
		const { key } = await addDevice(log.owner, { name });
		const at = Date.now() - 30 * minuteMs;
		await ingest(
			key,
			[0, 1, 2].map((step) => ({ channel: "Air", at: at - step * minuteMs, value: -22 + step })),
		);
	}
});

describe("the log by device", () => {
	it.each([
		["of any limit", {}, 20_000],
		["in pages that cut devices", {}, 7],
		["in pages of some devices", {}, 90],
		["of readings alone", { kinds: ["reading"] }, 11],
		...readingFilters.map(([words, filter]) => [`of ${words}`, filter, 13] as const),
		["of gaps", { isAfterGap: true }, 5],
	] as [string, Partial<GetLogs>, number][])("holds each entry once, %s", async (_, filter, limit) => {
		const byTime = (await pagesOf(log.owner, { ...filter, limit })).flatMap(readingsOf);
		const byDevice = (await pagesOf(log.owner, { ...filter, limit, order: "by-device" })).flatMap(readingsOf);
		expect(byTime.length).toBeGreaterThan(0);
		expect(sorted(inBlocks(byDevice))).toEqual(sorted(byTime));
	});

	it("filters whole rows as the log by time does", async () => {
		const [, filter, isPassing] = readingFilters[0] ?? ["", {}, () => false];
		const all = readingsOf(await pageOf(log.owner, {}));
		const found = readingsOf(await pageOf(log.owner, { ...filter, order: "by-device" }));
		expect(sorted(found)).toEqual(sorted(wholeRows(all, isPassing)));
	});

	it("ends with lines without a device", async () => {
		const pages = await pagesOf(log.owner, { kinds: ["note"], limit: 2, order: "by-device" });
		const texts = pages.flatMap(({ events }) => events.map(({ text }) => text));
		expect(texts).toEqual(["Cleaned", "Added to Takeover", "Too warm", "Door SEAL renewed", "Änderung"]);
		const scoped = await pagesOf(log.scoped, { kinds: ["note"], limit: 2, order: "by-device" });
		expect(scoped.flatMap(({ events }) => events.map(({ deviceId }) => deviceId))).toEqual([
			log.freezerId,
			log.freezerId,
			log.freezerId,
		]);
	});

	it("continues with the next device if one is gone by then", async () => {
		const added: string[] = [];
		for (const name of ["A 1", "A 2"]) {
			const { device, key } = await addDevice(log.owner, { name });
			await ingest(key, [{ channel: "Air", at: Date.now() - minuteMs, value: 1 }]);
			added.push(device.id);
		}
		const request = { kinds: ["reading"], order: "by-device" } satisfies Partial<GetLogs>;
		const ids = [...added, log.freezerId];
		const first = await pageOf(log.owner, { ...request, deviceIds: ids, limit: 1 });
		expect(devicesIn(first)).toEqual(["A 1"]);
		const left = ids.filter((id) => id !== added[1]);
		const rest = await pageOf(log.owner, { ...request, deviceIds: left, cursor: first.nextCursor ?? "" });
		expect(devicesIn(rest)).toEqual(["Ice store"]);
	});

	it.each(["", "1", "x@y@z", "0@@~"])("rejects the cursor “%s” of another query", async (cursor) => {
		const input = { rangeType: "day", offset: 0, order: "by-device", cursor };
		const { error } = await log.owner.query("log.getLogs", input);
		expect(error?.data.fields).toEqual({ cursor: "Not a cursor of this query" });
	});
});

type Reading = ReturnType<typeof readingsOf>[number];

/** Orders readings by the name of the device, each newest first. */
function inBlocks(readings: Reading[]): Reading[] {
	const found = readings.filter(({ device }, index) => device !== readings[index - 1]?.device);
	expect(found.map(({ device }) => device)).toEqual(
		names.filter((name) => readings.some(({ device }) => device === name)),
	);
	for (const [index, { device, at }] of readings.entries()) {
		const before = readings[index - 1];
		if (before?.device === device) expect(at).toBeLessThanOrEqual(before.at);
	}
	return readings;
}

function sorted(readings: Reading[]): string[] {
	return readings.map((reading) => JSON.stringify(reading)).sort();
}

function devicesIn(page: LogPage): string[] {
	return [...new Set(readingsOf(page).map(({ device }) => device))];
}
