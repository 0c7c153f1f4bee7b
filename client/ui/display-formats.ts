import {
	type DisplayFormats,
	type FormatName,
	formatChoices,
	formatNames as names,
	specifiedFormats,
} from "../../shared/formats/display-formats";
import { announceChoices, choicesVersion, forgetChoice, readChoice, storeChoice, useChoice } from "./browser-choice";

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
	const formats = Object.fromEntries(names.map((name) => [name, ownFormat(name) ?? company[name]])) as DisplayFormats;
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

function isSame(one: DisplayFormats, other: DisplayFormats): boolean {
	return names.every((name) => one[name] === other[name]);
}
