import { knownUnit } from "./unit-spellings";

/** Excludes ids, versions and hexadecimal bytes: no leading zeros, exponents only with a sign, at most 15 digits. */
const numberForm = /^([+-]?(?:(?:0|[1-9]\d{0,14})(?:\.\d*)?|\.\d+)(?:e[+-]\d{1,2})?)\s*(\D.{0,15})?$/i;

/** Reads `22.4`, `-0.9 °C`, `43.5%RH`. Null without a number, or with an unknown unit. */
export function splitQuantity(text: string): { value: number; unit?: string } | null {
	const [, number, unit] = numberForm.exec(text.trim()) ?? [];
	if (number === undefined) return null;
	if (unit === undefined) return { value: Number(number) };
	return knownUnit(unit) !== null ? { value: Number(number), unit } : null;
}
