import type { SeedDevice } from "../../shared/local-seed";
import type { ChannelShape, Recurrence } from "./channel-shape";
import { demoGroups } from "./demo-accounts";

export type DemoChannel = SeedDevice["channels"][number] & { shape: ChannelShape };

export type DemoDevice = Omit<SeedDevice, "channels" | "serialNumber"> & {
	serialNumber: string;
	channels: DemoChannel[];
	reported: "on time" | "never" | { minutesAgo: number };
	clockBehindMinutes: number;
	outage: Recurrence | null;
	historyDays: number;
};

type Site = Pick<SeedDevice, "site" | "timezoneOffset" | "timeZoneRule">;

type DeviceFacts = Pick<DemoDevice, "name" | "serialNumber" | "model" | "channels"> & {
	groups: (keyof typeof demoGroups)[];
	uploadMinutes: number;
} & Partial<Pick<DemoDevice, "reported" | "clockBehindMinutes" | "outage" | "historyDays" | "timeZoneRule">>;

export const models = {
	coldChain: "AQ-200 Cold chain logger",
	freezer: "AQ-210 Freezer logger",
	air: "AQ-300 Air logger",
	level: "AQ-400 Level gauge",
	vehicle: "AQ-500 Vehicle tracker",
	machine: "AQ-600 Machine logger",
} as const;

export function deviceAt(site: Site) {
	return ({ groups, uploadMinutes, ...facts }: DeviceFacts): DemoDevice => ({
		...site,
		reported: "on time",
		clockBehindMinutes: 0,
		outage: null,
		historyDays: 30,
		uploadIntervalSeconds: uploadMinutes * 60,
		groupNames: groups.map((key) => demoGroups[key].name),
		...facts,
	});
}

export function toSeedDevice(demo: DemoDevice): SeedDevice & { serialNumber: string } {
	const {
		reported: _heard,
		clockBehindMinutes: _behind,
		outage: _outage,
		historyDays: _history,
		channels,
		...facts
	} = demo;
	return { ...facts, channels: channels.map(({ shape: _shape, ...channel }) => channel) };
}
