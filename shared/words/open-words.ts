import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { formatToParts, IntlMessageFormat } from "intl-messageformat";
import { ownValue } from "../base/own-value";

/** The messages of an area in a language, by key. One without parameters is its text. */
export type CompiledWords = { language: string; messages: Record<string, string | MessageFormatElement[]> };

export type Given<Parameters> = keyof Parameters extends never ? [] : [values: Parameters];

/** A message in the language of who reads it. Values are texts and numbers, never read as messages. */
export type Translate<Words extends object> = <Key extends keyof Words & string>(
	key: Key,
	...values: Given<Words[Key]>
) => string;

const formatters = {
	getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
	getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
	getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
};

/** The parts of a message: texts, and the values as they were given. A key without a message is its own text. */
export function partsOf<Value>(
	{ language, messages }: CompiledWords,
	key: string,
	values: Record<string, Value> = {},
): (string | Value)[] {
	const message = ownValue(messages, key) ?? key;
	if (typeof message === "string") return [message];
	return formatToParts<Value>(message, language, formatters, IntlMessageFormat.formats, values as never).map(
		({ value }) => value as string | Value,
	);
}

export function openWords<Words extends object>(words: CompiledWords): { t: Translate<Words>; language: string } {
	const t: Translate<Words> = (key, ...[values]) =>
		partsOf(words, key, values as Record<string, string | number> | undefined).join("");
	return { t, language: words.language };
}

/** Picks by language tag; a tag without words reads English. */
export function openLanguages<Words extends object>(all: Record<string, CompiledWords> & { en: CompiledWords }) {
	const opened = new Map<string, Translate<Words>>();
	return (tag = "en"): Translate<Words> => {
		const words = ownValue(all, tag) ?? all.en;
		const known = opened.get(words.language) ?? openWords<Words>(words).t;
		opened.set(words.language, known);
		return known;
	};
}
