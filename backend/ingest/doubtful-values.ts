import { ownValue } from "../../shared/base/own-value";
import { type Dimension, knownUnit, unitConversion, unitDimension } from "../../shared/formats/unit-spellings";
import type { Quantity } from "../../shared/formats/units";

export type JudgedChannel = { quantity: Quantity; unit: string; decimals: number };

type Bounds = { unit: string; least: number; greatest: number };

/** Kelvin may be a difference, so they have no absolute zero here. */
const boundsOfUnit: Record<string, Bounds> = {
	K: { unit: "K", least: -4_000, greatest: 4_300 },
};

const boundsOfDimension: { [One in Dimension]?: Bounds } = {
	temperature: { unit: "°C", least: -273.15, greatest: 4_000 },
	pressure: { unit: "hPa", least: -1e6, greatest: 1e7 },
	part: { unit: "ppm", least: -1_000, greatest: 1e6 },
	speed: { unit: "m/s", least: -1_000, greatest: 1_000 },
	irradiance: { unit: "W/m²", least: -20_000, greatest: 200_000 },
	light: { unit: "lx", least: -1_000, greatest: 1e6 },
	signal: { unit: "dBm", least: -300, greatest: 100 },
};

const boundsOfQuantity: { [One in Quantity]?: Bounds } = {
	humidity: { unit: "%", least: -25, greatest: 150 },
	battery: { unit: "%", least: -25, greatest: 150 },
	memory: { unit: "%", least: -25, greatest: 150 },
	level: { unit: "m", least: -12_000, greatest: 12_000 },
	soilMoisture: { unit: "%", least: -25, greatest: 150 },
	ph: { unit: "pH", least: -5, greatest: 20 },
	sound: { unit: "dB", least: -100, greatest: 250 },
};

const tooGreat = 1e15;

const ordinary = { least: -25, greatest: 100 };

/** True for values within all bounds that are no code, for any quantity. */
export function isOrdinary(value: number): boolean {
	return value >= ordinary.least && value <= ordinary.greatest;
}

/** Whether no sensor of this quantity can read the value, in the channel's unit. */
export function isBeyondBounds(value: number, { quantity, unit }: JudgedChannel): boolean {
	if (Math.abs(value) >= tooGreat) return true;
	const dimension = unitDimension(unit);
	const bounds =
		ownValue(boundsOfUnit, knownUnit(unit) ?? "") ??
		boundsOfQuantity[quantity] ??
		(dimension && boundsOfDimension[dimension]);
	const convert = bounds && unitConversion(unit, bounds.unit);
	if (!bounds || !convert) return false;
	const read = convert(value);
	return read < bounds.least || read > bounds.greatest;
}

/** Ends of number types, also in tenths and hundredths, and numbers that makers document. */
const codes = new Set([
	...[327.67, -327.68, 3276.7, -3276.8, 32_767, -32_768, 655.35, 6553.5, 65_535],
	...[8_388_607, -8_388_608, 2_147_483_647, -2_147_483_648, 4_294_967_295],
	...[6_999, -6_999, 7_999, -7_999, -8_191],
]);

const temperatureCodes = new Set([-127, 127.94, -196.6, 262.29, -200, -273, -273.15, -300]);

const fillForm = /^-9{3,}(?:\.9+)?$|^-8{4,}(?:\.8+)?$|^-7{4,}(?:\.7+)?$|^9{4,}(?:\.9+)?$/;
const shortFills = new Set([-99, -99.9]);

const signed = new Set<Quantity>([
	...(["flow", "power", "current", "voltage", "count", "energy", "volume", "weight", "ratio", "radiation"] as const),
	...(["soilTension", "differentialPressure", "other"] as const),
]);

const fills = [-999, -9_999, -99_999, -999_999];

/** A fill value that was converted on the way, by unit that it arrives in: value × `factor` + `zero`. */
const conversions: Record<string, { factor: number; zero?: number }[]> = {
	"°C": [
		{ factor: 1 / 1.8, zero: -32 / 1.8 },
		{ factor: 1, zero: -273.15 },
	],
	"°F": [{ factor: 1.8, zero: 32 }],
	"km/h": [{ factor: 1.609344 }, { factor: 1.852 }, { factor: 3.6 }],
	"m/s": [{ factor: 0.44704 }, { factor: 0.514444 }, { factor: 1 / 3.6 }],
	"m³/s": [{ factor: 0.028316847 }],
	m: [{ factor: 0.3048 }],
	mm: [{ factor: 25.4 }],
	hPa: [{ factor: 33.86388667 }, { factor: 68.947572932 }],
};

/** In tenths, a small negative temperature that lost its sign: 6553.6 less some degrees. */
const lostSign = { least: 6_548.3, greatest: 6_553.5 };

/**
 * Whether devices send this number for "no value". It may also be a reading, which the readings before it decide. 85 and 0
 * are none: both are common values.
 */
export function mayBeCode(sent: number, { quantity, unit, decimals }: JudgedChannel): boolean {
	if (isOrdinary(sent) || quantity === "signal" || quantity === "door") return false;
	if (codes.has(sent) || fillForm.test(String(sent))) return true;
	if (shortFills.has(sent)) return !signed.has(quantity);
	if (quantity === "temperature" && temperatureCodes.has(sent)) return true;
	if (decimals === 1 && sent >= lostSign.least && sent <= lostSign.greatest) return Number(sent.toFixed(1)) === sent;
	return sent < 0 && isConvertedFill(sent, unit);
}

function isConvertedFill(sent: number, unit: string): boolean {
	const arrived = knownUnit(unit) ?? unit;
	return (ownValue(conversions, arrived) ?? []).some(({ factor, zero = 0 }) =>
		fills.some((fill) => Math.abs(sent - (fill * factor + zero)) <= Math.max(1e-5 * Math.abs(sent), 0.006)),
	);
}

const near = 0.25;

export function isNear(code: number, reading: number): boolean {
	return Math.abs(reading - code) <= near * Math.abs(code);
}
