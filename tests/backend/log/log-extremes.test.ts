import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "../../../shared/base/limits";
import type { GetLogs } from "../../../shared/log/log";
import { createFilteredLog, type FilteredLog, minuteMs, pageOf, pagesOf } from "../fixtures/filtered-log";
import { addDevice, ingest } from "../fixtures/fleet";

let log: FilteredLog;
const start = Date.UTC(2026, 8, 1);

beforeAll(async () => {
	log = await createFilteredLog();
	const { key } = await addDevice(log.owner, { name: "Oven" });
	for (let part = 0; part < 3; part += 1) {
		const readings = Array.from({ length: 500 }, (_, step) => ({
			channel: "Air",
			at: start + (part * 500 + step) * 20 * minuteMs,
			value: 50 + (((part * 500 + step) * 7_919) % 1_009),
		}));
		await ingest(key, readings);
	}
});

describe("the log by value", () => {
	it.each([
		["highest-first", 1],
		["lowest-first", -1],
	] as const)("returns %s the thousand readings that a sort of the whole range begins with", async (order, sign) => {
		const span = { from: start, to: start + 40 * 24 * 60 * minuteMs };
		const whole = (await pagesOf(log.owner, { ...span, limit: 20_000 })).flatMap(({ readings }) =>
			readings.value.map((value, position) => ({ value, at: readings.readingAt[position] ?? 0 })),
		);
		expect(whole.length).toBeGreaterThan(limits.logExtremes);
		const sorted = whole.toSorted((one, other) => sign * (other.value - one.value) || other.at - one.at);
		const { readings, nextCursor } = await pageOf(log.owner, { ...span, order, quantity: "temperature" });
		expect(nextCursor).toBeNull();
		expect(readings.value).toEqual(sorted.slice(0, limits.logExtremes).map(({ value }) => value));
		const above = sorted.filter(({ value }) => sign * (value - (readings.value.at(-1) ?? 0)) > 0);
		expect(readings.readingAt.slice(0, above.length)).toEqual(above.map(({ at }) => at));
	});

	it("holds one quantity, within the filters and the reader's scope", async () => {
		const order = { order: "lowest-first", quantity: "temperature" } as const;
		const { readings, channels, events } = await pageOf(log.owner, { ...order, values: { min: -20, max: -17 } });
		expect(readings.value).toEqual(readings.value.toSorted((one, other) => one - other));
		expect([readings.value[0], readings.value.at(-1)]).toEqual([-20, -17]);
		expect(new Set(channels.map(({ quantity }) => quantity))).toEqual(new Set(["temperature"]));
		expect(events).toEqual([]);
		const scoped = await pageOf(log.scoped, order);
		expect(scoped.devices.map(({ name }) => name)).toEqual(["Ice store"]);
	});

	it.each([
		["without a quantity", { order: "highest-first" }, "quantity"],
		["of gaps", { order: "lowest-first", quantity: "temperature", isAfterGap: true }, "order"],
	] as [string, Partial<GetLogs>, string][])("rejects a sort %s", async (_, filter, field) => {
		const input = { rangeType: "day", offset: 0, ...filter };
		const { error } = await log.owner.query("log.getLogs", input);
		expect([error?.data.code, Object.keys(error?.data.fields ?? {})]).toEqual(["BAD_REQUEST", [field]]);
	});
});

describe("the value filter", () => {
	it("tests only readings of its quantity or its channel", async () => {
		const both = await pageOf(log.owner, { values: { max: 1 } });
		expect(both.readings.value.some((value) => value === 1)).toBe(true);
		const door = both.channels.find(({ quantity }) => quantity !== "temperature");
		const cold = await pageOf(log.owner, { values: { min: 0, max: 1, quantity: "temperature" } });
		expect(cold.readings.value).toEqual([]);
		const open = await pageOf(log.owner, { values: { min: 1, max: 1, channelId: door?.id } });
		expect(open.devices).toHaveLength(1);
		expect(open.readings.value.length).toBeGreaterThan(0);
	});
});
