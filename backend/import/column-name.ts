import { knownUnit } from "../../shared/formats/unit-spellings";
import { latinDigits } from "./split-text";

export type NameParts = { whole: string; base: string; unit: string | null };

const brackets = /[[({]([^\])}]*)[\])}]/g;
const spelledUnit =
	/^(?:°[cf]|[º˚*][cf]|℃|℉|deg[cf]|celsius|fahrenheit|%|%rh|%vwc|ppm|ppb|hpa|mbar|kpa|pa|psi|cbar|mv|lx|lux)$/;
const voltageWord = /volt|batt|supply|spannung|tension|power/;
/** Units of several signs, such as `m3.m-3`, `W/m²` and `km/h`: the last word of a name. */
const joinedUnit = /[\s_]((?=\S*[\d/²³])[\p{L}°µ%][\p{L}\d°µ%²³⁻^-]*[./·][\p{L}\d²³⁻^-]+)$/u;
const perUnit = /\/(?:h|hr|s|sec|min|d|day|m|m2|m²|m3|m³|l|kg|cm)$|\d[./·]\p{L}+-?\d$/u;
/** One letter is a unit only beside a temperature word. */
const temperatureLetter = /^[cf]$/;
const joined = /^temp(?:erature)?(?:in|out|air|soil|\d)*([cf])$/;
const temperatureWord = /^p?(?:temp|t|air|airt|dew|dewpoint)\d*$|^.*(?:temp|temperatur|température|temperatura)/;

export function partsOf(name: string): NameParts {
	const inBrackets = [...name.matchAll(brackets)].map(([, text = ""]) => bareUnit(text.trim())).filter(isPossibleUnit);
	const [beforeComma = "", afterComma = ""] = name.replace(brackets, " ").split(",");
	const beginning = unitAtStart(beforeComma.trim());
	const ending = unitAtEnd(beforeComma.trim());
	const words = plain(withoutUnit(beforeComma.trim()).slice(beginning?.length ?? 0))
		.split(/[\s_\-/:]+|\.(?!\d)/)
		.filter((word) => word !== "");
	const spelled = ending ?? beginning ?? spelledIn(words);
	const behindComma = isPossibleUnit(afterComma.trim()) ? [afterComma.trim()] : [];
	// The last bracket first: an earlier one may name the probe.
	const said = [...inBrackets.toReversed(), ...behindComma];
	const unit = said.find((text) => knownUnit(text) !== null) ?? spelled ?? said[0] ?? null;
	const base = words.filter((word) => word !== spelled).join(" ");
	return { whole: plain(name), base, unit };
}

function bareUnit(text: string): string {
	return /^units?\s*[=:]\s*["']?([^"']+)["']?$/i.exec(text)?.[1] ?? text;
}

/** `kPa Vapor Pressure`, `degree_C Air Temperature`. One letter and words such as `in` are none. */
function unitAtStart(name: string): string | null {
	const word = /^(\S{2,})\s+\S/.exec(name)?.[1] ?? "";
	return knownUnit(word) === null || /^(?:in|bar|oc|of|cel|rh|foot|feet|met(?:er|re)s?)$/i.test(word) ? null : word;
}

function unitAtEnd(name: string): string | null {
	const unit = joinedUnit.exec(name)?.[1] ?? "";
	return knownUnit(unit) !== null || perUnit.test(unit.toLowerCase()) ? unit : null;
}

export function withoutUnit(name: string): string {
	const plainName = name.replace(/[[({].*$/, "").trim();
	const unit = unitAtEnd(plainName);
	return unit === null ? plainName : plainName.slice(0, -unit.length - 1).trim();
}

function spelledIn(words: readonly string[]): string | null {
	const isTemperature = words.some((word) => temperatureWord.test(word));
	const isVoltage = words.some((word) => voltageWord.test(word));
	const isUnit = (word: string, index: number) =>
		(spelledUnit.test(word) && (index > 0 || /^(?:deg[cf]|celsius|fahrenheit)$/.test(word))) ||
		(isTemperature && index > 0 && temperatureLetter.test(word)) ||
		(isVoltage && index > 0 && word === "v");
	return (
		words.findLast(isUnit) ?? words.map((word) => joined.exec(word)?.[1]).find((letter) => letter !== undefined) ?? null
	);
}

export function isTemperature(name: string): boolean {
	return plain(name)
		.split(/[\s_\-/:.,()[\]]+/)
		.some((word) => temperatureWord.test(word) || joined.test(word));
}

/** Excludes serial numbers and array indexes: `AirT_C(42)`. */
function isPossibleUnit(text: string): boolean {
	return text !== "" && text.length <= 20 && !text.includes(":") && !/^\d+$/.test(text);
}

export function plain(text: string): string {
	return latinDigits(text).toLowerCase().replace(/\s+/g, " ").trim();
}
