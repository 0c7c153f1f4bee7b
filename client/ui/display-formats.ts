import {
	type DisplayFormats,
	type FormatName,
	formatChoices,
	formatNames as names,
	specifiedFormats,
} from "../../shared/formats/display-formats";
import { setPageStyle } from "../../shared/words/open-words";
import { pageLanguage } from "../base/page-language";
import { announceChoices, choicesVersion, readChoice, useChoice } from "./browser-choice";

/* The user's formats: as chosen in this browser, else the company's. */

type OwnFormats = DisplayFormats & { language: string; ownUnits?: string | null };

let company = specifiedFormats;
let known: OwnFormats = { ...specifiedFormats, language: pageLanguage };
/** Storage is too slow for every value of a table. */
let readAt: number | null = null;

export function setCompanyFormats(formats: DisplayFormats): void {
	company = formats;
	announceChoices();
}

export function displayFormats(): OwnFormats {
	if (readAt === choicesVersion()) return known;
	readAt = choicesVersion();
	// Each name has a value of its own kind.
	const own = Object.fromEntries(names.map((name) => [name, ownFormat(name) ?? company[name]])) as Pick<
		DisplayFormats,
		FormatName
	>;
	const formats = { ...company, ...own, language: pageLanguage, ownUnits: readChoice("units") };
	if (JSON.stringify(known) !== JSON.stringify(formats)) known = formats;
	return known;
}

setPageStyle(displayFormats);

export function useDisplayFormats(): OwnFormats {
	return useChoice(displayFormats);
}

/** Null: as the company's. An unknown choice counts as none. */
export function ownFormat<Name extends FormatName>(name: Name): DisplayFormats[Name] | null {
	const chosen = readChoice(name);
	const choices: readonly string[] = formatChoices[name];
	return chosen !== null && choices.includes(chosen) ? (chosen as DisplayFormats[Name]) : null; // one of its choices
}

export function importUnits() {
	return import("./own-formats");
}
