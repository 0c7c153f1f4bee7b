import { knownUnit } from "../../shared/formats/unit-spellings";

/** `unit` as the name has it; `base`: the name without it, for comparing. */
export type NameParts = { whole: string; base: string; unit: string | null };

const brackets = /[[({]([^\])}]*)[\])}]/g;
/** Units that stand in a name without brackets, also in its midst: `temp_degf_AVG`. */
const spelledUnit =
	/^(?:°[cf]|[º˚*][cf]|℃|℉|deg[cf]|celsius|fahrenheit|%|%rh|ppm|ppb|hpa|mbar|kpa|pa|psi|mv|v|lx|lux)$/;
/** One letter is a unit only beside a word of temperature. */
const temperatureLetter = /^[cf]$/;
/** `tempf`, `TempOutC`. */
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
	// The last bracket: in the first may stand which probe it is.
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

/** Whether a name speaks of a temperature. */
export function isTemperature(name: string): boolean {
	return plain(name)
		.split(/[\s_\-/:.,()[\]]+/)
		.some((word) => temperatureWord.test(word) || joined.test(word));
}

/** Not a serial number, and not the place in an array: `AirT_C(42)`. */
function isPossibleUnit(text: string): boolean {
	return text !== "" && text.length <= 20 && !text.includes(":") && !/^\d+$/.test(text);
}

export function plain(text: string): string {
	return text.toLowerCase().replace(/\s+/g, " ").trim();
}
