import { expect, it } from "vitest";
import { defaultOfflineAfterSeconds, deviceStatus } from "../../../shared/device/device-status";

const now = 1_800_000_000_000;
const received = (secondsAgo: number | null) => ({
	archivedAt: null,
	lastReceivedAt: secondsAgo === null ? null : now - secondsAgo * 1000,
	lastReadingAt: null,
	uploadIntervalSeconds: 600,
	offlineAfterSeconds: 1800,
});

it.each([
	["never", null],
	["online", -30],
	["online", 0],
	["online", 900],
	["late", 901],
	["late", 1799],
	["offline", 1800],
	["offline", 1_000_000],
] as const)("returns %s %s seconds after the last upload", (status, secondsAgo) => {
	expect(deviceStatus(received(secondsAgo), now)).toBe(status);
});

it("returns imported for a device whose readings all came in files, until it uploads", () => {
	expect(deviceStatus({ ...received(null), lastReadingAt: now - 1 }, now)).toBe("imported");
	expect(deviceStatus({ ...received(1_000_000), lastReadingAt: now - 1 }, now)).toBe("offline");
});

it("returns disabled for an archived device, whatever was received", () => {
	expect(deviceStatus({ ...received(0), archivedAt: new Date(now) }, now)).toBe("disabled");
});

it("returns offline, never late, for a device that counts as offline before that", () => {
	expect(deviceStatus({ ...received(100), offlineAfterSeconds: 60 }, now)).toBe("offline");
});

it("requires three upload intervals of silence, at least a quarter of an hour", () => {
	expect([60, 300, 301, 900].map(defaultOfflineAfterSeconds)).toEqual([900, 900, 903, 2700]);
});
