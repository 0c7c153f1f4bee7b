import {
	type DisplayFormats,
	type FormatName,
	formatChoices,
	formatNames as names,
	specifiedFormats,
	type UnitChoices,
} from "../../shared/formats/display-formats";
import { announceChoices, choicesVersion, forgetChoice, readChoice, storeChoice, useChoice } from "./browser-choice";

type Choices = Pick<DisplayFormats, FormatName>;

/* The user's formats: as chosen in this browser, else the company's. */

let company = specifiedFormats;
let known = specifiedFormats;
/** Storage is too slow for every value of a table. */
let readAt: number | null = null;

export function setCompanyFormats(formats: DisplayFormats): void {
	if (isSame(company, formats)) return;
	company = formats;
	announceChoices();
}

export function displayFormats(): DisplayFormats {
	if (readAt === choicesVersion()) return known;
	readAt = choicesVersion();
	// Each name has a value of its own kind.
	const own = Object.fromEntries(names.map((name) => [name, ownFormat(name) ?? company[name]])) as Choices;
	const formats = { ...own, units: shownUnits() };
	if (!isSame(known, formats)) known = formats;
	return known;
}

export function useDisplayFormats(): DisplayFormats {
	return useChoice(displayFormats);
}

/** Null: as the company's. An unknown choice counts as none. */
export function ownFormat<Name extends FormatName>(name: Name): DisplayFormats[Name] | null {
	const chosen = readChoice(name);
	const choices: readonly string[] = formatChoices[name];
	return chosen !== null && choices.includes(chosen) ? (chosen as DisplayFormats[Name]) : null; // one of its choices
}

export function storeOwnFormat<Name extends FormatName>(name: Name, choice: DisplayFormats[Name] | null): void {
	if (choice === null) forgetChoice(name);
	else storeChoice(name, choice);
}

const unitsKey = "units";

/** The user's choices by the names of `readingUnits`; `stored`: as measured, whatever the company chose. */
export function ownUnits(): UnitChoices {
	try {
		const parsed: unknown = JSON.parse(readChoice(unitsKey) ?? "{}");
		return Object(parsed);
	} catch {
		return {};
	}
}

export function storeOwnUnits(units: UnitChoices): void {
	storeChoice(unitsKey, JSON.stringify(units));
}

function shownUnits(): UnitChoices | undefined {
	const isOwnTemperature = ownFormat("temperatureUnit") !== null;
	const chosen = { ...company.units, ...(isOwnTemperature && { temperature: "stored" }), ...ownUnits() };
	const units = Object.entries(chosen).filter(([, unit]) => unit !== "stored");
	return units.length === 0 ? undefined : Object.fromEntries(units);
}

function isSame(one: DisplayFormats, other: DisplayFormats): boolean {
	return names.every((name) => one[name] === other[name]) && JSON.stringify(one.units) === JSON.stringify(other.units);
}
