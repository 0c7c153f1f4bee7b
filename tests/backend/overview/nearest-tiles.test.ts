import { describe, expect, it } from "vitest";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import type { Device } from "../../../shared/device/device";
import { shownReading } from "../../../shared/device/device-reading";
import type { DeviceTrend } from "../../../shared/device/device-trends";
import type { KineticMean } from "../../../shared/device/kinetic-means";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { eventsSeen } from "../fixtures/alert-account";
import { addAlert, warmRule } from "../fixtures/alert-rules";
import { addDevice, addMember, createOwner } from "../fixtures/fleet";
import { createGroup } from "../fixtures/group-input";
import { limitChannels } from "../fixtures/limit-channels";
import { dataOf, type Person } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";

const minuteMs = 60_000;

const overviewOf = async (person: Person, groupId?: string) =>
	dataOf<FleetOverview>(
		await person.query("device.getOverview", { hours: 24, ...(groupId !== undefined && { groupId }) }),
	);
const tilesOf = async (person: Person, groupId?: string) => (await overviewOf(person, groupId)).tiles;

async function createMeasured(owner: Person, name: string, value: number) {
	const { device, key } = await addDevice(owner, { name });
	const now = Date.now();
	const entries = [30, 20, 10, 1].map((minutes) => ({ channel: "Air", at: now - minutes * minuteMs, value }));
	await uploadAt(key, now, entries);
	return { device, key };
}

describe("the tiles of the dashboard", () => {
	it("show the longest beyond a limit, then the nearest to one, each with its limits and its trend", async () => {
		const { owner } = await createOwner();
		await addAlert(owner, {});
		await createMeasured(owner, "Far", -20);
		await createMeasured(owner, "Near", 7.5);
		await createMeasured(owner, "Beyond", 9.5);
		const tiles = await tilesOf(owner);
		expect(tiles?.map(({ name }) => name)).toEqual(["Beyond", "Near", "Far"]);
		const [beyond, near] = tiles ?? [];
		expect(beyond).toMatchObject({ low: null, high: 8, reading: { value: 9.5, isOut: true } });
		expect(beyond?.outSince).not.toBeNull();
		expect(near).toMatchObject({ outSince: null, reading: { value: 7.5 } });
		expect(near?.reading.isOut).toBeUndefined();
		expect(near?.course).toHaveLength(48);
		expect(near?.course.filter((value) => value !== null)).toContain(7.5);
	});

	it("forget the limit of a deleted rule, and leave out a device without a reading", async () => {
		const { owner } = await createOwner();
		const { id } = await addAlert(owner, {});
		await createMeasured(owner, "Warm", 9.5);
		await addDevice(owner, { name: "Silent" });
		expect((await tilesOf(owner))?.map(({ name, high }) => [name, high])).toEqual([["Warm", 8]]);
		dataOf(await owner.mutate("alert.deleteAlert", { alertId: id }));
		const [warm] = (await tilesOf(owner)) ?? [];
		expect(warm).toMatchObject({ high: null });
		expect(warm?.reading.isOut).toBeUndefined();
	});

	it("leaves out devices without a limit where another has one", async () => {
		const { id, owner } = await createOwner();
		await createMeasured(owner, "Unlimited", 7.9);
		const { device } = await createMeasured(owner, "Limited", 20);
		await limitChannels(id, device.id, { min: 0, max: 40 });
		expect((await tilesOf(owner))?.map(({ name }) => name)).toEqual(["Limited"]);
	});

	it("ranks tiles by the share of the band that is left, not by the distance", async () => {
		const { id, owner } = await createOwner();
		for (const [name, min, max, value] of [
			["Narrow", 2, 8, 7],
			["Wide", 0, 100, 98],
		] as const) {
			const { device } = await createMeasured(owner, name, value);
			await limitChannels(id, device.id, { min, max });
		}
		const channels = [{ name: "Air", quantity: "pressure" as const, unit: "hPa" }];
		const { device, key } = await addDevice(owner, { name: "Barometer", channels });
		await uploadAt(key, Date.now(), [{ channel: "Air", at: Date.now(), value: 1_013 }]);
		await limitChannels(id, device.id, { min: null, max: 1_080 });
		expect((await tilesOf(owner))?.map(({ name }) => name)).toEqual(["Wide", "Narrow", "Barometer"]);
	});

	it("show a group's devices, and a scoped member only those of their group", async () => {
		const { id, owner } = await createOwner();
		const { device } = await createMeasured(owner, "Seen", 4);
		await createMeasured(owner, "Hidden", 5);
		const members = { kind: "static" as const, deviceIds: [device.id] };
		const { id: groupId } = await createGroup(owner, { members });
		const names = async (person: Person, group?: string) => (await tilesOf(person, group))?.map(({ name }) => name);
		expect(await names(owner)).toEqual(["Hidden", "Seen"]);
		expect(await names(owner, groupId)).toEqual(["Seen"]);
		expect(await names(await addMember(id, "viewer", { groupIds: [groupId] }))).toEqual(["Seen"]);
	});
});

it("returns trends for the requested devices that the member sees and that measure it", async () => {
	const { id, owner } = await createOwner();
	const { device: seen } = await createMeasured(owner, "Seen", 4);
	const { device: hidden } = await createMeasured(owner, "Hidden", 5);
	await createMeasured(owner, "Not asked for", 6);
	const { device: silent } = await addDevice(owner, { name: "Silent" });
	const { id: groupId } = await createGroup(owner, { members: { kind: "static", deviceIds: [seen.id] } });
	const trendsOf = async (person: Person, quantity = "temperature") => {
		const deviceIds = [seen.id, hidden.id, silent.id];
		const trends = dataOf<DeviceTrend[]>(await person.query("device.getCourses", { quantity, deviceIds }));
		return trends.map(({ deviceId, course: trend }) => [
			deviceId,
			trend.length,
			trend.findLast((value) => value !== null),
		]);
	};
	expect((await trendsOf(owner)).sort()).toEqual(
		[
			[seen.id, 48, 4],
			[hidden.id, 48, 5],
		].sort(),
	);
	await addAlert(owner, { scope: { groupIds: [groupId] } });
	const limited = await owner.query("device.getCourses", { quantity: "temperature", deviceIds: [seen.id, hidden.id] });
	const highs = dataOf<DeviceTrend[]>(limited).map(({ deviceId, low, high }) => [deviceId, low, high]);
	expect(new Map(highs.map(([deviceId, ...ends]) => [deviceId, ends]))).toEqual(
		new Map([
			[seen.id, [null, 8]],
			[hidden.id, [null, null]],
		]),
	);
	expect(await trendsOf(owner, "humidity")).toEqual([]);
	expect(await trendsOf(await addMember(id, "viewer", { groupIds: [groupId] }))).toEqual([[seen.id, 48, 4]]);
});

describe("the time to a limit", () => {
	/** Warms up by 1.2 °C an hour since an hour and a half, up to now. */
	async function createWarming(owner: Person, name: string, value: number) {
		const { device, key } = await addDevice(owner, { name });
		const now = Date.now();
		const entries = Array.from({ length: 73 }, (_, index) => {
			const minutes = (72 - index) * 5;
			const warmth = value - 0.02 * Math.min(minutes, 90);
			return { channel: "Air", at: now - minutes * minuteMs, value: warmth + (index % 2) * 0.01 };
		});
		await uploadAt(key, now, entries);
		return { device, key };
	}

	const minutesTo = (at: number | undefined) => ((at ?? 0) - Date.now()) / minuteMs;

	it("shows on the tile and at the channel of a device that warms up, and on no other", async () => {
		const { owner } = await createOwner();
		await addAlert(owner, {});
		const { device } = await createWarming(owner, "Warming", 7);
		await createMeasured(owner, "Steady", 7);
		const ahead = new Map((await tilesOf(owner))?.map((tile) => [tile.name, tile.ahead]));
		expect(ahead.get("Steady")).toBeUndefined();
		expect(ahead.get("Warming")?.limit).toBe(8);
		expect(minutesTo(ahead.get("Warming")?.from)).toBeGreaterThan(40);
		expect(minutesTo(ahead.get("Warming")?.to)).toBeLessThan(60);
		const shown = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(shown.channels[0]?.ahead).toEqual(ahead.get("Warming"));
	});

	it("ends when a later reading shows another course", async () => {
		const { owner } = await createOwner();
		await addAlert(owner, {});
		const { key } = await createWarming(owner, "Warming", 7);
		expect((await tilesOf(owner))?.[0]?.ahead).toBeDefined();
		await uploadAt(key, Date.now(), [{ channel: "Air", at: Date.now(), value: 9 }]);
		expect((await tilesOf(owner))?.[0]).toMatchObject({ reading: { value: 9 } });
		expect((await tilesOf(owner))?.[0]?.ahead).toBeUndefined();
	});

	it("ignores readings that a person excluded", async () => {
		const { owner } = await createOwner();
		await addAlert(owner, {});
		const { device } = await createWarming(owner, "Warming", 7);
		expect((await tilesOf(owner))?.[0]?.ahead).toBeDefined();
		const shown = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const span = { from: Date.now() - 60 * minuteMs, to: Date.now() - 10 * minuteMs };
		const judged = { channelId: shown.channels[0]?.id, ...span, verdict: "excluded", reason: "Probe in water" };
		dataOf(await owner.mutate("log.judgeReadings", judged));
		expect((await tilesOf(owner))?.[0]?.ahead).toBeUndefined();
	});

	it("shows on the page of an open event with the next level of its rule", async () => {
		const { owner } = await createOwner();
		const levels = [
			{ severity: "warning" as const, limit: { from: "value" as const, value: 6 } },
			{ severity: "critical" as const, limit: { from: "value" as const, value: 8 } },
		];
		const { condition } = warmRule;
		if (condition.kind !== "threshold") throw new Error("Not a threshold");
		await addAlert(owner, {
			rule: { ...warmRule, condition: { kind: "levels", channels: condition.channels, comparison: ">", levels } },
		});
		await createWarming(owner, "Warming", 7);
		const [open] = await eventsSeen(owner, { states: ["open"] });
		const event = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: open?.id }));
		expect(event.ahead).toMatchObject({ limit: 8, quantity: "temperature", unit: "°C" });
		expect(minutesTo(event.ahead?.from)).toBeGreaterThan(40);
		expect(minutesTo(event.ahead?.to)).toBeLessThan(60);
	});
});

const humidityAlone = { quantity: "humidity" as const, value: null };

it("returns the mean kinetic temperature of 30 days of what a device sends, from the means of quarters", async () => {
	const { owner } = await createOwner();
	const { device, key } = await addDevice(owner, {
		channels: [
			{ name: "Air", quantity: "temperature", unit: "°C" },
			{ name: "Wall", quantity: "temperature", unit: "°F" },
			{ name: "Unread", quantity: "temperature", unit: "°C" },
			{ name: "Humidity", quantity: "humidity", unit: "%" },
		],
	});
	const now = Date.now();
	const quarter = Math.floor(now / (15 * minuteMs)) * 15 * minuteMs;
	// Two readings a quarter of an hour: 23 of 5 °C on average, and one of 25 °C. One of 31 days ago counts no more.
	const means = [...Array<number>(23).fill(5), 25];
	const entries = means.flatMap((mean, index) => {
		const at = quarter - (means.length - index) * 15 * minuteMs;
		return [-1, 1].flatMap((other, half) => [
			{ channel: "Air", at: at + half * minuteMs, value: mean + other },
			{ channel: "Wall", at: at + half * minuteMs, value: (mean + other) * 1.8 + 32 },
			{ channel: "Humidity", at: at + half * minuteMs, value: 50 },
		]);
	});
	await uploadAt(key, now, [{ channel: "Air", at: now - 31 * 24 * 60 * minuteMs, value: 90 }, ...entries]);
	const found = dataOf<KineticMean[]>(await owner.query("device.getKineticMeans", { deviceId: device.id }));
	const [air, wall] = device.channels;
	expect(found.map(({ channelId, quarters }) => [channelId, quarters])).toEqual([
		[air?.id, 24],
		[wall?.id, 24],
	]);
	expect(found[0]?.kinetic).toBeCloseTo(7.75, 1);
	const tile = (await tilesOf(owner))?.find(({ id }) => id === device.id);
	const own = found.find((_, index) => shownReading(tile?.reading ?? humidityAlone).name === ["Air", "Wall"][index]);
	expect(own).toBeDefined();
	expect(tile?.kinetic).toBe(own?.kinetic);
	expect(found[1]?.kinetic).toBeCloseTo((found[0]?.kinetic ?? 0) * 1.8 + 32, 6);
});
