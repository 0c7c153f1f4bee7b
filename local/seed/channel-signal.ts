import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import type { Quantity } from "../../shared/formats/units";
import { type ChannelShape, type Hours, passedShare, type Trips } from "./channel-shape";
import type { DemoChannel, DemoDevice } from "./demo-device";

const yearMs = 365.25 * dayMs;
const warmestDay = 200;

type Moment = { at: number; wallMs: number; sinceStoryMs: number; hash: number };

/** Deterministic. `at` and `storyStart`, the first seed, are epoch ms. */
export function channelSignal(
	device: DemoDevice,
	{ name, quantity, shape }: DemoChannel,
	storyStart: number,
): (at: number) => number {
	const hash = hashOf(`${device.serialNumber}/${name}`);
	const { lowest, highest, decimals } = sensorRanges[quantity];
	const scale = 10 ** decimals;
	return (at) => {
		const wallMs = at + device.timezoneOffset * minuteMs;
		const value = shapeValue(shape, { at, wallMs, sinceStoryMs: at - storyStart, hash });
		const rounded = Math.round(Math.min(highest, Math.max(lowest, value)) * scale) / scale;
		return rounded === 0 ? 0 : rounded;
	};
}

function shapeValue(shape: ChannelShape, moment: Moment): number {
	switch (shape.kind) {
		case "daily":
			return dailyValue(shape, moment);
		case "cargo":
			return shape.mean + shape.rise * warmth(shape.trips, moment) + shape.noise * noise(moment);
		case "alternator":
			return (isOnTheRoad(shape.trips, moment) ? 14.1 : 12.6) + 0.12 * noise(moment);
		case "cargo door":
			return isStopped(shape.trips, moment) ? 1 : 0;
		case "door": {
			const share = isAtWork(shape.work, moment) ? shape.openShare : shape.openShare / 12;
			return chance(moment.hash, Math.floor(moment.at / (5 * minuteMs))) < share ? 1 : 0;
		}
		case "river":
			return shape.mean + shape.swell * wandering(moment.hash, moment.at / (26 * hourMs)) + flood(shape.flood, moment);
		case "tide":
			// The lunar half day, stronger and weaker over a fortnight.
			return shape.mean + shape.range * springShare(moment.at) * wave(moment.at, 12.42 * hourMs) + 0.02 * noise(moment);
		case "tank": {
			const emptied = moment.at / dayMs / shape.daysPerFill + chance(moment.hash, -1);
			return shape.full - (shape.full - shape.low) * (emptied - Math.floor(emptied)) + 0.01 * noise(moment);
		}
		case "daylight":
			return daylight(shape, moment);
		case "battery": {
			const charges = moment.at / dayMs / shape.daysPerCharge + chance(moment.hash, -1);
			return 100 - 70 * (charges - Math.floor(charges));
		}
		case "dying battery":
			return Math.max(2, shape.atStart - (shape.perDay * moment.sinceStoryMs) / dayMs);
		case "filling memory":
			return Math.min(99, shape.atStart + (shape.perDay * moment.sinceStoryMs) / dayMs);
	}
}

function dailyValue(shape: ChannelShape & { kind: "daily" }, moment: Moment): number {
	const { wallMs, hash } = moment;
	let value = shape.mean + shape.daily * wave(wallMs - shape.peakHour * hourMs, dayMs) + shape.noise * noise(moment);
	if (shape.wander) value += shape.wander.swing * wandering(hash + 1, wallMs / (shape.wander.hours * hourMs));
	if (shape.season) value += shape.season * wave(wallMs - warmestDay * dayMs, yearMs);
	if (shape.cycle) value += shape.cycle.swing * wave(wallMs, shape.cycle.minutes * minuteMs);
	if (shape.defrost) value += defrostRise(shape.defrost, wallMs);
	if (shape.work && isAtWork(shape.work, moment)) value += shape.work.rise;
	const passed = shape.excursion && passedShare(shape.excursion, moment.sinceStoryMs);
	if (shape.excursion && typeof passed === "number") {
		value += shape.excursion.rise * (passed < 0.4 ? passed / 0.4 : (1 - passed) / 0.6);
	}
	return value;
}

function wave(ms: number, periodMs: number): number {
	return Math.cos((2 * Math.PI * ms) / periodMs);
}

function noise({ at, hash }: Moment): number {
	return 2 * chance(hash, Math.floor(at / minuteMs)) - 1;
}

type Defrost = { everyHours: number; minutes: number; rise: number };

function defrostRise({ everyHours, minutes, rise }: Defrost, wallMs: number): number {
	const sinceMinutes = (wallMs % (everyHours * hourMs)) / minuteMs;
	return sinceMinutes < minutes ? rise * Math.sin((Math.PI * sinceMinutes) / minutes) : 0;
}

function hourOfDay({ wallMs }: Moment): number {
	return (wallMs % dayMs) / hourMs;
}

function isSunday({ wallMs }: Moment): boolean {
	return (Math.floor(wallMs / dayMs) + 4) % 7 === 0;
}

function isAtWork({ from, to }: Hours, moment: Moment): boolean {
	const hour = hourOfDay(moment);
	return hour >= from && hour < to && !isSunday(moment);
}

function isOnTheRoad(trips: Trips, moment: Moment): boolean {
	return isAtWork(trips, moment);
}

function minutesSinceStop(trips: Trips, moment: Moment): number | null {
	if (!isOnTheRoad(trips, moment)) return null;
	return ((hourOfDay(moment) - trips.from) * 60) % trips.stopEveryMinutes;
}

function isStopped(trips: Trips, moment: Moment): boolean {
	return (minutesSinceStop(trips, moment) ?? trips.stopMinutes) < trips.stopMinutes;
}

function warmth(trips: Trips, moment: Moment): number {
	const since = minutesSinceStop(trips, moment);
	if (since === null) return 0;
	return since < trips.stopMinutes ? since / trips.stopMinutes : 0.5 ** ((since - trips.stopMinutes) / 10);
}

const rainEveryMs = 4 * dayMs;

function flood(highest: number, { at, hash }: Moment): number {
	let level = 0;
	for (let back = 0; back < 4; back += 1) {
		const step = Math.floor(at / rainEveryMs) - back;
		const sinceHours = (at - (step + 0.8 * chance(hash + 2, step)) * rainEveryMs) / hourMs;
		if (sinceHours > 0)
			level += highest * chance(hash + 3, step) ** 2 * Math.min(1, sinceHours / 5) * 0.5 ** (sinceHours / 22);
	}
	return level;
}

function springShare(at: number): number {
	return 0.75 + 0.25 * wave(at, 14.77 * dayMs);
}

function daylight(shape: ChannelShape & { kind: "daylight" }, moment: Moment): number {
	const share = (hourOfDay(moment) - shape.sunrise) / (shape.sunset - shape.sunrise);
	if (share <= 0 || share >= 1) return 0;
	const clouds = 0.55 + 0.45 * wandering(moment.hash, moment.wallMs / (2 * hourMs));
	return shape.brightest * Math.sin(Math.PI * share) ** 1.3 * clouds;
}

type SensorRange = { lowest: number; highest: number; decimals: number };

export const sensorRanges: Record<Quantity, SensorRange> = {
	temperature: { lowest: -40, highest: 60, decimals: 2 },
	humidity: { lowest: 0, highest: 100, decimals: 1 },
	pressure: { lowest: 300, highest: 1_100, decimals: 1 },
	co2: { lowest: 350, highest: 5_000, decimals: 0 },
	level: { lowest: 0, highest: 10, decimals: 2 },
	flow: { lowest: 0, highest: 400, decimals: 1 },
	voltage: { lowest: 0, highest: 30, decimals: 2 },
	current: { lowest: 0, highest: 100, decimals: 2 },
	power: { lowest: 0, highest: 50_000, decimals: 0 },
	light: { lowest: 0, highest: 100_000, decimals: 0 },
	door: { lowest: 0, highest: 1, decimals: 0 },
	battery: { lowest: 0, highest: 100, decimals: 1 },
	signal: { lowest: -120, highest: -40, decimals: 0 },
	memory: { lowest: 0, highest: 100, decimals: 1 },
	count: { lowest: 0, highest: 1_000_000, decimals: 0 },
	energy: { lowest: 0, highest: 1_000_000, decimals: 2 },
	volume: { lowest: 0, highest: 1_000_000, decimals: 3 },
	weight: { lowest: 0, highest: 10_000, decimals: 2 },
	frequency: { lowest: 45, highest: 65, decimals: 2 },
	ratio: { lowest: 0, highest: 1, decimals: 3 },
	rain: { lowest: 0, highest: 100, decimals: 1 },
	windSpeed: { lowest: 0, highest: 60, decimals: 1 },
	windDirection: { lowest: 0, highest: 359, decimals: 0 },
	radiation: { lowest: 0, highest: 1_400, decimals: 0 },
	soilMoisture: { lowest: 0, highest: 100, decimals: 1 },
	soilTension: { lowest: 0, highest: 240, decimals: 1 },
	conductivity: { lowest: 0, highest: 20_000, decimals: 0 },
	salinity: { lowest: 0, highest: 45, decimals: 1 },
	ph: { lowest: 0, highest: 14, decimals: 2 },
	dissolvedOxygen: { lowest: 0, highest: 20, decimals: 2 },
	particulateMatter: { lowest: 0, highest: 1_000, decimals: 0 },
	sound: { lowest: 20, highest: 140, decimals: 1 },
	differentialPressure: { lowest: -500, highest: 500, decimals: 1 },
	absoluteHumidity: { lowest: 0, highest: 100, decimals: 1 },
	vaporPressureDeficit: { lowest: 0, highest: 8, decimals: 2 },
	other: { lowest: -1_000, highest: 1_000, decimals: 2 },
};

/** FNV-1a: deterministic, so that every run gives the same data. */
export function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	return hash >>> 0;
}

/** Deterministic pseudo-random number from 0 to 1, by the finalizer of murmur3. */
function chance(hash: number, step: number): number {
	let mixed = Math.imul(hash ^ Math.imul(step, 0x9e3779b1), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

function wandering(hash: number, index: number): number {
	const step = Math.floor(index);
	const passed = index - step;
	const eased = passed * passed * (3 - 2 * passed);
	return 2 * (chance(hash, step) * (1 - eased) + chance(hash, step + 1) * eased) - 1;
}
