import * as z from "zod/mini";
import { ownValue } from "../base/own-value";
import { recipientLanguages } from "../words/made/languages";

/** Languages of messages, link pages, wall screens and report files. */
export const RecipientLanguage = z.enum(recipientLanguages);
export type RecipientLanguage = z.infer<typeof RecipientLanguage>;

/** Each language calls itself so. */
const languageNames: Record<string, string> = {
	en: "English",
	de: "Deutsch",
	es: "Español",
	fr: "Français",
	it: "Italiano",
	ja: "日本語",
	nl: "Nederlands",
	pl: "Polski",
	"pt-BR": "Português (Brasil)",
	"zh-Hans": "简体中文",
};

export function languageName(tag: string): string {
	return ownValue(languageNames, tag) ?? tag;
}

export const languageOptions = recipientLanguages.map((value) => ({ value, label: languageName(value) }));

/** Forms show it. A tag of a later release reads as English. */
export function offeredLanguage(tag: string): RecipientLanguage {
	return recipientLanguages.find((each) => each === tag) ?? "en";
}

const pseudo = "en-XA";

/** The first tag that has words, else English. The pseudo-language counts, though no form offers it. */
export function spokenLanguage(...tags: (string | null | undefined)[]): string {
	return tags.find((tag) => recipientLanguages.some((each) => each === tag) || tag === pseudo) ?? "en";
}

/** The language that a text names: by its tag or its name, of any case. */
export function languageNamed(text: string): RecipientLanguage | null {
	const wanted = text.trim().toLowerCase();
	const names = new Intl.DisplayNames("en", { type: "language" });
	const isNamed = (tag: string) =>
		[tag, languageName(tag), names.of(tag)].some((each) => each?.toLowerCase() === wanted);
	return recipientLanguages.find(isNamed) ?? null;
}

const mostAccepted = 20;
/** Languages of which one of several forms has words. */
const chosenForms: Record<string, string> = { zh: "zh-Hans", pt: "pt-BR" };

/** The first language of an `Accept-Language` header that has words, else English. */
export function acceptedLanguage(header: string | null): RecipientLanguage {
	const tags = (header ?? "").slice(0, 500).split(",", mostAccepted);
	const wanted = tags.map((each) => /^[a-z0-9-]+/i.exec(each.trim())?.[0] ?? "");
	return offeredLanguage(wanted.flatMap((tag) => formOf(tag) ?? [])[0] ?? "en");
}

function formOf(tag: string): string | undefined {
	const base = tag.split("-")[0]?.toLowerCase() ?? "";
	const forms = [tag, ownValue(chosenForms, base) ?? base].map((form) => form.toLowerCase());
	return recipientLanguages.find((each) => forms.includes(each.toLowerCase()));
}
