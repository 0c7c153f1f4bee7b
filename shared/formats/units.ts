import * as z from "zod/mini";
import { t } from "../words/made/sentences";
import { groupedDigits, type ReadIn, specifiedStyle, type ValueStyle } from "./display-formats";

export const quantities = {
	temperature: { unit: "°C", decimals: 1 },
	humidity: { unit: "%", decimals: 0 },
	pressure: { unit: "hPa", decimals: 1 },
	co2: { unit: "ppm", decimals: 0 },
	level: { unit: "m", decimals: 2 },
	flow: { unit: "l/min", decimals: 1 },
	voltage: { unit: "V", decimals: 2 },
	current: { unit: "A", decimals: 2 },
	power: { unit: "W", decimals: 0 },
	light: { unit: "lx", decimals: 0 },
	door: { unit: "", decimals: 0 },
	battery: { unit: "%", decimals: 0 },
	signal: { unit: "dBm", decimals: 0 },
	memory: { unit: "%", decimals: 0 },
	count: { unit: "", decimals: 0 },
	energy: { unit: "kWh", decimals: 2 },
	volume: { unit: "m³", decimals: 3 },
	weight: { unit: "kg", decimals: 2 },
	frequency: { unit: "Hz", decimals: 2 },
	ratio: { unit: "", decimals: 2 },
	rain: { unit: "mm", decimals: 1 },
	windSpeed: { unit: "m/s", decimals: 1 },
	windDirection: { unit: "°", decimals: 0 },
	radiation: { unit: "W/m²", decimals: 0 },
	soilMoisture: { unit: "%", decimals: 1 },
	soilTension: { unit: "kPa", decimals: 1 },
	conductivity: { unit: "µS/cm", decimals: 0 },
	salinity: { unit: "PSU", decimals: 1 },
	ph: { unit: "pH", decimals: 2 },
	dissolvedOxygen: { unit: "mg/l", decimals: 2 },
	particulateMatter: { unit: "µg/m³", decimals: 0 },
	sound: { unit: "dB", decimals: 1 },
	differentialPressure: { unit: "Pa", decimals: 1 },
	absoluteHumidity: { unit: "g/m³", decimals: 1 },
	vaporPressureDeficit: { unit: "kPa", decimals: 2 },
	other: { unit: "", decimals: 2 },
} as const;

export const Quantity = z.enum(Object.keys(quantities) as [keyof typeof quantities]); // keys of a const object are its keyof
export type Quantity = z.infer<typeof Quantity>;

/** Directions turn past 360°: they have no lowest and no highest value, and 350° and 10° are not 180° on average. */
export function isDirection(quantity: Quantity): boolean {
	return quantity === "windDirection";
}

const deviceFacts = new Set<Quantity>(["battery", "signal", "memory"]);

/** A fact about the device, not its surroundings. `memory` is the used share. */
export function isDeviceFact(quantity: Quantity): boolean {
	return deviceFacts.has(quantity);
}

export type Measure = { quantity: Quantity; unit: string };

export function readIn(measure: Measure, { units }: Pick<ValueStyle, "units">): ReadIn {
	return units?.(measure) ?? { unit: measure.unit, moreDecimals: 0, read: same, stored: same };
}

const same = (value: number) => value;

type ValueFormat = Measure & { decimals: number };

/** `4.2 °C`, `−28.4 °C`, `18,904 W`, `Open`; an em dash for null. */
export function formatValue(
	value: number | null,
	{ quantity, unit, decimals }: ValueFormat,
	style: ValueStyle = specifiedStyle,
): string {
	if (value === null) return "—";
	if (quantity === "door") return (style.say ?? t)(value === 0 ? "door.closed" : "door.open");
	const { unit: shown, moreDecimals, read: convert } = readIn({ quantity, unit }, style);
	const read = convert(value);
	const digits = Math.abs(read).toFixed(decimalsOf(decimals, moreDecimals));
	const isNegative = read < 0 && Number(digits) !== 0;
	return `${isNegative ? "−" : ""}${groupedDigits(digits, style)}${shown === "" ? "" : ` ${shown}`}`;
}

export function decimalsOf(decimals: number, moreDecimals: number): number {
	return Math.max(decimals + moreDecimals, 0);
}
