import { asDigits, groupedDigits, type ValueStyle } from "../../shared/formats/display-formats";
import { formatValue, inUnit, readUnit, type TemperatureUnit } from "../../shared/formats/units";
import { displayFormats, useDisplayFormats } from "./display-formats";

export function temperatureUnit(): TemperatureUnit {
	return displayFormats().temperatureUnit;
}

/** A component that shows values by it also follows the person's sign for decimals. */
export function useTemperatureUnit(): TemperatureUnit {
	return useDisplayFormats().temperatureUnit;
}

/** How the person reads values. */
export function valueStyle(): ValueStyle {
	return displayFormats();
}

/** `4.2 °C`, as the person reads it. */
export function valueText(value: number | null, format: Parameters<typeof formatValue>[1]): string {
	return formatValue(value, format, valueStyle());
}

/** Of digits as programs write them, `-1234.5`, for a field to hold. */
export function digitsText(plain: string): string {
	return asDigits(plain, displayFormats());
}

/** The same to be read, with its thousands grouped. */
export function groupedText(plain: string): string {
	return groupedDigits(plain, displayFormats());
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
