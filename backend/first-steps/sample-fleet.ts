import type { CreateAlert } from "../../shared/alert/alert";
import { plainNotification } from "../../shared/alert/alert-rule";
import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import type { DerivedKind } from "../../shared/device/derived/definition";
import type { NamedDefinition } from "../../shared/device/derived/inputs";
import type { CreateDevice } from "../../shared/device/device-inputs";
import type { Quantity } from "../../shared/formats/units";
import { sampleName } from "../../shared/overview/first-steps";

export const partMs = 6 * dayMs;
const partsPerDevice = 5;
export const everyMs = 15 * minuteMs;

type Channel = {
	name: string;
	quantity: Quantity;
	unit: string;
	mean: number;
	/** `daily`: the daily amplitude. `scatter`: noise. */
	daily: number;
	scatter: number;
	rises?: { beforeEndMs: number; forMs: number; by: number }[];
};

type SampleDevice = { name: string; site: string; group: GroupName; channels: Channel[]; derived?: SampleDerived };

type SampleDerived = { name: string; definition: NamedDefinition };

type GroupName = "coldChain" | "buildings";

export const sampleGroups: Record<GroupName, string> = {
	coldChain: `${sampleName}: Cold chain`,
	buildings: `${sampleName}: Buildings`,
};

function temperature(mean: number, daily: number, scatter: number): Channel {
	return { name: "Temperature", quantity: "temperature", unit: "°C", mean, daily, scatter };
}

function humidity(mean: number, daily: number, scatter: number): Channel {
	return { name: "Humidity", quantity: "humidity", unit: "%RH", mean, daily, scatter };
}

function ofAir(name: string, kind: DerivedKind): SampleDerived {
	const sources = [
		{ role: "temperature", channelName: "Temperature" },
		{ role: "humidity", channelName: "Humidity" },
	];
	return { name, definition: { kind, sources, driver: "Temperature", toleranceSeconds: 0, options: {} } };
}

const doorLeftOpen = [
	{ beforeEndMs: 19 * dayMs, forMs: 2 * hourMs, by: 6 },
	{ beforeEndMs: 4 * dayMs, forMs: 3 * hourMs, by: 7 },
];

export const sampleDevices: SampleDevice[] = [
	{
		name: `${sampleName}: Pharmacy fridge`,
		site: "Pharmacy",
		group: "coldChain",
		channels: [{ ...temperature(4.6, 0.5, 0.3), rises: doorLeftOpen }, humidity(48, 6, 2)],
	},
	{
		name: `${sampleName}: Freezer`,
		site: "Kitchen",
		group: "coldChain",
		channels: [
			{ ...temperature(-20.5, 0.8, 0.4), rises: [{ beforeEndMs: 11 * dayMs, forMs: 5 * hourMs, by: 9 }] },
			humidity(61, 5, 2),
		],
	},
	{
		name: `${sampleName}: Delivery van`,
		site: "On the road",
		group: "coldChain",
		channels: [temperature(5.2, 1.1, 0.4), humidity(55, 9, 3)],
	},
	{
		name: `${sampleName}: Warehouse`,
		site: "Hall 2",
		group: "buildings",
		channels: [temperature(17.5, 3.2, 0.3), humidity(54, 8, 1.5)],
		derived: ofAir("Dew point", "dewPoint"),
	},
	{
		name: `${sampleName}: Server room`,
		site: "Basement",
		group: "buildings",
		channels: [
			{ ...temperature(21.4, 0.6, 0.2), rises: [{ beforeEndMs: 8 * dayMs, forMs: 6 * hourMs, by: 8 }] },
			humidity(42, 2, 1),
		],
	},
	{
		name: `${sampleName}: Greenhouse`,
		site: "Garden",
		group: "buildings",
		channels: [temperature(23, 6.5, 0.5), humidity(70, 11, 2)],
		derived: ofAir("Vapor pressure deficit", "vaporPressureDeficit"),
	},
];

export const sampleParts = sampleDevices.length * partsPerDevice;

export function deviceInput({ name, site, channels }: SampleDevice, groupId: string): CreateDevice {
	return {
		name,
		site,
		groupIds: [groupId],
		tags: [sampleName],
		description: "Made up, to look around with. It is no device, sends nothing and notifies nobody.",
		channels: channels.map(({ name: channel, quantity, unit }) => ({ name: channel, quantity, unit })),
		loggingIntervalSeconds: everyMs / 1000,
		uploadIntervalSeconds: partMs / 1000,
	};
}

type SampleRule = Omit<CreateAlert, "scope"> & { on: string };

function ruleAbove(name: string, on: string, value: number): SampleRule {
	return {
		name: `${sampleName}: ${name}`,
		on: `${sampleName}: ${on}`,
		severity: "warning",
		isEnabled: true,
		description: "Of the sample: it notifies nobody.",
		contactIds: [],
		contactGroupIds: [],
		notification: plainNotification,
		rule: {
			condition: {
				kind: "threshold",
				channels: { quantity: "temperature", unit: "°C", name: null },
				comparison: ">",
				limit: { from: "value", value },
			},
			forSeconds: 30 * 60,
			clear: { by: "opposite", hysteresis: null, clearForSeconds: 0 },
			schedule: null,
		},
	};
}

export const sampleRules: SampleRule[] = [
	ruleAbove("Fridge above 8 °C", "Pharmacy fridge", 8),
	ruleAbove("Freezer above −15 °C", "Freezer", -15),
	ruleAbove("Server room above 27 °C", "Server room", 27),
];

type SamplePart = { device: SampleDevice; index: number; from: number; to: number };

/** `from` exclusive, `to` inclusive. The last part ends at `endsAt`. */
export function samplePart(part: number, endsAt: number): SamplePart | null {
	const index = Math.floor(part / partsPerDevice);
	const device = sampleDevices[index];
	if (!device) return null;
	const to = endsAt - (partsPerDevice - 1 - (part % partsPerDevice)) * partMs;
	return { device, index, from: to - partMs, to };
}

/** Depends only on the time before the end, so it is the same for every account. */
export function sampleValue(channel: Channel, seed: number, beforeEndMs: number): number {
	const { mean, daily, scatter, rises = [] } = channel;
	const wave = daily * Math.sin((2 * Math.PI * (beforeEndMs + seed * hourMs)) / dayMs);
	const rise = rises.reduce((sum, { beforeEndMs: begin, forMs, by }) => {
		const since = begin - beforeEndMs;
		return sum + (since < 0 || since > forMs ? 0 : by * Math.sin((Math.PI * since) / forMs));
	}, 0);
	const value = mean + wave + rise + scatter * noise(seed, beforeEndMs / everyMs);
	return Math.round(value * 10) / 10;
}

function noise(seed: number, step: number): number {
	let hash = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(Math.round(step) + 1, 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
	hash ^= hash >>> 13;
	return ((hash >>> 0) / 0xffffffff) * 2 - 1;
}
