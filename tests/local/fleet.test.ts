import { describe, expect, it } from "vitest";
import { demoFilteredGroups, demoGroups } from "../../local/seed/demo-accounts";
import { toSeedDevice } from "../../local/seed/demo-device";
import { demoDevices } from "../../local/seed/demo-devices";
import { dueReadings, reportedUntil } from "../../local/seed/due-readings";
import { minuteMs } from "../../shared/base/durations";
import { matchesFilter } from "../../shared/device/device-filter";
import { CreateDevice } from "../../shared/device/device-inputs";
import { defaultOfflineAfterSeconds, deviceStatus } from "../../shared/device/device-status";
import type { DeviceStatus } from "../../shared/device/device-terms";

const now = Date.UTC(2026, 10, 21, 14, 3, 20);

function namesWith(status: DeviceStatus, at: number): string[] {
	const ofStatus = demoDevices.filter((device) => {
		const lastReceivedAt = reportedUntil(device, now);
		const offlineAfterSeconds = defaultOfflineAfterSeconds(device.uploadIntervalSeconds);
		const seen = { ...device, archivedAt: null, lastReceivedAt, lastReadingAt: lastReceivedAt, offlineAfterSeconds };
		return deviceStatus(seen, at) === status;
	});
	return ofStatus.map(({ name }) => name);
}

describe("the demo fleet", () => {
	it("contains forty devices that the backend takes, no two alike", () => {
		expect(demoDevices).toHaveLength(40);
		expect(new Set(demoDevices.map(({ name }) => name)).size).toBe(40);
		expect(new Set(demoDevices.map(({ serialNumber }) => serialNumber)).size).toBe(40);
		for (const device of demoDevices) expect(CreateDevice.safeParse(toSeedDevice(device)).error).toBeUndefined();
	});

	it("keeps the names that people and tests know, none of them part of another", () => {
		const known = ["Cold room 1", "Cold room 2", "Blast freezer", "Loading dock", "Pharmacy fridge", "River gauge A"];
		for (const name of known) {
			expect(demoDevices.filter((device) => device.name.includes(name)).map((device) => device.name)).toEqual([name]);
		}
	});

	it("stands at four sites in three time zones, under all three rules", () => {
		expect([...new Set(demoDevices.map(({ site }) => site))].sort()).toEqual(["Denver", "Leeds", "Porto", "Rotterdam"]);
		expect(new Set(demoDevices.map(({ timezoneOffset }) => timezoneOffset))).toEqual(new Set([-420, 0, 60]));
		expect(new Set(demoDevices.map(({ timeZoneRule }) => timeZoneRule))).toEqual(new Set([0, 1, 2]));
	});

	it("fills six groups, each device in one at least", () => {
		const names = Object.values(demoGroups).map(({ name }) => name);
		expect(names).toHaveLength(6);
		for (const name of names) {
			expect(demoDevices.filter(({ groupNames }) => groupNames.includes(name)).length).toBeGreaterThan(3);
		}
		for (const { groupNames } of demoDevices) {
			expect(groupNames).not.toEqual([]);
			expect(names).toEqual(expect.arrayContaining(groupNames));
		}
	});

	it("includes a group made by a filter, which takes in some devices and not all", () => {
		for (const { filter } of demoFilteredGroups) {
			const members = demoDevices.filter((device) => {
				const facts = { ...device, power: device.power ?? undefined, groupIds: [], latest: [], lastReceivedAt: null };
				return filter && matchesFilter({ ...facts, status: "never" }, filter);
			});
			expect(members.length).toBeGreaterThan(2);
			expect(members.length).toBeLessThan(demoDevices.length);
		}
	});

	it("measures two to four things each, eleven quantities in all", () => {
		for (const { channels } of demoDevices) {
			expect(channels.length).toBeGreaterThanOrEqual(2);
			expect(channels.length).toBeLessThanOrEqual(4);
		}
		const quantities = new Set(demoDevices.flatMap(({ channels }) => channels.map(({ quantity }) => quantity)));
		const expected = [
			"temperature",
			"humidity",
			"door",
			"battery",
			"co2",
			"level",
			"flow",
			"pressure",
			"voltage",
			"light",
			"memory",
		];
		expect([...quantities]).toEqual(expect.arrayContaining(expected));
	});

	it("uploads at its own pace, so that some device was always reported within the minute", () => {
		const minutes = demoDevices.map(({ uploadIntervalSeconds }) => uploadIntervalSeconds / 60);
		expect([Math.min(...minutes), Math.max(...minutes)]).toEqual([1, 15]);
		for (let at = now; at < now + 60 * minuteMs; at += 7_000) {
			const reported = demoDevices.filter((device) => at - (reportedUntil(device, at) ?? 0) <= minuteMs);
			expect(reported.length).toBeGreaterThanOrEqual(5);
		}
	});

	it("reports online at the seed but for one late, one offline and one that never reported", () => {
		expect(namesWith("late", now)).toEqual(["Loading dock"]);
		expect(namesWith("offline", now)).toEqual(["Dock east"]);
		expect(namesWith("never", now)).toEqual(["Cold store Maas"]);
		expect(namesWith("online", now)).toHaveLength(37);
	});

	it("includes one device whose newest reading is behind what it sent", () => {
		const behind = demoDevices.filter((device) => {
			const newestAt = dueReadings(device, { postedUntil: now - 60 * minuteMs, now, storyStart: now })?.at.at(-1);
			return newestAt !== undefined && (reportedUntil(device, now) ?? 0) - newestAt >= 2 * minuteMs;
		});
		expect(behind.map(({ name }) => name)).toEqual(["Quay freezer"]);
	});
});
