import { formatValue, inUnit, readUnit, type TemperatureUnit } from "../../shared/units";
import { readChoice, storeChoice, useChoice } from "./browser-choice";

/** What is not known is as stored. */
export function temperatureUnit(): TemperatureUnit {
	const chosen = readChoice("temperatureUnit");
	return chosen === "°C" || chosen === "°F" ? chosen : "stored";
}

export function storeTemperatureUnit(unit: TemperatureUnit): void {
	storeChoice("temperatureUnit", unit);
}

export function useTemperatureUnit(): TemperatureUnit {
	return useChoice(temperatureUnit);
}

/** `4.2 °C`, as the person reads it. */
export function valueText(value: number | null, format: Parameters<typeof formatValue>[1]): string {
	return formatValue(value, format, temperatureUnit());
}

/** More than anybody types, and fewer than a conversion needs to be without noise. */
const shownDecimals = 5;
/** One more: a number typed in one unit is the same again when it comes back from the other. */
const storedDecimals = 6;

function rounded(value: number, decimals: number): number {
	return Number(value.toFixed(decimals));
}

/** A stored number as the person reads it. */
export function shownNumber(value: number, unit: string, isDifference = false): number {
	const shown = readUnit(unit, temperatureUnit());
	return shown === unit ? value : rounded(inUnit(value, unit, shown, isDifference), shownDecimals);
}

/** A number that the person typed, in the stored unit. */
export function storedNumber(typed: number, unit: string, isDifference = false): number {
	const shown = readUnit(unit, temperatureUnit());
	return shown === unit ? typed : rounded(inUnit(typed, shown, unit, isDifference), storedDecimals);
}
