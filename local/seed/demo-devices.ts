import type { SeedDevice } from "../../shared/local-seed";
import { demoGroups } from "./demo-accounts";
import type { ChannelShape } from "./reading-value";

type DemoChannel = SeedDevice["channels"][number] & { shape: ChannelShape };

export type DemoDevice = Omit<SeedDevice, "channels" | "serialNumber"> & {
	serialNumber: string;
	channels: DemoChannel[];
	/** When it was last heard, counted back from the seed; null: it still reports. */
	stoppedMinutesAgo: number | null;
	/** A stretch it never recorded, counted back from the seed. */
	gap: { fromMinutesAgo: number; toMinutesAgo: number } | null;
};

type DeviceFacts = Omit<DemoDevice, "stoppedMinutesAgo" | "gap"> & Partial<DemoDevice>;

function device(facts: DeviceFacts): DemoDevice {
	return { stoppedMinutesAgo: null, gap: null, ...facts };
}

function temperature(name: string, shape: Omit<ChannelShape & { kind: "daily" }, "kind">): DemoChannel {
	return { name, quantity: "temperature", unit: "°C", shape: { kind: "daily", ...shape } };
}

function humidity(mean: number): DemoChannel {
	return {
		name: "Humidity",
		quantity: "humidity",
		unit: "%",
		shape: { kind: "daily", mean, daily: 4, peakHour: 5, noise: 1.5 },
	};
}

function door(openShare: number): DemoChannel {
	return { name: "Door", quantity: "door", unit: "", shape: { kind: "door", openShare } };
}

function battery(daysPerCharge: number): DemoChannel {
	return { name: "Battery", quantity: "battery", unit: "%", shape: { kind: "battery", daysPerCharge } };
}

const compressor = { minutes: 23, swing: 0.5 };

/** The devices of the demo account. Their clocks follow all three time zone rules. */
export const demoDevices: readonly DemoDevice[] = [
	device({
		name: "Cold room 1",
		serialNumber: "AQ-10421",
		model: "AQ-200 Cold chain logger",
		site: "Porto",
		timezoneOffset: 0,
		timeZoneRule: 1,
		uploadIntervalSeconds: 600,
		groupNames: [demoGroups.coldRooms.name, demoGroups.audited.name],
		channels: [
			temperature("Temperature", { mean: 4, daily: 0.4, peakHour: 15, noise: 0.15, cycle: compressor }),
			humidity(61),
			door(0.08),
			battery(260),
		],
	}),
	device({
		name: "Cold room 2",
		serialNumber: "AQ-10422",
		model: "AQ-200 Cold chain logger",
		site: "Porto",
		timezoneOffset: 0,
		timeZoneRule: 1,
		uploadIntervalSeconds: 600,
		groupNames: [demoGroups.coldRooms.name, demoGroups.audited.name],
		channels: [
			temperature("Temperature", {
				mean: 4.3,
				daily: 0.4,
				peakHour: 15,
				noise: 0.15,
				cycle: compressor,
				// Its door stands open every morning while a lorry is unloaded.
				excursion: { startMinute: 380, minutes: 55, rise: 4.8 },
			}),
			humidity(64),
			door(0.1),
			battery(240),
		],
	}),
	device({
		name: "Blast freezer",
		serialNumber: "AQ-10388",
		model: "AQ-210 Freezer logger",
		site: "Porto",
		timezoneOffset: 0,
		timeZoneRule: 1,
		uploadIntervalSeconds: 600,
		groupNames: [demoGroups.coldRooms.name],
		channels: [
			temperature("Temperature", {
				mean: -28,
				daily: 0.8,
				peakHour: 14,
				noise: 0.2,
				cycle: { minutes: 47, swing: 1.2 },
			}),
			door(0.04),
			battery(180),
		],
	}),
	device({
		name: "Loading dock",
		serialNumber: "AQ-10511",
		model: "AQ-300 Air logger",
		site: "Denver",
		timezoneOffset: -420,
		timeZoneRule: 1,
		uploadIntervalSeconds: 720,
		groupNames: [demoGroups.outdoors.name],
		// Late at this interval, and not yet offline.
		stoppedMinutesAgo: 20,
		channels: [
			temperature("Temperature", { mean: 14, daily: 6, peakHour: 15, noise: 0.4 }),
			humidity(44),
			{
				name: "CO2",
				quantity: "co2",
				unit: "ppm",
				shape: { kind: "daily", mean: 620, daily: 160, peakHour: 11, noise: 35 },
			},
			battery(200),
		],
	}),
	device({
		name: "Pharmacy fridge",
		serialNumber: "AQ-30102",
		model: "AQ-200 Cold chain logger",
		site: "Leeds",
		timezoneOffset: 0,
		timeZoneRule: 2,
		uploadIntervalSeconds: 600,
		groupNames: [demoGroups.audited.name],
		channels: [
			temperature("Temperature", {
				mean: 5,
				daily: 0.2,
				peakHour: 16,
				noise: 0.1,
				cycle: { minutes: 31, swing: 0.4 },
			}),
			humidity(49),
			battery(300),
		],
	}),
	device({
		name: "River gauge A",
		serialNumber: "AQ-40077",
		model: "AQ-400 Level gauge",
		site: "Leeds",
		timezoneOffset: 0,
		timeZoneRule: 0,
		uploadIntervalSeconds: 900,
		groupNames: [demoGroups.outdoors.name],
		gap: { fromMinutesAgo: 9 * 60, toMinutesAgo: 8 * 60 },
		channels: [
			{
				name: "Level",
				quantity: "level",
				unit: "m",
				shape: { kind: "daily", mean: 1.84, daily: 0.11, peakHour: 4, noise: 0.01 },
			},
			temperature("Water temperature", { mean: 7.5, daily: 0.9, peakHour: 17, noise: 0.05 }),
			battery(150),
		],
	}),
];

/** The device as the backend is told of it. */
export function toSeedDevice(demo: DemoDevice): SeedDevice {
	const { stoppedMinutesAgo: _stopped, gap: _gap, channels, ...facts } = demo;
	return { ...facts, channels: channels.map(({ shape: _shape, ...channel }) => channel) };
}
