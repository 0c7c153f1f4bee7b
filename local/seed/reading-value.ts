import type { DemoDevice } from "./demo-devices";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How a channel behaves. Hours and minutes are of the day on the device's standard clock. */
export type ChannelShape =
	| {
			kind: "daily";
			mean: number;
			/** Half the difference between the day's warmest and coldest hour. */
			daily: number;
			peakHour: number;
			noise: number;
			cycle?: { minutes: number; swing: number };
			excursion?: { startMinute: number; minutes: number; rise: number };
	  }
	| { kind: "door"; openShare: number }
	| { kind: "battery"; daysPerCharge: number };

type Daily = ChannelShape & { kind: "daily" };
type Channel = DemoDevice["channels"][number];

/**
 * What a channel measures at an instant, epoch ms: the same for the same arguments, whenever it is asked.
 * At most two decimals, as the loggers send them.
 */
export function readingValue(device: DemoDevice, channel: Channel, at: number): number {
	const { shape } = channel;
	const seed = `${device.serialNumber}/${channel.name}`;
	switch (shape.kind) {
		case "daily":
			return twoDecimals(dailyValue(shape, at + device.timezoneOffset * minuteMs, seed));
		case "door":
			return chance(seed, Math.floor(at / (5 * minuteMs))) < shape.openShare ? 1 : 0;
		case "battery":
			return twoDecimals(batteryPercent(shape.daysPerCharge, at, seed));
	}
}

function dailyValue(shape: Daily, wallMs: number, seed: string): number {
	const minuteOfDay = (wallMs % dayMs) / minuteMs;
	const day = Math.cos((2 * Math.PI * (minuteOfDay - shape.peakHour * 60)) / (24 * 60));
	const cycle = shape.cycle
		? shape.cycle.swing * Math.sin((2 * Math.PI * wallMs) / (shape.cycle.minutes * minuteMs))
		: 0;
	const noise = 2 * chance(seed, Math.floor(wallMs / minuteMs)) - 1;
	return shape.mean + shape.daily * day + cycle + shape.noise * noise + excursionRise(shape, minuteOfDay);
}

/** Up quickly, down slowly, as a room whose door was left open. */
function excursionRise({ excursion }: Daily, minuteOfDay: number): number {
	if (!excursion) return 0;
	const passed = (minuteOfDay - excursion.startMinute) / excursion.minutes;
	if (passed < 0 || passed > 1) return 0;
	return excursion.rise * (passed < 0.4 ? passed / 0.4 : (1 - passed) / 0.6);
}

function batteryPercent(daysPerCharge: number, at: number, seed: string): number {
	const charges = at / dayMs / daysPerCharge + chance(seed, 0);
	return 100 - 80 * (charges - Math.floor(charges));
}

function twoDecimals(value: number): number {
	return Math.round(value * 100) / 100;
}

/** A number from 0 to 1 that looks random and is not: FNV-1a of the text, mixed with the step. */
function chance(text: string, step: number): number {
	let hash = 0x811c9dc5;
	for (const character of `${text}#${step}`) {
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
