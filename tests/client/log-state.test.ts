import { describe, expect, it, onTestFinished } from "vitest";
import { exportAddress, logExport } from "../../client/features/log/actions/log-export";
import { formatSpanIn, logClock } from "../../client/features/log/state/log-clock";
import { offsetHolding, rangeHolding } from "../../client/features/log/state/log-ranges";
import {
	eventsInput,
	logsInput,
	moved,
	newestInput,
	seriesInput,
	sortText,
	stateFromSearch,
	withChosen,
	withGone,
	zoomedOut,
} from "../../client/features/log/state/log-state";
import { gatherReadings, quantitiesIn } from "../../client/features/log/table/log-readings";
import {
	columnTitles,
	inOrder,
	longRows,
	rowJson,
	rowText,
	wideRows,
	withClockMarks,
} from "../../client/features/log/table/log-rows";
import { setCompanyFormats } from "../../client/ui/display-formats";
import { specifiedFormats } from "../../shared/formats/display-formats";
import type { LogChannel, LogPage } from "../../shared/log/log";
import { LogExport, standardCsvForm } from "../../shared/log/log-export";
import { RangeType, rangeBounds } from "../../shared/time/time-zones";
import * as fc from "../properties";
import { emptyLogPage, logChannel, logDevice } from "./readings";

const deviceA = logDevice.id;
const deviceB = "dev_00000000000000000000000002";

describe("the log's address", () => {
	it("opens on the running hour and sends nothing but range and offset", () => {
		const state = stateFromSearch({});
		expect(logsInput(state, { mode: "local", zone: "Europe/Lisbon" })).toEqual({ rangeType: "hour", offset: 0 });
		expect(logsInput(state, { mode: "current", zone: "Europe/Lisbon" })).toEqual({ rangeType: "hour", offset: 0 });
	});

	it("sends the viewer's zone only for calendar ranges in the viewer's time", () => {
		const state = stateFromSearch({ range: "day", offset: "2", device: `${deviceA},nonsense` });
		expect(logsInput(state, { mode: "local", zone: "Europe/Lisbon" })).toEqual({
			rangeType: "day",
			offset: 2,
			deviceIds: [deviceA],
		});
		expect(logsInput(state, { mode: "current", zone: "Europe/Lisbon" })).toEqual({
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
		{ from: "9", to: "8" },
		{ from: "0", to: "999999999999999" },
	])("falls back to the running hour for %j", (search) => {
		expect(logsInput(stateFromSearch(search), { mode: "local", zone: "UTC" })).toEqual({
			rangeType: "hour",
			offset: 0,
		});
	});

	it.each([
		[{ from: "9", to: "8" }, "its end is not after its beginning"],
		[{ from: "9", to: "9" }, "its end is not after its beginning"],
		[{ from: "yesterday", to: "9" }, "its beginning is not a time"],
		[{ from: "-5", to: "9" }, "its beginning is not a time"],
		[{ to: "9" }, "its beginning is not a time"],
		[{ from: "9", to: "2026-02-30" }, "its end is not a time"],
		[{ from: "9" }, "its end is not a time"],
		[{ from: "0", to: "18907603200000" }, "it ends after the year 2099"],
		[{ from: "8", to: "9" }, null],
		[{ range: "day" }, null],
	])("says why the span of %j is left out: %s", (search, complaint) => {
		const { exact, spanComplaint } = stateFromSearch(search);
		expect(spanComplaint).toBe(complaint);
		expect(exact === null).toBe(complaint !== null || !("from" in search));
	});

	it.each(RangeType.options)("goes back no further than the times of an address: %s", (range) => {
		const { rangeType, offset } = stateFromSearch({ range, offset: "99999999" });
		const now = Date.UTC(2026, 10, 21);
		expect(rangeBounds({ rangeType, offset, zone: "UTC", now }).from).toBeGreaterThan(0);
	});

	it("moves a range by one and an exact span by its own length", () => {
		expect(moved(stateFromSearch({ offset: "1" }), 1)).toEqual({ offset: "2" });
		expect(moved(stateFromSearch({ offset: "1" }), -1)).toEqual({ offset: undefined });
		expect(moved(stateFromSearch({ from: "1000", to: "1600" }), 1)).toEqual({ from: "400", to: "1000" });
		expect(moved(stateFromSearch({ from: "1000", to: "1600" }), -1)).toEqual({ from: "1600", to: "2200" });
		expect(moved(stateFromSearch({ from: "100", to: "600" }), 1)).toEqual({ from: "0", to: "500" });
	});

	const lisbon = { mode: "current", zone: "Europe/Lisbon" } as const;
	const devices = { mode: "local", zone: "Europe/Lisbon" } as const;

	it("names a zone for days and exact spans, by which a link is cut for everybody alike", () => {
		const cutBy = (search: Record<string, string>, viewer: typeof lisbon | typeof devices) =>
			logsInput(stateFromSearch({ ...search, zone: "America/Denver" }), viewer).zone;
		expect(cutBy({ range: "day" }, lisbon)).toBe("America/Denver");
		expect(cutBy({ range: "day" }, devices)).toBe("America/Denver");
		expect(cutBy({ from: "1", to: "2" }, devices)).toBe("America/Denver");
		expect(cutBy({}, lisbon)).toBeUndefined();
		expect(logsInput(stateFromSearch({ range: "day", zone: "Nowhere/Land" }), devices).zone).toBeUndefined();
	});

	it("takes the kinds that exist, each once", () => {
		expect(stateFromSearch({ kind: "note,alert,nonsense,note,__proto__" }).kinds).toEqual(["note", "alert"]);
		expect(logsInput(stateFromSearch({ kind: "note" }), devices)).toMatchObject({ kinds: ["note"] });
	});

	it("requests the chart by the same filter, without kinds and with the viewer's days where the viewer's clock is shown", () => {
		const state = stateFromSearch({ from: "1", to: "2", device: deviceA, kind: "note", quantity: "humidity" });
		const requested = {
			rangeType: "hour",
			offset: 0,
			from: 1,
			to: 2,
			deviceIds: [deviceA],
			quantity: "humidity",
			pixels: 900,
		};
		expect(seriesInput(state, devices, 900)).toEqual(requested);
		expect(seriesInput(state, lisbon, 900)).toEqual({ ...requested, zone: "Europe/Lisbon" });
		expect(seriesInput(stateFromSearch({}), lisbon, 900)).toEqual({ rangeType: "hour", offset: 0, pixels: 900 });
	});

	it("requests the events of a long range by themselves, as far as they are wanted", () => {
		const kindsOf = (search: Record<string, string>) => eventsInput(stateFromSearch(search), devices)?.kinds ?? null;
		expect(kindsOf({ range: "month" })).toEqual(["event", "alert", "config", "note", "system"]);
		expect(kindsOf({ from: "1", to: "2", kind: "reading,note" })).toEqual(["note"]);
		expect(kindsOf({ range: "month", kind: "reading" })).toBeNull();
		expect(kindsOf({})).toBeNull();
	});

	it("requests what is new of the same things, an hour further back than what was seen", () => {
		const state = stateFromSearch({ range: "month", offset: "3", device: deviceA });
		const requested = { rangeType: "hour", offset: 0, from: 5_400_000, to: 13_600_000, deviceIds: [deviceA] };
		expect(newestInput(state, { since: 9_000_000, now: 10_000_000 })).toEqual(requested);
	});

	it("zooms out to twice the length around the middle, but not into the future", () => {
		expect(zoomedOut({ from: 1_000, to: 2_000 }, 9_000)).toEqual({ from: 500, to: 2_500 });
		expect(zoomedOut({ from: 1_000, to: 2_000 }, 2_100)).toEqual({ from: 100, to: 2_100 });
		expect(zoomedOut({ from: 1_000, to: 2_000 }, 1_500)).toEqual({ from: 0, to: 2_000 });
		expect(zoomedOut({ from: 0, to: 2_000 }, 9_000)).toEqual({ from: 0, to: 3_000 });
	});

	it("exports the filter in the bounds that are shown, by the clock of the switch", () => {
		const shown = logsInput(stateFromSearch({ range: "day", device: deviceA, kind: "note" }), devices);
		const request = { shown, span: { from: 5, to: 9 }, zone: "UTC", format: "csv", form: "wide" } as const;
		const query = logExport({ ...request, mode: "local" });
		expect(query).toEqual({
			rangeType: "day",
			offset: 0,
			from: 5,
			to: 9,
			deviceIds: [deviceA],
			kinds: ["note"],
			zone: "UTC",
			format: "csv",
			form: "wide",
			clock: "device",
		});
		expect(logExport({ ...request, mode: "current" }).clock).toBe("zone");
		expect(LogExport.parse(query)).toEqual(query);
		const csv = { separator: "semicolon", decimalSign: "comma" } as const;
		expect(logExport({ ...request, mode: "local", csv })).toEqual({ ...query, csv });
		expect(logExport({ ...request, format: "xlsx", mode: "local", csv })).not.toHaveProperty("csv");
		expect(logExport({ ...request, mode: "local", csv: standardCsvForm })).toEqual(query);
		const address = new URL(exportAddress(query), "https://console.example");
		expect([address.pathname, JSON.parse(address.searchParams.get("query") ?? "")]).toEqual(["/api/export", query]);
	});

	it("finds the range that holds any instant of the last years, in any zone", () => {
		const now = Date.UTC(2026, 10, 21, 15, 5, 12);
		const zone = fc.constantFrom("UTC", "America/Denver", "Australia/Lord_Howe", "device:345:2", "device:-420:1");
		const ageMs = fc.integer({ min: 1, max: 3 * 365 * 86_400_000 });
		fc.assert(
			fc.property(
				fc.constantFrom(...RangeType.options.filter((type) => type !== "night")),
				zone,
				ageMs,
				(rangeType, zoneName, age) => {
					const at = now - age;
					const offset = offsetHolding({ rangeType, at, zone: zoneName, now });
					const { from, to } = rangeBounds({ rangeType, offset, zone: zoneName, now });
					return from <= at && at < to;
				},
			),
			{ numRuns: 200 },
		);
	});
});

describe("the order of the table", () => {
	const devices = { mode: "local", zone: "UTC" } as const;
	const hour = { rangeType: "hour", offset: 0 };

	it.each([
		[undefined, hour],
		["oldest", { ...hour, order: "oldest-first" }],
		["device", { ...hour, order: "by-device" }],
		["highest.temperature", { ...hour, order: "highest-first", quantity: "temperature" }],
		["lowest.co2", { ...hour, order: "lowest-first", quantity: "co2" }],
		["highest", hour],
		["highest.nonsense", hour],
		["oldest.temperature", hour],
	])("sends the order of %s, and nothing where it is none", (sort, requested) => {
		const state = stateFromSearch({ ...(sort !== undefined && { sort }) });
		expect(logsInput(state, devices)).toEqual(requested);
		expect(sortText(state.sort)).toBe("order" in requested ? sort : undefined);
	});

	it("leaves an export whole, and the chart with its events", () => {
		const shown = logsInput(stateFromSearch({ sort: "highest.temperature" }), devices);
		const request = { shown, span: { from: 5, to: 9 }, zone: "UTC", format: "csv", form: "wide" } as const;
		expect(Object.keys(logExport({ ...request, mode: "local" }))).not.toEqual(expect.arrayContaining(["order"]));
		expect(Object.keys(logExport({ ...request, mode: "local" }))).not.toEqual(expect.arrayContaining(["quantity"]));
		for (const sort of ["highest.temperature", "device"]) {
			expect(eventsInput(stateFromSearch({ sort }), devices)).toMatchObject(hour);
		}
	});
});

describe("a relative range", () => {
	const lisbon = { mode: "current", zone: "Europe/Lisbon" } as const;

	it.each([
		["24h", undefined],
		["365d", undefined],
		["night", "Europe/Lisbon"],
		["day", "Europe/Lisbon"],
	])("sends %s by its name, and names the viewer's zone only where a calendar cuts it", (range, zone) => {
		const requested = { rangeType: range, offset: 0, ...(zone && { zone }) };
		expect(logsInput(stateFromSearch({ range }), lisbon)).toEqual(requested);
		expect(seriesInput(stateFromSearch({ range }), lisbon, 900)).toEqual({
			...requested,
			zone: "Europe/Lisbon",
			pixels: 900,
		});
	});

	it("leads from a range of nights to the day of a reading, which may lie between two nights", () => {
		const now = Date.UTC(2026, 10, 21, 15);
		const request = { at: Date.UTC(2026, 10, 19, 12), zone: "UTC", now };
		expect(rangeHolding({ rangeType: "night", ...request })).toEqual({ range: "day", offset: "2" });
		expect(rangeHolding({ rangeType: "24h", ...request })).toEqual({ offset: "2" });
	});
});

const channel = (id: string, deviceId: string, change: Partial<LogChannel> = {}) =>
	logChannel(id, { deviceId, name: "temperature", ...change });

const humidity = { name: "humidity", quantity: "humidity", unit: "%" } as const;

const page = (change: Partial<LogPage>) =>
	emptyLogPage({
		devices: [
			{ ...logDevice, timezoneOffset: -420 },
			{ ...logDevice, id: deviceB, name: "B" },
		],
		channels: [channel("t", deviceA), channel("h", deviceA, humidity), channel("u", deviceB)],
		...change,
	});

const readings = (entries: [at: number, channel: number, value: number][]): LogPage["readings"] => ({
	readingAt: entries.map(([at]) => at),
	receivedAt: entries.map(([at]) => at + 1),
	channel: entries.map(([, index]) => index),
	value: entries.map(([, , value]) => value),
});

describe("the devices to choose from", () => {
	it("offers devices in use, and a chosen one out of use by its name", () => {
		const [inUse, chosen, other] = ["a", "b", "c"].map((id) => ({ id, name: id.toUpperCase() }));
		if (!inUse || !chosen || !other) throw new Error("Listed above.");
		expect(withChosen([inUse], [inUse, chosen, other], ["a", "b", "unknown"])).toEqual([inUse, chosen]);
	});

	it("names what is gone as such, once there is a list to miss it in", () => {
		const inUse = { id: "a", name: "A" };
		expect(withGone([inUse], ["a", "b"], "Gone")).toEqual([inUse, { id: "b", name: "Gone" }]);
		expect(withGone([], ["a"], "Gone")).toEqual([]);
	});
});

describe("the words of a span", () => {
	it("leave out what is said already", () => {
		const now = Date.UTC(2026, 10, 21);
		const at = Date.UTC(2026, 10, 20, 14, 5, 12);
		const hour = 3_600_000;
		expect(formatSpanIn("UTC", { from: at, to: at + hour }, now)).toBe("Nov 20, 02:05 PM to 03:05 PM");
		expect(formatSpanIn("device:600:2", { from: at - hour, to: at + hour }, now)).toBe(
			"Nov 20, 11:05 PM to Nov 21, 01:05 AM",
		);
		expect(formatSpanIn("UTC", { from: at, to: at + 30_000 }, now)).toBe("Nov 20, 02:05:12 PM to 02:05:42 PM");
		const lastYear = Date.UTC(2025, 4, 1);
		expect(formatSpanIn("UTC", { from: lastYear, to: lastYear + 24 * hour }, now)).toBe(
			"May 01, 12:00 AM to May 02, 12:00 AM, 2025",
		);
		expect(formatSpanIn("UTC", { from: lastYear, to: now }, now)).toBe(
			"May 01, 2025, 12:00 AM to Nov 21, 2026, 12:00 AM",
		);
	});

	it.each([
		["day", "20 Nov, 14:05 to 15:05", "01 May, 00:00 to 02 May, 00:00, 2025"],
		["year", "2026-11-20, 14:05 to 15:05", "2025-05-01, 00:00 to 2025-05-02, 00:00"],
	] as const)("writes a span as the person reads it, with the %s first", (dateOrder, today, lastYear) => {
		setCompanyFormats({ ...specifiedFormats, hourCycle: "24", dateOrder });
		onTestFinished(() => setCompanyFormats(specifiedFormats));
		const now = Date.UTC(2026, 10, 21);
		const at = Date.UTC(2026, 10, 20, 14, 5, 12);
		const hour = 3_600_000;
		expect(formatSpanIn("UTC", { from: at, to: at + hour }, now)).toBe(today);
		const then = Date.UTC(2025, 4, 1);
		expect(formatSpanIn("UTC", { from: then, to: then + 24 * hour }, now)).toBe(lastYear);
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
	const note = {
		id: "log_1",
		deviceId: deviceB,
		at: 85,
		kind: "note",
		level: "info",
		text: "Door open",
		author: "Ana",
	} as const;
	const log = gatherReadings([first, { ...second, events: [note] }]);

	it("come together by channel, oldest first, although each page numbers channels anew", () => {
		const gathered = log.channels.map(({ channel: { id }, readings: own }) => [
			id,
			own.map(({ at, value }) => [at, value]),
		]);
		expect(gathered).toEqual([
			["t", [60, 80, 90].map((at) => [at, at / 10])],
			["h", [[90, 60]]],
			[
				"u",
				[
					[70, 2],
					[80, 3],
				],
			],
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

	it("have columns in the order of what they measure, whatever a range holds more of", () => {
		const titlesOf = (entries: [number, number, number][]) => {
			const channels = [
				channel("chn_3", deviceA, { name: "battery", quantity: "battery", unit: "%" }),
				channel("chn_1", deviceA),
				channel("chn_2", deviceA, humidity),
			].map((each, position) => (position === 0 ? { ...each, id: "chn_0" } : each));
			return columnTitles(gatherReadings([page({ channels, readings: readings(entries) })]).channels);
		};
		const order = ["Temperature (°C)", "Humidity (%)", "Battery (%)"];
		for (const indexes of [
			[0, 2, 2, 1],
			[1, 1, 2, 0],
		]) {
			expect(titlesOf(indexes.map((index, at) => [at + 1, index, 9]))).toEqual(order);
		}
	});

	it("keeps readings in the order of the request", () => {
		const times = (order: Parameters<typeof inOrder>[1]) => inOrder(longRows(log), order).map(({ at }) => at);
		expect(times("oldest-first")).toEqual(times("newest-first").toReversed());
		const onlyAir = gatherReadings([page({ readings: readings([5, 9, 5, 7].map((value, at) => [at + 1, 0, value])) })]);
		const values = (order: Parameters<typeof inOrder>[1]) => inOrder(longRows(onlyAir), order).map(({ at }) => at);
		expect(values("highest-first")).toEqual([2, 4, 3, 1]);
		expect(values("lowest-first")).toEqual([3, 1, 4, 2]);
	});

	it("have a row of words between them where the clock was set, and only there", () => {
		const rows = withClockMarks(wideRows(log), [
			{ at: 86, before: 0, after: -60 },
			{ at: 95, before: 0, after: 60 },
			{ at: 60, before: 0, after: 60 },
		]);
		expect(rows.slice(0, 3).map(({ at, mark }) => [at, mark])).toEqual([
			[90, null],
			[86, "Clock goes back: 11:00 PM to 12:00 AM comes twice"],
			[85, null],
		]);
		expect(rows.filter(({ mark }) => mark !== null)).toHaveLength(1);
	});

	it("name a device out of use, and a deleted one as deleted", () => {
		const gone = { ...note, at: 1, kind: "config", text: "Archived", author: null } as const;
		const events = [
			{ ...gone, deviceId: deviceA },
			{ ...gone, id: "log_2", deviceId: "dev_gone" },
			{ ...gone, id: "log_3", deviceId: null },
		];
		const rows = wideRows(gatherReadings([page({ events })]));
		expect(rows.map(({ device, deviceName }) => [device?.id ?? null, deviceName])).toEqual([
			[deviceA, "A"],
			[null, "A deleted device"],
			[null, null],
		]);
		expect(rows.map(rowText)[1]).toBe("1970-01-01T00:00:00.001Z\tA deleted device\tconfig\tArchived");
	});

	it("copies readings as a line of text or as JSON", () => {
		const [first, second] = wideRows(log);
		if (!first || !second) throw new Error("The log has rows.");
		expect(rowText(first)).toBe("1970-01-01T00:00:00.090Z\tUTC−07:00\tA\treading\ttemperature 9.0 °C\thumidity 60.0 %");
		expect(rowText(second)).toBe("1970-01-01T00:00:00.085Z\tUTC\tB\tnote\tDoor open\tAna");
		expect(JSON.parse(rowJson(second))).toEqual({
			kind: "note",
			at: 85,
			deviceId: deviceB,
			device: "B",
			level: "info",
			text: "Door open",
			author: "Ana",
		});
		expect(JSON.parse(rowJson(first)).readings[0]).toEqual({
			channelId: "t",
			channel: "temperature",
			quantity: "temperature",
			unit: "°C",
			value: 9,
		});
	});

	it("shows readings by the one device's clock, the account's when clocks differ, or the viewer's", () => {
		const zoneFor = (devices: LogPage["devices"], mode: "local" | "current") =>
			logClock({ page: { zone: "America/Denver", from: 0, to: 0 }, devices, mode, viewerZone: "Europe/Lisbon" });
		const [a, b] = first.devices;
		if (!a || !b) throw new Error("The page has two devices.");
		expect(zoneFor([a], "local")).toMatchObject({ zone: "device:-420:2", isMixed: false });
		expect(zoneFor([a, b], "local")).toMatchObject({ zone: "America/Denver", isMixed: true });
		expect(zoneFor([a, b], "current")).toMatchObject({ zone: "Europe/Lisbon", isMixed: false });
	});

	it("name both offsets of a range in which the clock changes", () => {
		const [a] = first.devices;
		if (!a) throw new Error("The page has a device.");
		const devices = [{ ...a, timezoneOffset: -420, timeZoneRule: 1 as const }];
		const labelOf = (from: number, to: number) =>
			logClock({ page: { zone: "UTC", from, to }, devices, mode: "local", viewerZone: "UTC" }).label;
		const change = Date.UTC(2026, 10, 7, 7);
		expect(labelOf(change - 2, change - 1)).toBe(`device time, UTC−06:00 (${a.name})`);
		expect(labelOf(change - 1, change)).toBe(`device time, UTC−06:00, then UTC−07:00 (${a.name})`);
	});
});
