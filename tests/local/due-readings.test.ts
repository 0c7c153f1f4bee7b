import { describe, expect, it } from "vitest";
import type { DemoDevice } from "../../local/seed/demo-device";
import { demoDevices } from "../../local/seed/demo-devices";
import { dueReadings, dueUploads, isRecording, reportedUntil, uploadSlots } from "../../local/seed/due-readings";
import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { IngestBody } from "../../shared/ingest/ingest";
import { slotOfReading, slotUpTo } from "../../shared/ingest/upload-slots";
import * as fc from "../properties";

const coarseMs = 10 * minuteMs;
const slowMs = 60 * minuteMs;
const now = Date.UTC(2026, 10, 21, 14, 3, 20);
const storyStart = now;

function deviceNamed(name: string): DemoDevice {
	const device = demoDevices.find((candidate) => candidate.name === name);
	if (!device) throw new Error(`No device ${name}`);
	return device;
}

function timesOf(device: DemoDevice, due: { postedUntil: number | null; now: number }): number[] {
	return dueReadings(device, { ...due, storyStart })?.at ?? [];
}

/** The last time at which the device could have recorded, on its own clock. */
function lastMoment(device: DemoDevice, at: number): number {
	return (reportedUntil(device, at) ?? 0) - device.clockBehindMinutes * minuteMs;
}

function gridOf(device: DemoDevice, from: number, to: number): number[] {
	const times: number[] = [];
	for (let at = Math.ceil(from / minuteMs) * minuteMs; at <= to; at += minuteMs) {
		const gridMs = at > to - 30 * dayMs ? coarseMs : slowMs;
		if ((at > to - 2 * hourMs || at % gridMs === 0) && isRecording(device, at, storyStart)) times.push(at);
	}
	return times;
}

const reporting = demoDevices.filter(({ reported }) => reported !== "never");

describe("the readings a device has to post", () => {
	it.each(reporting)(
		"fill $historyDays days of $name whole: ten minutes apart for a month, the last two hours by the minute",
		(device) => {
			const times = timesOf(device, { postedUntil: null, now });
			const to = lastMoment(device, now);
			expect(times).toEqual(gridOf(device, to - device.historyDays * dayMs + 1, to));
			expect(times.length).toBeGreaterThan(4_300);
		},
	);

	it("go back a year for some devices, and show seasons for a device under the sky", () => {
		expect(demoDevices.filter(({ historyDays }) => historyDays > 365).length).toBeGreaterThan(3);
		const weather = deviceNamed("Yard weather");
		const { at, values } = dueReadings(weather, { postedUntil: null, now, storyStart }) ?? { at: [], values: [] };
		const meanOf = (month: number) => {
			const found = (values[0] ?? []).filter((_, index) => new Date(at[index] ?? 0).getUTCMonth() === month);
			return found.reduce((sum, value) => sum + value, 0) / found.length;
		};
		expect(meanOf(6) - meanOf(0)).toBeGreaterThan(12);
	});

	it("exclude the device that has never reported", () => {
		expect(dueReadings(deviceNamed("Cold store Maas"), { postedUntil: null, now, storyStart })).toBeNull();
		expect(dueUploads(deviceNamed("Cold store Maas"), { postedUntil: null, now, storyStart })).toEqual([]);
	});

	it("wait for the device's next upload, and then are those since its last", () => {
		for (const device of demoDevices.filter(({ reported, outage }) => reported === "on time" && outage === null)) {
			const intervalMs = device.uploadIntervalSeconds * 1000;
			const slot = reportedUntil(device, now) ?? 0;
			const postedUntil = timesOf(device, { postedUntil: now - dayMs, now }).at(-1) ?? 0;
			expect(timesOf(device, { postedUntil, now: slot + intervalMs - 1 }), device.name).toEqual([]);
			const next = timesOf(device, { postedUntil, now: slot + intervalMs });
			expect(next, device.name).toHaveLength(device.uploadIntervalSeconds / 60);
			expect(next[0]).toBe(postedUntil + minuteMs);
		}
	});

	it("stay the same readings, once each, however often it posts", () => {
		fc.assert(
			fc.property(fc.constantFrom(...reporting), fc.integer({ min: now - hourMs, max: now }), (device, between) => {
				const start = { postedUntil: now - 90 * minuteMs, storyStart };
				const whole = dueReadings(device, { ...start, now });
				const first = dueReadings(device, { ...start, now: between });
				const rest = dueReadings(device, { postedUntil: first?.at.at(-1) ?? start.postedUntil, storyStart, now });
				expect([...(first?.at ?? []), ...(rest?.at ?? [])]).toEqual(whole?.at ?? []);
				const joined = whole?.values.map((_, column) => [
					...(first?.values[column] ?? []),
					...(rest?.values[column] ?? []),
				]);
				expect(joined).toEqual(whole?.values);
			}),
		);
	});

	it("cover an idle week on the ten-minute grid and its last two hours by the minute", () => {
		for (const device of reporting) {
			const postedUntil = timesOf(device, { postedUntil: now - dayMs, now }).at(-1) ?? 0;
			const later = now + 7 * dayMs;
			const times = timesOf(device, { postedUntil, now: later });
			expect(times, device.name).toEqual(gridOf(device, postedUntil + 1, lastMoment(device, later)));
			expect(times.length, device.name).toBeGreaterThan(1_050);
		}
	});

	it("fit into one upload however long nothing was posted", () => {
		for (const device of reporting) {
			const due = { postedUntil: now - 300 * dayMs, now, storyStart };
			const { at, channels } = dueReadings(device, due) ?? { at: [], channels: [] };
			expect(at.length).toBeGreaterThan(4_000);
			const readings = Array.from({ length: at.length * channels.length }, () => null);
			expect(IngestBody.safeParse({ readings }).success, device.name).toBe(true);
		}
	});

	it("leave out the hour in which the river gauge recorded nothing", () => {
		const times = timesOf(deviceNamed("River gauge A"), { postedUntil: null, now });
		const gap = times.filter((at) => at >= now - 9 * hourMs && at < now - 8 * hourMs);
		expect(gap).toEqual([]);
		expect(times.filter((at) => at >= now - 10 * hourMs && at < now - 9 * hourMs)).toHaveLength(6);
	});

	it("end when the silent ones last reported", () => {
		const ends = (name: string) => now - (timesOf(deviceNamed(name), { postedUntil: null, now }).at(-1) ?? 0);
		expect(Math.floor(ends("Loading dock") / minuteMs)).toBe(20);
		expect(Math.floor(ends("Dock east") / minuteMs)).toBe(185);
	});
});

describe("the slots in which a history is received", () => {
	it("come no later after a reading than a device uploads, so that nothing of it is late", () => {
		for (const device of reporting) {
			const slots = uploadSlots(device);
			const behindMs = device.clockBehindMinutes * minuteMs;
			for (const at of timesOf(device, { postedUntil: null, now })) {
				const waitedMs = slotOfReading(slots, at) - (at + behindMs);
				expect(waitedMs).toBeGreaterThanOrEqual(0);
				expect(waitedMs).toBeLessThan(1000 * device.uploadIntervalSeconds);
			}
		}
	});

	it("match those in which it reports", () => {
		for (const device of reporting.filter(({ reported }) => reported === "on time")) {
			const reported = reportedUntil(device, now) ?? 0;
			expect(slotUpTo(uploadSlots(device), reported), device.name).toBe(reported);
		}
	});
});

describe("the uploads of a history", () => {
	it("arrive day by day, each after what it holds, and add up to what is due", () => {
		for (const device of reporting) {
			const due = { postedUntil: null, now, storyStart };
			const uploads = dueUploads(device, due);
			expect(uploads.flatMap(({ at }) => at)).toEqual(dueReadings(device, due)?.at);
			expect(uploads.length).toBeGreaterThanOrEqual(30);
			for (const { at, receivedAt, channels, values } of uploads) {
				expect(values).toHaveLength(channels.length);
				for (const column of values) expect(column).toHaveLength(at.length);
				expect(receivedAt).toBeGreaterThanOrEqual(at.at(-1) ?? 0);
				expect(receivedAt - (at[0] ?? 0)).toBeLessThanOrEqual(dayMs);
			}
			expect(uploads.at(-1)?.receivedAt).toBe(reportedUntil(device, now));
		}
	});
});
