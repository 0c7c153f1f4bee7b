import { describe, expect, it } from "vitest";
import { devices as deviceTable } from "../../../backend/db/schema";
import { earliestInstant, latestInstant } from "../../../shared/base/instant";
import type { Device } from "../../../shared/device/device";
import { DistributionPage, type GetDistribution } from "../../../shared/log/distribution";
import {
	type GetSeries,
	type LogPage,
	type SeriesChoice,
	SeriesPage,
	type SeriesSummary,
} from "../../../shared/log/log";
import { addAlert } from "../fixtures/alert-rules";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest } from "../fixtures/fleet";
import { limitChannels } from "../fixtures/limit-channels";
import { dataOf, type Person } from "../fixtures/people";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 2, 6, 7);
const requested = { rangeType: "day", offset: 0, from: start, to: start + day, pixels: 1_200 } as const;

async function series(person: Person, input: Partial<GetSeries> = {}): Promise<SeriesPage> {
	const page = dataOf<SeriesPage>(await person.query("log.getSeries", { ...requested, ...input }));
	expect(SeriesPage.parse(page)).toEqual(page);
	return page;
}

type Reading = { channel: string; at: number; value: number };

function every(intervalMs: number, count: number, channel = "Air", from = start): Reading[] {
	return Array.from({ length: count }, (_, index) => {
		return { channel, at: from + index * intervalMs, value: Math.round(Math.sin(index / 50) * 1000) / 100 };
	});
}

function bucketOf(readings: Reading[], from: number, to: number) {
	const values = readings.filter(({ at }) => at >= from && at < to).map(({ value }) => value);
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return { min: Math.min(...values), max: Math.max(...values), mean };
}

function expectBuckets(page: SeriesPage, readings: Reading[], lengthOf = (_: number) => page.bucketMs): void {
	const [line] = page.series;
	expect(line?.at.length).toBeGreaterThan(0);
	for (const [index, at] of (line?.at ?? []).entries()) {
		const { min, max, mean } = bucketOf(readings, at, at + lengthOf(at));
		expect([index, line?.min[index], line?.max[index]]).toEqual([index, min, max]);
		expect(Math.abs((line?.value[index] ?? Number.NaN) - mean)).toBeLessThanOrEqual(0.0005);
	}
}

describe("log.getSeries", () => {
	it("returns readings unchanged if there are few, ascending and with the pause that is a gap", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const readings = every(10 * minute, 144);
		await ingest(key, readings.toReversed());
		const page = await series(owner);
		expect(page).toMatchObject({ from: start, to: start + day, bucketMs: 0, quantity: "temperature", leftOut: 0 });
		expect(page.quantities).toEqual(["temperature"]);
		expect(page.devices.map(({ id }) => id)).toEqual([device.id]);
		expect(page.channels.map(({ name }) => name)).toEqual(["Air"]);
		expect(page.series).toEqual([
			{
				channel: 0,
				at: readings.map(({ at }) => at),
				value: readings.map(({ value }) => value),
				min: [],
				max: [],
				gapMs: 30 * minute,
				holding: {
					usual: [{ from: start - 7 * hour, ms: 10 * minute }],
					before: null,
					after: null,
					changesUntil: null,
				},
			},
		]);
	});

	it("returns the lines of every quantity on request", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner, {
			channels: [
				{ name: "Air", quantity: "temperature", unit: "°C" },
				{ name: "Battery", quantity: "battery", unit: "%" },
			],
		});
		await ingest(key, [...every(10 * minute, 144), ...every(10 * minute, 12, "Battery")]);
		const page = await series(owner, { isEveryQuantity: true });
		expect(page.channels.map(({ name }) => name)).toEqual(["Air", "Battery"]);
		expect(page.series.map(({ at }) => at.length)).toEqual([144, 12]);
		expect((await series(owner)).series).toHaveLength(1);
	});

	it("names a requested channel that has no readings in the range, and no other of its device", async () => {
		const { owner } = await createOwner();
		const { device } = await addDevice(owner, {
			channels: [
				{ name: "Air", quantity: "temperature", unit: "°C" },
				{ name: "Soil", quantity: "temperature", unit: "°C" },
			],
		});
		const channelIds = [device.channels[1]?.id ?? ""];
		const page = await series(owner, { channelIds, isEveryQuantity: true });
		expect([page.quantities, page.channels.map(({ name }) => name), page.series.map(({ at }) => at)]).toEqual([
			[],
			["Soil"],
			[[]],
		]);
		expect((await series(owner, { isEveryQuantity: true })).channels).toEqual([]);
	});

	it("returns buckets of a few minutes if there are more, with their band", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const readings = every(10_000, 8_640);
		await ingest(key, readings);
		const page = await series(owner, { pixels: 400 });
		expect([page.bucketMs, page.series[0]?.at.length, page.series[0]?.gapMs]).toEqual([5 * minute, 288, 30 * minute]);
		expectBuckets(page, readings);
	});

	it("returns days of the zone, of which one has 23 hours, from flushed and open readings", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const readings = every(15 * minute, 4 * 24 * 60 - 4);
		for (let index = 0; index < readings.length; index += 1_000)
			await ingest(key, readings.slice(index, index + 1_000));
		const page = await series(owner, { to: start + 60 * day, pixels: 62, zone: "America/Denver" });
		expect(page.bucketMs).toBe(day);
		expect(page.series[0]?.at.slice(0, 4)).toEqual([0, 24, 48, 71].map((hours) => start + hours * hour));
		expectBuckets(page, readings, (at) => (at === start + 48 * hour ? 23 : 24) * hour);
	});

	it("stays below 60 kB for a year of one channel", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const from = start - 365 * day;
		const long = every(2 * hour, 365 * 12, "Air", from);
		const readings = long.map((reading) => ({ ...reading, value: Math.sin(reading.at) * 40 }));
		await ingest(key, readings);
		const input = { from, to: start, pixels: 1_200 };
		const page = await series(owner, input);
		expect([page.bucketMs, page.series[0]?.at.length]).toEqual([12 * hour, 730]);
		expect(JSON.stringify(page).length).toBeLessThan(60_000);
	});

	it("draws a silence as a gap in readings and in buckets alike", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const silence = { from: start + 6 * hour, to: start + 9 * hour };
		const isReceived = ({ at }: Reading) => at < silence.from || at >= silence.to;
		await ingest(key, every(minute, 1_440).filter(isReceived));
		for (const pixels of [1_200, 300]) {
			const { series: lines, bucketMs } = await series(owner, { pixels });
			const { at, gapMs } = lines[0] ?? { at: [], gapMs: null };
			const gaps = at.flatMap((time, index) => (time - (at[index - 1] ?? time) > (gapMs ?? 0) ? [time] : []));
			expect([bucketMs > 0, gaps]).toEqual([pixels === 300, [silence.to]]);
		}
	});

	it("uses the gap of the longer interval after a device changed its pace", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		await ingest(key, [...every(10 * minute, 114), ...every(minute, 240, "Air", start + 19 * hour)]);
		expect((await series(owner, { pixels: 1_200 })).series[0]?.gapMs).toBe(30 * minute);
	});

	it("uses one resolution for all its lines", async () => {
		const { owner } = await createOwner();
		const dense = await addDevice(owner);
		const sparse = await addDevice(owner);
		await ingest(dense.key, every(10_000, 8_640));
		await ingest(sparse.key, every(hour, 24));
		const page = await series(owner, { pixels: 400 });
		expect(page.series.map(({ at, min, gapMs }) => [at.length, min.length, gapMs])).toEqual([
			[288, 288, 30 * minute],
			[24, 24, 3 * hour],
		]);
	});
});

describe("the lines of log.getSeries", () => {
	it("belong to the quantity of most channels, or to the requested one", async () => {
		const { owner } = await createOwner();
		const channels = [
			{ name: "Battery", quantity: "battery", unit: "%" },
			{ name: "Air", quantity: "temperature", unit: "°C" },
			{ name: "Humidity", quantity: "humidity", unit: "%" },
			{ name: "Pressure", quantity: "pressure", unit: "hPa" },
		] as const;
		const { key } = await addDevice(owner, { channels: [...channels] });
		const { key: other } = await addDevice(owner);
		await ingest(key, [...every(hour, 2), ...every(hour, 9, "Battery"), ...every(hour, 5, "Humidity")]);
		await ingest(other, every(hour, 2));
		const page = await series(owner);
		expect(page.quantities).toEqual(["temperature", "humidity", "battery"]);
		expect(page.channels.map(({ name }) => name)).toEqual(["Air", "Air"]);
		expect(page.series.map(({ at }) => at.length)).toEqual([2, 2]);
		const humidity = await series(owner, { quantity: "humidity" });
		expect([humidity.quantity, humidity.channels.map(({ name }) => name)]).toEqual(["humidity", ["Humidity"]]);
		const nothing = await series(owner, { quantity: "pressure" });
		expect(nothing).toMatchObject({ quantity: "pressure", quantities: page.quantities, series: [{ at: [] }] });
	});

	it("stay within twelve, the first by name of device that ever sent any, in the order of their names", async () => {
		const { owner } = await createOwner();
		const names = Array.from({ length: 14 }, (_, index) => `Store ${14 - index}`);
		const devices = [];
		for (const name of names) devices.push(await addDevice(owner, { name }));
		const [last, secondLast] = devices;
		for (const { key } of devices.slice(1, 7)) await ingest(key, every(hour, 2));
		const shownNames = async (input: Partial<GetSeries> = {}) => {
			const page = await series(owner, input);
			return page.channels.map(({ deviceId }) => page.devices.find(({ id }) => id === deviceId)?.name);
		};
		const first = names.toReversed().slice(0, 12);
		const senders = new Set(names.slice(1, 7));
		const silent = names.toReversed().filter((name) => !senders.has(name));
		const withRoom = names.toReversed().filter((name) => senders.has(name) || silent.indexOf(name) < 6);
		expect(await shownNames()).toEqual(withRoom);
		const page = await series(owner);
		expect([page.series.length, page.leftOut]).toEqual([12, 2]);
		expect(page.series[0]).toMatchObject({ channel: 0, at: [], value: [], min: [], max: [], gapMs: null });
		for (const { key } of devices) await ingest(key, every(minute, 200));
		expect(await shownNames()).toEqual(first);
		const shown = [last, secondLast].map((device) => device?.device.channels[0]?.id ?? "");
		expect(await shownNames({ shown })).toEqual(["Store 13", "Store 14"]);
		expect((await series(owner, { shown })).leftOut).toBe(12);
		const gone = `chn_${"0".repeat(26)}`;
		expect(await shownNames({ shown: [gone] })).toEqual(first);
	});

	it("have readings in the range, as far as there are such channels", async () => {
		const { owner } = await createOwner();
		const devices = [];
		for (let store = 1; store <= 30; store++) devices.push(await addDevice(owner, { name: `Store ${store}` }));
		// The first dozen sent once, long before the range; two of the last ones send in it.
		for (const { key } of devices.slice(0, 12)) await ingest(key, every(hour, 2, "Air", start - 40 * day));
		for (const { key } of devices.slice(26, 28)) await ingest(key, every(hour, 2));
		const page = await series(owner);
		const named = page.channels.map(({ deviceId }) => page.devices.find(({ id }) => id === deviceId)?.name);
		expect(named).toEqual([...Array.from({ length: 10 }, (_, index) => `Store ${index + 1}`), "Store 27", "Store 28"]);
		expect(page.series.map(({ at }) => at.length)).toEqual([...Array(10).fill(0), 2, 2]);
		expect(page.leftOut).toBe(18);
	});

	it("carry the limits of the rules that watch them, and so do their figures", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Cold rooms");
		const watched = await addDevice(owner, { name: "Store 1", groupIds: [groupId] });
		const other = await addDevice(owner, { name: "Store 2" });
		for (const { device } of [watched, other]) await limitChannels(id, device.id, { min: null, max: 30 });
		await ingest(
			watched.key,
			[0, 10, 20].map((at) => ({ channel: "Air", at: start + at * minute, value: 9 })),
		);
		await addAlert(owner, { scope: { groupIds: [groupId] } });
		const ends = (await series(owner)).channels.map(({ min = null, max = null }) => [min, max]);
		expect(ends).toEqual([
			[null, 8],
			[null, 30],
		]);
		const channelIds = [watched.device.channels[0]?.id ?? ""];
		const summary = await owner.query("log.getSeriesSummary", { from: start, to: start + 20 * minute, channelIds });
		expect(dataOf<SeriesSummary>(summary)[0]).toMatchObject({ readings: 2, outMs: 20 * minute });
	});

	it("stay within twelve of each quantity if every quantity is requested", async () => {
		const { owner } = await createOwner();
		const of = (quantity: "temperature" | "humidity", count: number) =>
			Array.from({ length: count }, (_, index) => ({ name: `${quantity} ${index}`, quantity, unit: "" }));
		const channels = [...of("temperature", 13), ...of("humidity", 2)];
		const { key } = await addDevice(owner, { channels });
		await ingest(
			key,
			channels.flatMap(({ name }) => every(hour, 2, name)),
		);
		const page = await series(owner, { isEveryQuantity: true });
		expect(page.channels.map(({ quantity }) => quantity)).toEqual([
			...Array.from({ length: 12 }, () => "temperature"),
			...["humidity", "humidity"],
		]);
		expect(page.leftOut).toBe(1);
	});

	it("can be chosen from every channel of the quantity, and the response names those with readings", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Warehouse");
		const loud = await addDevice(owner, { name: "Store 2", groupIds: [groupId] });
		await addDevice(owner, { name: "Store 10" });
		await ingest(loud.key, every(hour, 2));
		const { pixels: _, ...span } = requested;
		const choice = (person: Person, quantity: string) =>
			person.query("log.getSeriesChoice", { ...span, quantity }).then((response) => dataOf<SeriesChoice>(response));
		expect((await choice(owner, "temperature")).map(({ id: _, ...rest }) => rest)).toEqual([
			{ name: "Air", deviceName: "Store 2", hasReadings: true },
			{ name: "Air", deviceName: "Store 10", hasReadings: false },
		]);
		expect(await choice(owner, "humidity")).toEqual([]);
		const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
		expect((await choice(viewer, "temperature")).map(({ deviceName }) => deviceName)).toEqual(["Store 2"]);
	});

	it("keep their color number whatever is shown, added or deleted, in the chart and in the table", async () => {
		const { owner } = await createOwner();
		const first = await addDevice(owner, { name: "B" });
		const second = await addDevice(owner, { name: "C" });
		for (const { key } of [first, second]) await ingest(key, every(hour, 2));
		const coloursOf = ({ channels }: Pick<SeriesPage, "channels">) =>
			new Map(channels.map(({ deviceId, colour }) => [deviceId, colour]));
		const before = coloursOf(await series(owner)).get(second.device.id);
		expect(before).toBeTypeOf("number");
		expect(coloursOf(await series(owner)).get(first.device.id)).not.toBe(before);
		const third = await addDevice(owner, { name: "A" });
		await ingest(third.key, every(hour, 2));
		await owner.mutate("device.deleteDevices", { deviceIds: [first.device.id] });
		const after = coloursOf(await series(owner));
		expect([...after.keys()]).toEqual([third.device.id, second.device.id]);
		expect(after.get(second.device.id)).toBe(before);
		const { pixels: _, ...span } = requested;
		expect(coloursOf(dataOf<LogPage>(await owner.query("log.getLogs", span))).get(second.device.id)).toBe(before);
	});

	it("stay empty if nothing was measured", async () => {
		const { owner } = await createOwner();
		const nothing = { bucketMs: 0, quantities: [], quantity: null, devices: [], channels: [], series: [], leftOut: 0 };
		expect(await series(owner)).toMatchObject(nothing);
		await addDevice(owner);
		expect(await series(owner)).toMatchObject(nothing);
		expect(await series(owner, { from: earliestInstant, to: latestInstant })).toMatchObject(nothing);
	});

	it("cover the devices in the member's scope and in the filter", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Warehouse");
		const mine = await addDevice(owner, { groupIds: [groupId] });
		const hidden = await addDevice(owner);
		for (const { key } of [mine, hidden]) await ingest(key, every(hour, 3));
		const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
		expect((await series(viewer)).devices.map((device) => device.id)).toEqual([mine.device.id]);
		const { error } = await viewer.query("log.getSeries", { ...requested, deviceIds: [hidden.device.id] });
		expect(error?.data.reason).toBe("DEVICE_NOT_FOUND");
		const ofGroup = await series(owner, { groupIds: [groupId] });
		expect(ofGroup.devices.map((device) => device.id)).toEqual([mine.device.id]);
		const channelIds = [hidden.device.channels[0]?.id ?? ""];
		expect((await series(owner, { channelIds })).devices.map((device) => device.id)).toEqual([hidden.device.id]);
		expect((await series(viewer, { channelIds })).series).toEqual([]);
	});

	it("hold no reading past a device's retention, nor does the table", async () => {
		const { owner, id } = await createOwner();
		const { device, key } = await addDevice(owner);
		const now = Date.now();
		const kept = now - 5 * day;
		await ingest(
			key,
			[now - 20 * day, kept].map((at) => ({ channel: "Air", at, value: 1 })),
		);
		const input = { from: now - 30 * day, to: now };
		expect((await series(owner, input)).series[0]?.at).toHaveLength(2);
		await inAccount(id, (db) => db.update(deviceTable).set({ retentionDays: 10, keptDays: 10, settledDays: 10 }).run());
		expect((await series(owner, input)).series[0]?.at).toEqual([kept]);
		const table = { rangeType: "hour", offset: 0, ...input, deviceIds: [device.id] };
		expect(dataOf<LogPage>(await owner.query("log.getLogs", table)).readings.readingAt).toEqual([kept]);
		const before = { ...table, from: now - 6 * day, to: kept };
		expect(dataOf<LogPage>(await owner.query("log.getLogs", before)).previousReadingAt).toBeNull();
	});
});

describe("log.getDistribution", () => {
	const { pixels: _, ...span } = requested;

	async function distribution(person: Person, input: Partial<GetDistribution> = {}): Promise<DistributionPage> {
		const page = dataOf<DistributionPage>(await person.query("log.getDistribution", { ...span, ...input }));
		expect(DistributionPage.parse(page)).toEqual(page);
		return page;
	}

	function minuteParts(parts: [value: number, minutes: number][]): Reading[] {
		const values = parts.flatMap(([value, minutes]) => Array<number>(minutes).fill(value));
		return values.map((value, index) => ({ channel: "Air", at: start + index * minute, value }));
	}

	it("weighs readings by their time, leaves gaps and excluded readings out, and agrees with the figures of the chart", async () => {
		const { owner, id } = await createOwner();
		const { device, key } = await addDevice(owner);
		await limitChannels(id, device.id, { min: 2, max: 8 });
		await ingest(key, [
			...minuteParts([
				[4, 500],
				[9, 60],
				[1, 40],
				[70, 100],
			]),
			...every(minute, 300, "Air", start + 20 * hour).map((reading) => ({ ...reading, value: 5 })),
		]);
		const channelId = device.channels[0]?.id ?? "";
		const judged = { channelId, from: start + 600 * minute, to: start + 700 * minute };
		await owner.mutate("log.judgeReadings", { ...judged, verdict: "excluded", reason: "Probe in water" });
		const { distributions, map, without } = await distribution(owner);
		const [{ figures, ...times } = { figures: null }] = distributions;
		// After the last reading before the gap, one interval counts.
		const knownMs = (500 + 60 + 40 + 240) * minute;
		expect(times).toEqual({ channel: 0, isOf: "readings", knownMs, unknownMs: day - knownMs, outMs: 100 * minute });
		expect(figures).toMatchObject({ lowest: 1, percentiles: [4, 4, 9], highest: 9, belowMs: 40 * minute });
		expect(figures?.curve).toEqual({ value: [9, 5, 4, 1], share: [60, 300, 800, 840].map((part) => part / 840) });
		expect([without, map?.hours, map?.mean.filter((mean) => mean !== null).length]).toEqual([[], [24], 14]);
		const summary = await owner.query("log.getSeriesSummary", {
			from: start,
			to: start + day,
			channelIds: [channelId],
		});
		expect(dataOf<SeriesSummary>(summary)[0]).toMatchObject({ outMs: 100 * minute, unknownMs: day - knownMs });
	});

	it("reads beyond 31 days the means of quarter hours, but the states of a door", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner, {
			channels: [
				{ name: "Air", quantity: "temperature", unit: "°C" },
				{ name: "Door", quantity: "door", unit: "" },
			],
		});
		const values = Array.from({ length: 60 }, (_, index) => (index % 5 === 0 ? 1 : 0));
		await ingest(
			key,
			["Air", "Door"].flatMap((channel) =>
				values.map((value, index) => ({ channel, at: start + index * 3 * minute, value })),
			),
		);
		const to = start + 32 * day;
		const air = await distribution(owner, { to, quantity: "temperature" });
		expect(air.distributions[0]).toMatchObject({ isOf: "means", knownMs: 180 * minute });
		expect(air.distributions[0]?.figures).toMatchObject({ lowest: 0.2, highest: 0.2, histogram: { width: 0 } });
		const door = await distribution(owner, { to, quantity: "door" });
		expect(door.distributions[0]).toMatchObject({ isOf: "readings", knownMs: 180 * minute });
		expect(door.distributions[0]?.figures?.curve).toEqual({ value: [1, 0], share: [0.2, 1] });
		expect(door.map?.hours.length).toBe(33);
		expect((await distribution(owner, { from: start - 400 * day, to, quantity: "temperature" })).map).toBeNull();
	});

	it("maps the channel that is named, by its device's clock, and says what has no distribution", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner, {
			timezoneOffset: -300,
			timeZoneRule: 1,
			channels: [
				{ name: "Air", quantity: "temperature", unit: "°C" },
				{ name: "Soil", quantity: "temperature", unit: "°C" },
				{ name: "Vane", quantity: "other", unit: "°" },
			],
		});
		// The product's clocks change at the start of 8 March.
		const midnight = Date.UTC(2026, 2, 7, 5);
		const names = ["Air", "Soil", "Vane"];
		await ingest(
			key,
			names.flatMap((name) => every(10 * minute, 6 * 46, name, midnight)),
		);
		const two = { from: midnight, to: midnight + 47 * hour };
		const [, soil] = device.channels;
		const page = await distribution(owner, { ...two, quantity: "temperature", mapOf: soil?.id ?? "" });
		expect([page.map?.channel, page.map?.firstDay, page.map?.hours]).toEqual([1, Date.UTC(2026, 2, 7), [24, 23]]);
		expect(page.map?.mean.flatMap((mean, index) => (mean === null ? [index] : []))).toEqual([24, 47]);
		const vane = await distribution(owner, { ...two, quantity: "other" });
		expect(vane).toMatchObject({ without: [{ channel: 0, reason: "angle" }], distributions: [], map: null });
	});

	it("weighs derived values as others, and names use, whose series has the sums of its buckets", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner, {
			channels: [
				{ name: "Supply", quantity: "temperature", unit: "°C" },
				{ name: "Return", quantity: "temperature", unit: "°C" },
				{ name: "Meter", quantity: "energy", unit: "kWh" },
			],
		});
		const [supply, back, meter] = device.channels.map(({ id }) => id);
		const shared = { driver: supply ?? "", toleranceSeconds: 60 };
		const sources = [supply, back].map((channelId) => ({ role: "source", channelId: channelId ?? "" }));
		const roles = ["first", "second"];
		const difference = {
			...shared,
			kind: "difference",
			sources: sources.map((source, index) => ({ ...source, role: roles[index] ?? "" })),
			options: {},
		};
		const use = {
			...shared,
			kind: "use",
			driver: meter ?? "",
			sources: [{ role: "counter", channelId: meter ?? "" }],
			options: { resets: "never" },
		};
		let version = device.version;
		for (const [name, definition] of [
			["Spread", difference],
			["Used", use],
		] as const) {
			const input = { deviceId: device.id, version, name, definition };
			dataOf(await owner.mutate("device.addDerivedChannel", input));
			version = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id })).version;
		}
		await ingest(
			key,
			Array.from({ length: 240 }, (_, index) => index).flatMap((index) => [
				{ channel: "Supply", at: start + index * minute, value: index < 180 ? 60 : 65 },
				{ channel: "Return", at: start + index * minute, value: 40 },
				{ channel: "Meter", at: start + index * minute, value: 100 + index / 2 },
			]),
		);
		const { channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const idOf = (name: string) => channels.find((channel) => channel.name === name)?.id ?? "";
		const spread = await distribution(owner, { channelIds: [idOf("Spread")], quantity: "temperature" });
		expect(spread.distributions).toMatchObject([{ isOf: "readings", figures: { percentiles: [20, 20, 25] } }]);
		expect(spread.distributions[0]?.figures?.curve).toEqual({ value: [25, 20], share: [0.25, 1] });
		const used = await distribution(owner, { channelIds: [idOf("Used")], quantity: "energy" });
		expect(used).toMatchObject({ without: [{ channel: 0, reason: "use" }], distributions: [] });
		const line = await series(owner, { channelIds: [idOf("Used")], quantity: "energy", pixels: 50 });
		expect(line.channels[0]?.isSummed).toBe(true);
		expect(line.series[0]?.sum?.reduce((sum, one) => sum + one, 0)).toBeCloseTo(239 / 2);
	});

	it("returns no figures without a reading, and one value for one reading", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		expect(await distribution(owner)).toMatchObject({ channels: [], distributions: [], map: null });
		const none = await distribution(owner, { quantity: "temperature" });
		expect(none.distributions).toMatchObject([{ knownMs: 0, unknownMs: day, figures: null }]);
		await ingest(key, every(minute, 1));
		const one = await distribution(owner);
		expect(one.distributions[0]?.figures).toMatchObject({ lowest: 0, percentiles: [0, 0, 0], highest: 0, mean: 0 });
		const whole = await distribution(owner, { from: earliestInstant, to: latestInstant });
		expect(whole.distributions[0]).toMatchObject({ isOf: "means", figures: { lowest: 0, highest: 0 } });
	});
});
