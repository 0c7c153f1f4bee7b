import { ownValue } from "../../shared/base/own-value";
import { knownUnit, unitConversion, unitDimension } from "../../shared/formats/unit-spellings";
import { type Quantity, quantities } from "../../shared/formats/units";

/** Null: the units measure different things. An unknown unit states nothing, and the value stays. */
export function inChannelUnit(value: number, from: string, to: string): number | null {
	const [sent, own] = [knownUnit(from), knownUnit(to)];
	if (sent === null || own === null || sent === own) return value;
	const convert = unitConversion(sent, own);
	return convert === null ? null : convert(value);
}

const quantityOfDimension: Record<string, Quantity> = {
	temperature: "temperature",
	voltage: "voltage",
	pressure: "pressure",
	light: "light",
	current: "current",
	power: "power",
};

/** The name's quantity where the unit can be its, or else the unit's. */
export function quantityOfUnit(unit: string, byName: Quantity): Quantity {
	const sent = unitDimension(unit);
	if (sent !== null && unitDimension(quantities[byName].unit) === sent) return byName;
	return ownValue(quantityOfDimension, sent ?? "") ?? "other";
}

/** No exponent without a sign, no leading zeros, 15 digits at most: ids, versions and hexadecimal bytes are none. */
const numberForm = /^([+-]?(?:(?:0|[1-9]\d{0,14})(?:\.\d*)?|\.\d+)(?:e[+-]\d{1,2})?)\s*(\D.{0,15})?$/i;

/** `22.4`, `-0.9 °C`, `43.5%RH`. Null: no number, or followed by no unit that we know. */
export function splitQuantity(text: string): { value: number; unit?: string } | null {
	const [, number, unit] = numberForm.exec(text.trim()) ?? [];
	if (number === undefined) return null;
	if (unit === undefined) return { value: Number(number) };
	return knownUnit(unit) !== null ? { value: Number(number), unit } : null;
}
