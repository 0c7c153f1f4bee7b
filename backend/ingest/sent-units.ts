import { ownValue } from "../../shared/base/own-value";
import { knownUnit, unitConversion, unitDimension } from "../../shared/formats/unit-spellings";
import { type Quantity, quantities } from "../../shared/formats/units";

/** Null if the units measure different things. An unknown unit leaves the value unchanged. */
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

/** The quantity of the name if the unit fits it, else of the unit. */
export function quantityOfUnit(unit: string, byName: Quantity): Quantity {
	const sent = unitDimension(unit);
	if (sent !== null && unitDimension(quantities[byName].unit) === sent) return byName;
	return ownValue(quantityOfDimension, sent ?? "") ?? "other";
}

/** Excludes ids, versions and hexadecimal bytes: no leading zeros, exponents only with a sign, at most 15 digits. */
const numberForm = /^([+-]?(?:(?:0|[1-9]\d{0,14})(?:\.\d*)?|\.\d+)(?:e[+-]\d{1,2})?)\s*(\D.{0,15})?$/i;

/** Reads `22.4`, `-0.9 °C`, `43.5%RH`. Null without a number, or with an unknown unit. */
export function splitQuantity(text: string): { value: number; unit?: string } | null {
	const [, number, unit] = numberForm.exec(text.trim()) ?? [];
	if (number === undefined) return null;
	if (unit === undefined) return { value: Number(number) };
	return knownUnit(unit) !== null ? { value: Number(number), unit } : null;
}
