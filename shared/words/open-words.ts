import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { formatToParts, IntlMessageFormat } from "intl-messageformat";
import { ownValue } from "../base/own-value";
import { rightToLeft } from "../base/right-to-left";
import { groupedDigits, type NumberStyle, specifiedFormats } from "../formats/display-formats";

/** The messages of an area in a language, by key. One without parameters is its text. */
export type CompiledWords = { language: string; messages: Record<string, string | MessageFormatElement[]> };

export type Given<Parameters> = keyof Parameters extends never ? [] : [values: Parameters];

/** A message in the language of who reads it. Values are texts and numbers, never read as messages. */
export type Translate<Words extends object> = {
	<Key extends keyof Words & string>(key: Key, ...values: Given<Words[Key]>): string;
	readonly language: string;
};

type StyleOf = () => NumberStyle;

let pageStyle: StyleOf = () => specifiedFormats;

let isPage = false;

/** A page calls it: its messages write numbers in this style and isolate names in right-to-left scripts. */
export function setPageStyle(styleOf: StyleOf): void {
	pageStyle = styleOf;
	isPage = true;
}

function isolated<Value>(value: Value): Value | string {
	return typeof value === "string" && rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
}

/** A number in a message reads by the company's formats, not by the language. */
class CompanyDigits extends Intl.NumberFormat {
	readonly #style: NumberStyle;
	constructor(style: NumberStyle) {
		super();
		this.#style = style;
	}
	override format(value: number | bigint | string): string {
		return groupedDigits(String(value), this.#style);
	}
}

const formattersOf = (style: NumberStyle) => ({
	getNumberFormat: () => new CompanyDigits(style),
	getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
	getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
});

/** The parts of a message: texts, and the values as they were given. A key without a message is its own text. */
export function partsOf<Value>(
	{ language, messages }: CompiledWords,
	key: string,
	values: Record<string, Value> = {},
	style: NumberStyle = pageStyle(),
): (string | Value)[] {
	const message = ownValue(messages, key) ?? key;
	if (typeof message === "string") return [message];
	const formatters = formattersOf(style);
	const given = isPage
		? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)]))
		: values;
	return formatToParts<Value>(message, language, formatters, IntlMessageFormat.formats, given as never).map(
		({ value }) => value as string | Value,
	);
}

export function openWords<Words extends object>(words: CompiledWords, style?: NumberStyle) {
	const { language } = words;
	const say = <Key extends keyof Words & string>(key: Key, ...[values]: Given<Words[Key]>) =>
		partsOf(words, key, values as Record<string, string | number> | undefined, style).join("");
	const t: Translate<Words> = Object.assign(say, { language });
	return { t, language };
}

/** Picks by language tag; a tag without words reads English. */
export function openLanguages<Words extends object>(all: Record<string, CompiledWords> & { en: CompiledWords }) {
	const opened = new Map<string, Translate<Words>>();
	return (tag = "en", style: NumberStyle = specifiedFormats): Translate<Words> => {
		const words = ownValue(all, tag) ?? all.en;
		const name = `${words.language} ${style.decimalSign}`;
		const known = opened.get(name) ?? openWords<Words>(words, style).t;
		opened.set(name, known);
		return known;
	};
}
