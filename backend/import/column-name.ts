import { knownUnit } from "../../shared/formats/unit-spellings";

export type NameParts = { whole: string; base: string; unit: string | null };

const brackets = /[[({]([^\])}]*)[\])}]/g;
const spelledUnit =
	/^(?:°[cf]|[º˚*][cf]|℃|℉|deg[cf]|celsius|fahrenheit|%|%rh|ppm|ppb|hpa|mbar|kpa|pa|psi|mv|v|lx|lux)$/;
/** One letter is a unit only beside a temperature word. */
const temperatureLetter = /^[cf]$/;
const joined = /^temp(?:erature)?(?:in|out|air|soil|\d)*([cf])$/;
const temperatureWord = /^p?(?:temp|t|air|airt|dew|dewpoint)\d*$|^.*(?:temp|temperatur|température|temperatura)/;

export function partsOf(name: string): NameParts {
	const inBrackets = [...name.matchAll(brackets)].map(([, text = ""]) => text.trim()).filter(isPossibleUnit);
	const [beforeComma = "", afterComma = ""] = name.replace(brackets, " ").split(",");
	const words = plain(beforeComma)
		.split(/[\s_\-/:]+|\.(?!\d)/)
		.filter((word) => word !== "");
	const spelled = spelledIn(words);
	const behindComma = isPossibleUnit(afterComma.trim()) ? [afterComma.trim()] : [];
	// The last bracket first: an earlier one may name the probe.
	const said = [...inBrackets.toReversed(), ...behindComma];
	const unit = said.find((text) => knownUnit(text) !== null) ?? spelled ?? said[0] ?? null;
	const base = words.filter((word) => word !== spelled).join(" ");
	return { whole: plain(name), base, unit };
}

function spelledIn(words: readonly string[]): string | null {
	const isTemperature = words.some((word) => temperatureWord.test(word));
	const isUnit = (word: string, index: number) =>
		(spelledUnit.test(word) && (index > 0 || /^(?:deg[cf]|celsius|fahrenheit)$/.test(word))) ||
		(isTemperature && index > 0 && temperatureLetter.test(word));
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
	return text.toLowerCase().replace(/\s+/g, " ").trim();
}
