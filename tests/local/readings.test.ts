import { describe, expect, it } from "vitest";
import { channelSignal } from "../../local/seed/channel-signal";
import type { DemoDevice } from "../../local/seed/demo-device";
import { demoDevices } from "../../local/seed/demo-devices";
import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import type { Quantity } from "../../shared/formats/units";
import * as fc from "../properties";

const storyStart = Date.UTC(2026, 10, 21, 14, 3, 20);

/** Possible values, wider than the ranges of the demo's sensors. */
const physicalBounds: Partial<Record<Quantity, [number, number]>> = {
	temperature: [-60, 70],
	humidity: [0, 100],
	pressure: [300, 1_100],
	co2: [300, 10_000],
	level: [0, 20],
	flow: [0, 1_000],
	voltage: [0, 48],
	current: [0, 200],
	power: [0, 100_000],
	light: [0, 120_000],
	battery: [0, 100],
	signal: [-140, -30],
	memory: [0, 100],
	door: [0, 1],
};

const channels = demoDevices.flatMap((device) => device.channels.map((channel) => ({ device, channel })));
const anyChannel = fc.constantFrom(...channels);
const anyTime = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });

function deviceNamed(name: string): DemoDevice {
	const device = demoDevices.find((candidate) => candidate.name === name);
	if (!device) throw new Error(`No device ${name}`);
	return device;
}

function valuesOf(deviceName: string, channelName: string, { from, to }: { from: number; to: number }): number[] {
	const device = deviceNamed(deviceName);
	const channel = device.channels.find(({ name }) => name === channelName);
	if (!channel) throw new Error(`No channel ${channelName}`);
	const signal = channelSignal(device, channel, storyStart);
	return Array.from({ length: Math.floor((to - from) / (10 * minuteMs)) }, (_, step) =>
		signal(from + step * 10 * minuteMs),
	);
}

const lastDays = (days: number) => ({ from: storyStart - days * dayMs, to: storyStart });

describe("a demo reading", () => {
	it("stays possible in this world, two decimals at most, and the same when requested again", () => {
		fc.assert(
			fc.property(anyChannel, anyTime, anyTime, ({ device, channel }, at, start) => {
				const value = channelSignal(device, channel, start)(at);
				const [lowest, highest] = physicalBounds[channel.quantity] ?? [0, -1];
				expect(value).toBeGreaterThanOrEqual(lowest);
				expect(value).toBeLessThanOrEqual(highest);
				expect(Number(value.toFixed(2))).toBe(value);
				expect(channelSignal({ ...device }, { ...channel }, start)(at)).toBe(value);
			}),
			{ numRuns: 2_000 },
		);
	});

	it("moves: no channel says the same all month, nor clings to the end of its range", () => {
		for (const { device, channel } of channels) {
			const values = valuesOf(device.name, channel.name, lastDays(30));
			expect(new Set(values).size, `${device.name} ${channel.name}`).toBeGreaterThan(1);
			if (channel.quantity === "door" || channel.quantity === "light") continue;
			const highest = Math.max(...values);
			const clinging = values.filter((value) => value === highest).length;
			expect(clinging, `${device.name} ${channel.name}`).toBeLessThan(values.length / 5);
		}
	});

	it("shows a door open or closed, and more often open at work than at night", () => {
		const openShare = (fromHour: number, toHour: number) => {
			const opened = Array.from({ length: 28 }, (_, day) => {
				const midnight = Date.UTC(2026, 9, 24 + day);
				return valuesOf("Cold room 1", "Door", { from: midnight + fromHour * hourMs, to: midnight + toHour * hourMs });
			}).flat();
			expect(new Set(opened)).toEqual(new Set([0, 1]));
			return opened.reduce((sum, value) => sum + value, 0) / opened.length;
		};
		expect(openShare(8, 18)).toBeGreaterThan(2 * openShare(0, 5));
	});

	it("rises past 8 °C in cold room 2 once in the month before the first seed, today or yesterday", () => {
		expect(Math.max(...valuesOf("Cold room 2", "Temperature", lastDays(1)))).toBeGreaterThan(9);
		const before = { from: storyStart - 30 * dayMs, to: storyStart - dayMs };
		expect(Math.max(...valuesOf("Cold room 2", "Temperature", before))).toBeLessThan(7);
		expect(Math.max(...valuesOf("Cold room 1", "Temperature", lastDays(30)))).toBeLessThan(7);
	});

	it("shows the ice cream thawing once, nine days ago, beside its defrosts", () => {
		const tooWarm = (days: { from: number; to: number }) =>
			valuesOf("Ice cream store", "Temperature", days).filter((value) => value > -15).length;
		expect(tooWarm({ from: storyStart - 9 * dayMs, to: storyStart - 8 * dayMs })).toBeGreaterThan(6);
		expect(tooWarm(lastDays(8))).toBe(0);
		const defrosted = valuesOf("Ice cream store", "Temperature", lastDays(1)).filter((value) => value > -21);
		expect(defrosted.length).toBeGreaterThanOrEqual(3);
	});

	it("shows one battery below 10 %, which has been falling for weeks", () => {
		const batteries = channels.filter(({ channel }) => channel.quantity === "battery");
		expect(batteries.length).toBeGreaterThan(25);
		const now = batteries.map(({ device, channel }) => [
			device.name,
			channelSignal(device, channel, storyStart)(storyStart),
		]);
		expect(now.filter(([, value]) => Number(value) < 10)).toEqual([["Insulin store", 8.6]]);
		const values = valuesOf("Insulin store", "Battery", lastDays(30));
		expect(values[0]).toBeGreaterThan(35);
		expect(values).toEqual([...values].sort((a, b) => b - a));
	});

	it("keeps a truck's cargo cool, warmest where its door was open, and still on Sundays", () => {
		const sunday = { from: Date.UTC(2026, 10, 15), to: Date.UTC(2026, 10, 16) };
		const monday = { from: Date.UTC(2026, 10, 16), to: Date.UTC(2026, 10, 17) };
		expect(new Set(valuesOf("Truck PT-11", "Door", sunday))).toEqual(new Set([0]));
		expect(valuesOf("Truck PT-11", "Door", monday).filter((value) => value === 1).length).toBeGreaterThan(5);
		expect(Math.max(...valuesOf("Truck PT-11", "Temperature", monday))).toBeGreaterThan(
			1 + Math.max(...valuesOf("Truck PT-11", "Temperature", sunday)),
		);
		expect(Math.max(...valuesOf("Truck PT-11", "Vehicle voltage", sunday))).toBeLessThan(13);
		expect(Math.max(...valuesOf("Truck PT-11", "Vehicle voltage", monday))).toBeGreaterThan(13.5);
	});
});
