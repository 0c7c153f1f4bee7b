import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSpanIn, logClock } from "../../client/features/log/log-clock";
import { gatherReadings, quantitiesIn } from "../../client/features/log/log-readings";
import { columnTitles, longRows, wideRows } from "../../client/features/log/log-rows";
import { logsInput, moved, offsetHolding, viewFromSearch } from "../../client/features/log/log-view";
import type { LogChannel, LogPage } from "../../shared/log";
import { RangeType, rangeBounds } from "../../shared/time-zones";

const deviceA = "dev_00000000000000000000000001";
const deviceB = "dev_00000000000000000000000002";

describe("the log's address", () => {
	it("opens on the running hour and asks with nothing but range and offset", () => {
		const view = viewFromSearch({});
		expect(logsInput(view, "local", "Europe/Lisbon")).toEqual({ rangeType: "hour", offset: 0 });
		expect(logsInput(view, "current", "Europe/Lisbon")).toEqual({ rangeType: "hour", offset: 0 });
	});

	it("sends the viewer's zone only for calendar ranges in the viewer's time", () => {
		const view = viewFromSearch({ range: "day", offset: "2", device: `${deviceA},nonsense` });
		expect(logsInput(view, "local", "Europe/Lisbon")).toEqual({ rangeType: "day", offset: 2, deviceIds: [deviceA] });
		expect(logsInput(view, "current", "Europe/Lisbon")).toEqual({
			rangeType: "day",
			offset: 2,
			deviceIds: [deviceA],
			zone: "Europe/Lisbon",
		});
	});

	it.each([
		{ range: "year", offset: "-3" },
		{ offset: "1.5", from: "5" },
		{ offset: "x", from: "9", to: "9" },
	])("falls back to the running hour for %j", (search) => {
		expect(logsInput(viewFromSearch(search), "local", "UTC")).toEqual({ rangeType: "hour", offset: 0 });
	});

	it("moves a range by one and an exact span by its own length", () => {
		expect(moved(viewFromSearch({ offset: "1" }), 1)).toEqual({ offset: "2" });
		expect(moved(viewFromSearch({ offset: "1" }), -1)).toEqual({ offset: undefined });
		expect(moved(viewFromSearch({ from: "1000", to: "1600" }), 1)).toEqual({ from: "400", to: "1000" });
		expect(moved(viewFromSearch({ from: "1000", to: "1600" }), -1)).toEqual({ from: "1600", to: "2200" });
	});

	it("finds the range that holds any instant of the last years, in any zone", () => {
		const now = Date.UTC(2026, 10, 21, 15, 5, 12);
		const zone = fc.constantFrom("UTC", "America/Denver", "Australia/Lord_Howe", "device:345:2", "device:-420:1");
		const ageMs = fc.integer({ min: 1, max: 3 * 365 * 86_400_000 });
		fc.assert(
			fc.property(fc.constantFrom(...RangeType.options), zone, ageMs, (rangeType, zoneName, age) => {
				const at = now - age;
				const offset = offsetHolding({ rangeType, at, zone: zoneName, now });
				const { from, to } = rangeBounds({ rangeType, offset, zone: zoneName, now });
				return from <= at && at < to;
			}),
			{ numRuns: 200 },
		);
	});
});

const channel = (id: string, deviceId: string, change: Partial<LogChannel> = {}): LogChannel => ({
	id,
	deviceId,
	name: "temperature",
	quantity: "temperature",
	unit: "°C",
	decimals: 1,
	...change,
});

const page = (change: Partial<LogPage>): LogPage => ({
	from: 0,
	to: 100,
	zone: "UTC",
	devices: [
		{ id: deviceA, name: "A", timezoneOffset: -420, timeZoneRule: 2 },
		{ id: deviceB, name: "B", timezoneOffset: 0, timeZoneRule: 2 },
	],
	channels: [
		channel("t", deviceA),
		channel("h", deviceA, { name: "humidity", quantity: "humidity", unit: "%" }),
		channel("u", deviceB),
	],
	readings: { readingAt: [], receivedAt: [], channel: [], value: [] },
	events: [],
	nextCursor: null,
	previousReadingAt: null,
	...change,
});

const readings = (entries: [at: number, channel: number, value: number][]): LogPage["readings"] => ({
	readingAt: entries.map(([at]) => at),
	receivedAt: entries.map(([at]) => at + 1),
	channel: entries.map(([, index]) => index),
	value: entries.map(([, , value]) => value),
});

describe("the words of a span", () => {
	it("leave out what is said already", () => {
		const now = Date.UTC(2026, 10, 21);
		const at = Date.UTC(2026, 10, 20, 14, 5, 12);
		const hour = 3_600_000;
		expect(formatSpanIn("UTC", { from: at, to: at + hour }, now)).toBe("Nov 20, 02:05:12 PM to 03:05:12 PM");
		expect(formatSpanIn("device:600:2", { from: at - hour, to: at + hour }, now)).toBe(
			"Nov 20, 11:05:12 PM to Nov 21, 01:05:12 AM",
		);
		const lastYear = Date.UTC(2025, 4, 1);
		expect(formatSpanIn("UTC", { from: lastYear, to: lastYear + 24 * hour }, now)).toBe(
			"May 01, 12:00:00 AM to May 02, 12:00:00 AM, 2025",
		);
	});
});

describe("readings of several pages", () => {
	const first = page({
		readings: readings([
			[90, 0, 9],
			[90, 1, 60],
			[80, 0, 8],
			[80, 2, 3],
		]),
	});
	const second = page({
		channels: [channel("u", deviceB), channel("t", deviceA)],
		readings: readings([
			[70, 0, 2],
			[60, 1, 6],
		]),
	});
	const note = { id: "log_1", deviceId: deviceB, at: 85, kind: "note", level: "info", text: "Door open" } as const;
	const log = gatherReadings([first, { ...second, events: [note] }]);

	it("come together by channel, oldest first, although each page numbers channels anew", () => {
		expect(log.channels.map(({ channel: { id }, times, values }) => ({ id, times, values }))).toEqual([
			{ id: "t", times: [60, 80, 90], values: [6, 8, 9] },
			{ id: "h", times: [90], values: [60] },
			{ id: "u", times: [70, 80], values: [2, 3] },
		]);
		expect(quantitiesIn(log.channels)).toEqual(["temperature", "humidity"]);
	});

	it("stand side by side in the wide form and one by one in the long one, newest first", () => {
		expect(columnTitles(log.channels)).toEqual(["Temperature (°C)", "Humidity (%)"]);
		const wide = wideRows(log).map(({ at, device, kind, values }) => [
			at,
			device?.name,
			kind,
			[...values.values()].map(({ value }) => value),
		]);
		expect(wide).toEqual([
			[90, "A", "reading", [9, 60]],
			[85, "B", "note", []],
			[80, "A", "reading", [8]],
			[80, "B", "reading", [3]],
			[70, "B", "reading", [2]],
			[60, "A", "reading", [6]],
		]);
		const long = longRows(log);
		expect(long).toHaveLength(7);
		expect(new Set(long.map(({ key }) => key)).size).toBe(7);
	});

	it("are shown by the one device's clock, the account's when clocks differ, or the viewer's", () => {
		const zoneFor = (devices: LogPage["devices"], mode: "local" | "current") =>
			logClock({ page: { zone: "America/Denver", to: 0 }, devices, mode, viewerZone: "Europe/Lisbon" });
		const [a, b] = first.devices;
		if (!a || !b) throw new Error("The page has two devices.");
		expect(zoneFor([a], "local")).toMatchObject({ zone: "device:-420:2", isMixed: false });
		expect(zoneFor([a, b], "local")).toMatchObject({ zone: "America/Denver", isMixed: true });
		expect(zoneFor([a, b], "current")).toMatchObject({ zone: "Europe/Lisbon", isMixed: false });
	});
});
