import { asDigits, groupedDigits, type ValueStyle } from "../../shared/formats/display-formats";
import { formatValue, inUnit, readUnit, type TemperatureUnit } from "../../shared/formats/units";
import { displayFormats, useDisplayFormats } from "./display-formats";

export function temperatureUnit(): TemperatureUnit {
	return displayFormats().temperatureUnit;
}

export function useTemperatureUnit(): TemperatureUnit {
	return useDisplayFormats().temperatureUnit;
}

export function valueStyle(): ValueStyle {
	return displayFormats();
}

export function valueText(value: number | null, format: Parameters<typeof formatValue>[1]): string {
	return formatValue(value, format, valueStyle());
}

export function digitsText(plain: string): string {
	return asDigits(plain, displayFormats());
}

export function groupedText(plain: string): string {
	return groupedDigits(plain, displayFormats());
}

/** More than users type, and few enough to hide the noise of a conversion. */
const shownDecimals = 5;
/** One more, so that a number typed in one unit is the same after both conversions. */
const storedDecimals = 6;

function rounded(value: number, decimals: number): number {
	return Number(value.toFixed(decimals));
}

export function shownNumber(value: number, unit: string, isDifference = false): number {
	const shown = readUnit(unit, temperatureUnit());
	return shown === unit ? value : rounded(inUnit(value, unit, shown, isDifference), shownDecimals);
}

export function storedNumber(typed: number, unit: string, isDifference = false): number {
	const shown = readUnit(unit, temperatureUnit());
	return shown === unit ? typed : rounded(inUnit(typed, shown, unit, isDifference), storedDecimals);
}
