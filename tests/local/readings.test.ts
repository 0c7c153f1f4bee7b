import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demoDevices } from "../../local/seed/demo-devices";
import { dueReadings } from "../../local/seed/due-readings";
import { readingValue } from "../../local/seed/reading-value";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const now = Date.UTC(2026, 10, 21, 14, 3, 20);

const physicalBounds: Record<string, [number, number]> = {
	temperature: [-40, 60],
	humidity: [0, 100],
	co2: [350, 5000],
	level: [0, 10],
	battery: [0, 100],
	door: [0, 1],
};

const channels = demoDevices.flatMap((device) => device.channels.map((channel) => ({ device, channel })));
const anyChannel = fc.constantFrom(...channels);
const anyTime = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });

function deviceNamed(name: string) {
	const device = demoDevices.find((candidate) => candidate.name === name);
	if (!device) throw new Error(`No device ${name}`);
	return device;
}

function timesOf(name: string, postedUntil: number | null = null): number[] {
	return [...new Set(dueReadings(deviceNamed(name), { postedUntil, now }).map(({ at }) => at))];
}

describe("a demo reading", () => {
	it("is within what its channel can measure, with two decimals at most, and the same when asked again", () => {
		fc.assert(
			fc.property(anyChannel, anyTime, ({ device, channel }, at) => {
				const value = readingValue(device, channel, at);
				const [lowest, highest] = physicalBounds[channel.quantity] ?? [0, 0];
				expect(value).toBeGreaterThanOrEqual(lowest);
				expect(value).toBeLessThanOrEqual(highest);
				expect(Number(value.toFixed(2))).toBe(value);
				expect(readingValue(device, channel, at)).toBe(value);
			}),
		);
	});

	it("of a door is open or closed, and both within a day", () => {
		const values = dueReadings(deviceNamed("Cold room 1"), { postedUntil: null, now })
			.filter(({ channel }) => channel === "Door")
			.map(({ value }) => value);
		expect(new Set(values)).toEqual(new Set([0, 1]));
	});

	it("rises past 8 °C in cold room 2 once a day and never in cold room 1", () => {
		const hottest = (name: string) =>
			Math.max(
				...dueReadings(deviceNamed(name), { postedUntil: null, now })
					.filter(({ channel }) => channel === "Temperature")
					.map(({ value }) => value),
			);
		expect(hottest("Cold room 2")).toBeGreaterThan(8.5);
		expect(hottest("Cold room 2")).toBeLessThan(10);
		expect(hottest("Cold room 1")).toBeLessThan(6);
	});
});

describe("the readings a device has to post", () => {
	it("are a day's at first: every minute of the last two hours and every five before", () => {
		const times = timesOf("Cold room 1");
		expect(times[0]).toBe(Date.UTC(2026, 10, 20, 14, 5));
		expect(times.at(-1)).toBe(Date.UTC(2026, 10, 21, 14, 3));
		const fine = times.filter((at) => at > now - 2 * hourMs);
		expect(fine).toHaveLength(120);
		const coarse = times.filter((at) => at <= now - 2 * hourMs);
		expect(coarse).toHaveLength(22 * 12);
		expect(coarse.every((at) => at % (5 * minuteMs) === 0)).toBe(true);
	});

	it("are those since the newest it posted, once each whenever it posts", () => {
		fc.assert(
			fc.property(fc.integer({ min: now - 2 * hourMs, max: now }), (between) => {
				const device = deviceNamed("Pharmacy fridge");
				const whole = dueReadings(device, { postedUntil: now - 2 * hourMs, now });
				const first = dueReadings(device, { postedUntil: now - 2 * hourMs, now: between });
				const rest = dueReadings(device, { postedUntil: first.at(-1)?.at ?? now - 2 * hourMs, now });
				expect([...first, ...rest]).toEqual(whole);
			}),
		);
	});

	it("leave out the hour the river gauge did not record", () => {
		const times = timesOf("River gauge A");
		expect(times.filter((at) => at > now - 9 * hourMs && at < now - 8 * hourMs)).toEqual([]);
		expect(times.filter((at) => at > now - 10 * hourMs && at < now - 9 * hourMs)).toHaveLength(12);
	});

	it("end twenty minutes ago at the loading dock", () => {
		expect(timesOf("Loading dock").at(-1)).toBe(Date.UTC(2026, 10, 21, 13, 43));
	});
});

describe("the demo devices", () => {
	it("follow all three time zone rules, on three sites", () => {
		expect(new Set(demoDevices.map(({ timeZoneRule }) => timeZoneRule))).toEqual(new Set([0, 1, 2]));
		expect(new Set(demoDevices.map(({ site }) => site))).toEqual(new Set(["Porto", "Denver", "Leeds"]));
	});
});
