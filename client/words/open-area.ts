import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { formatToParts, IntlMessageFormat } from "intl-messageformat";
import { createElement, Fragment, type ReactNode } from "react";
import { ownValue } from "../../shared/base/own-value";

export type RichElement = (children: ReactNode) => ReactNode;

export type CompiledWords = { language: string; messages: Record<string, string | MessageFormatElement[]> };

type Values = Record<string, ReactNode | RichElement>;
type Given<Parameters> = keyof Parameters extends never ? [] : [values: Parameters];

const formatters = {
	getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
	getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
	getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
};

/**
 * Messages of an area in the page's language. `t` is for messages whose parameters are all text or numbers; `rich` takes
 * React nodes, and a function for each element such as `<link>…</link>`. Values are never read as messages.
 */
export function openArea<Text extends object, Rich extends object>({ language, messages }: CompiledWords) {
	const partsOf = (key: string, values: Values) => {
		const message = ownValue(messages, key) ?? key;
		if (typeof message === "string") return [message];
		const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wrapped(value)]));
		const parts = formatToParts<ReactNode>(message, language, formatters, IntlMessageFormat.formats, given);
		return parts.map(({ value }) => value);
	};
	return {
		t: <Key extends keyof Text & string>(key: Key, ...[values]: Given<Text[Key]>): string =>
			partsOf(key, values ?? {}).join(""),
		rich: <Key extends keyof Rich & string>(key: Key, ...[values]: Given<Rich[Key]>): ReactNode =>
			createElement(Fragment, null, ...partsOf(key, values ?? {})),
	};
}

function wrapped(value: Values[string]) {
	return typeof value === "function" ? (parts: ReactNode[]) => value(createElement(Fragment, null, ...parts)) : value;
}
