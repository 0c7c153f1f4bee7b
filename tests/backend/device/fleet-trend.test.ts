import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { devices, statusChanges } from "../../../backend/db/schema";
import { fleetTrend, type TrendChange, type TrendDevice } from "../../../backend/device/fleet-trend";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { FleetTrend } from "../../../shared/device/device-inputs";
import type { DeviceStatus } from "../../../shared/device/device-terms";
import type { SeedDevice, SeedSilence } from "../../../shared/local-seed";
import * as fc from "../../properties";
import { accountStub, addDevice, addGroup, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { everyMinute, uploadAt } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

const statuses = ["online", "late", "offline", "never"] as const;

const trendOf = async (person: Person, hours: 24 | 168 = 24, groupId?: string) =>
	dataOf<FleetTrend>(await person.query("device.getFleetTrend", { hours, ...(groupId !== undefined && { groupId }) }));

/** The counts at each instant as letters of the statuses: `oo` is two devices that are online. */
function letters({ at, ...columns }: FleetTrend): string[] {
	return at.map((_, position) =>
		statuses
			.map((status) => (status === "offline" ? "x" : status.charAt(0)).repeat(columns[status][position] ?? 0))
			.join(""),
	);
}

describe("the trend of some devices", () => {
	const one = (changes: Partial<TrendDevice> = {}): TrendDevice => {
		return { id: "a", createdAt: 0, status: "online", recorded: "online", ...changes };
	};
	const became = (status: DeviceStatus, at: number, deviceId = "a"): TrendChange => ({ deviceId, at, status });

	it.each<[string, TrendDevice[], TrendChange[], string]>([
		["of none is empty", [], [], ",,,"],
		["of which nothing was noted is what they are", [one({ recorded: null, status: "never" })], [], "n,n,n,n"],
		["that never changed is what was noted last, and what it is now", [one({ status: "late" })], [], "o,o,o,l"],
		["begins when a device was made", [one({ createdAt: 20 })], [], ",o,o,o"],
		["changes at the very instant", [one()], [became("never", 1), became("online", 20)], "n,o,o,o"],
		["changes after an instant", [one()], [became("offline", 15), became("online", 21)], "x,x,o,o"],
		["knows what was before the first instant", [one()], [became("offline", -5), became("online", 25)], "x,x,o,o"],
		[
			"takes the last of several changes between instants",
			[one()],
			[became("offline", 11), became("late", 12), became("online", 13)],
			"x,o,o,o",
		],
		["leaves out what is no longer there", [], [became("offline", 11)], ",,,"],
		["leaves out what is archived now", [one({ status: "disabled" })], [], "o,o,o,"],
		[
			"counts several",
			[one(), one({ id: "b", createdAt: 35, status: "never", recorded: null })],
			[became("offline", 11), became("online", 30)],
			"x,x,o,on",
		],
	])("computes the status counts: %s", (_, fleet, changes, expected) => {
		expect(letters(fleetTrend(fleet, changes, [10, 20, 30, 40])).join(",")).toBe(expected);
	});

	it("counts at each instant every device there was, and now each as what it is", () => {
		const status = fc.constantFrom(...statuses);
		const at = fc.integer({ min: -20, max: 120 });
		const fleet = fc.uniqueArray(
			fc.record({
				id: fc.constantFrom("a", "b", "c", "d"),
				createdAt: fc.integer({ max: 100 }),
				status,
				recorded: fc.option(status),
			}),
			{ selector: ({ id }) => id },
		);
		const changes = fc.array(fc.record({ deviceId: fc.constantFrom("a", "b", "c", "d", "e"), at, status }));
		const instants = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 1 });
		fc.assert(
			fc.property(fleet, changes, instants, (given, unsorted, times) => {
				const requested = [...times, 100].sort((a, b) => a - b);
				const trend = fleetTrend(
					given,
					unsorted.toSorted((a, b) => a.at - b.at),
					requested,
				);
				const sums = requested.map((_, position) =>
					statuses.reduce((sum, name) => sum + (trend[name][position] ?? 0), 0),
				);
				expect(sums).toEqual(requested.map((time) => given.filter(({ createdAt }) => createdAt <= time).length));
				for (const name of statuses)
					expect(trend[name].at(-1)).toBe(given.filter((device) => device.status === name).length);
			}),
		);
	});
});

async function createWatched() {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner);
	await inAccount(id, (db) =>
		db
			.update(devices)
			.set({ createdAt: new Date(Date.now() - 30 * dayMs) })
			.run(),
	);
	return { id, owner, device, key, stub: accountStub(id) };
}

describe("the trend of an account", () => {
	it("shows each hour the status that a device had, as its log does", async () => {
		const { owner, key, stub } = await createWatched();
		const now = Date.now();
		for (const hours of [10.5, 4.5, 2.2, 0]) {
			await uploadAt(key, now - hours * hourMs);
			await workThrough(stub, now);
		}
		const trend = await trendOf(owner);
		expect(trend.at.map((at) => Math.round((at - (trend.at.at(-1) ?? 0)) / hourMs))).toEqual(
			Array.from({ length: 25 }, (_, hour) => hour - 24),
		);
		// Late after 23 minutes of silence, and offline after 45.
		expect(letters(trend).join("")).toBe(`${"n".repeat(14)}lxxxxxlxoxo`);
	});

	it("shows a week in steps of six hours", async () => {
		const { owner, key, stub } = await createWatched();
		const now = Date.now();
		await uploadAt(key, now - 7 * dayMs - 2 * hourMs);
		await workThrough(stub, now);
		for (let at = now - 3 * dayMs; at <= now; at += 15 * minuteMs) await uploadAt(key, at);
		const trend = await trendOf(owner, 168);
		expect(letters(trend).join("")).toBe(`${"x".repeat(16)}${"o".repeat(13)}`);
	});

	it("knows the status of a device before its first change, though that was long ago, and keeps no more than it needs", async () => {
		const { id, owner, key, stub } = await createWatched();
		const now = Date.now();
		await uploadAt(key, now - 29 * dayMs);
		await workThrough(stub, now);
		await uploadAt(key, now - 6 * dayMs);
		await workThrough(stub, now);
		expect(letters(await trendOf(owner, 168)).join("")).toMatch(/^x{4}ox+$/);
		const kept = await inAccount(id, (db) => db.select().from(statusChanges).all());
		expect(kept.every(({ at }) => at > now - 8 * dayMs)).toBe(true);
		expect(kept.map(({ status }) => status)).toEqual(["offline", "online", "late", "offline"]);
	});

	it("covers the devices of a group, within the member's scope", async () => {
		const { id, owner } = await createOwner();
		const [kitchen, cellar] = [await addGroup(id, "Kitchen"), await addGroup(id, "Cellar")];
		for (const groupIds of [[kitchen], [kitchen, cellar], []]) await addDevice(owner, { groupIds });
		const { device } = await addDevice(owner, { groupIds: [kitchen] });
		await owner.mutate("device.archiveDevices", { deviceIds: [device.id] });
		const scoped = await addMember(id, "viewer", { groupIds: [cellar] });
		const last = async (person: Person, groupId?: string) => letters(await trendOf(person, 24, groupId)).at(-1);
		expect([await last(owner), await last(owner, kitchen), await last(scoped), await last(scoped, cellar)]).toEqual([
			"nnn",
			"nn",
			"n",
			"n",
		]);
		for (const [person, groupId] of [
			[scoped, kitchen],
			[owner, newId("group")],
		] as const) {
			const { error } = await person.query("device.getFleetTrend", { hours: 24, groupId });
			expect(error?.data).toMatchObject({ code: "NOT_FOUND", reason: "GROUP_NOT_FOUND" });
		}
	});
});

it("shows the story of a local run, and the same when it is seeded again", async () => {
	const { id, owner } = await createOwner();
	const now = Date.now();
	const seeded: SeedDevice = {
		name: "Van",
		serialNumber: "SN-1",
		timezoneOffset: 0,
		timeZoneRule: 0,
		groupNames: [],
		site: "",
		model: "",
		uploadIntervalSeconds: 900,
		channels: [{ name: "Air", quantity: "temperature", unit: "°C" }],
	};
	const { key } = await exports.LocalSeed.ensureDevice(id, seeded, now - 30 * dayMs);
	await exports.LocalSeed.ingest(key ?? "", everyMinute, [
		{ receivedAt: now, channels: ["Air"], at: [now], values: [[1]] },
	]);
	const silence = (fromHours: number, toHours: number | null): SeedSilence => {
		return {
			serialNumber: "SN-1",
			offlineAt: now - fromHours * hourMs,
			onlineAt: toHours === null ? null : now - toHours * hourMs,
		};
	};
	const noOther = { contacts: [], alerts: [], reports: [], events: [] };
	const seed = (...silences: SeedSilence[]) => exports.LocalSeed.ensureRecords(id, { ...noOther, silences }, now);
	const story = [silence(24 * 20, 24 * 19), silence(30.5, 19.5), silence(10.5, 8.5)];
	await seed(...story);
	const expected = `${"x".repeat(5)}${"o".repeat(9)}xx${"o".repeat(9)}`;
	expect(letters(await trendOf(owner)).join("")).toBe(expected);
	await seed(...story);
	expect(letters(await trendOf(owner)).join("")).toBe(expected);
	await seed(...story.slice(0, 2), silence(1.5, null));
	expect(letters(await trendOf(owner)).join("")).toBe(`${"x".repeat(5)}${"o".repeat(18)}xo`);
});
