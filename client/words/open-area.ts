import { createElement, Fragment, type ReactNode } from "react";
import { type CompiledWords, type Given, openWords, partsOf } from "../../shared/words/open-words";

export type RichElement = (children: ReactNode) => ReactNode;

type Values = Record<string, ReactNode | RichElement>;

/**
 * Messages of an area in the page's language. `t` is for messages whose parameters are all text or numbers; `rich` takes
 * React nodes, and a function for each element such as `<link>…</link>`. Values are never read as messages.
 */
export function openArea<Text extends object, Rich extends object>(words: CompiledWords) {
	const rich = <Key extends keyof Rich & string>(key: Key, ...[values]: Given<Rich[Key]>): ReactNode => {
		const given = Object.entries((values ?? {}) as Values).map(([name, value]) => [name, wrapped(value)]);
		const parts = partsOf<ReactNode>(words, key, Object.fromEntries(given));
		return createElement(Fragment, null, ...parts);
	};
	return { t: openWords<Text>(words).t, rich };
}

function wrapped(value: Values[string]) {
	return typeof value === "function" ? (parts: ReactNode[]) => value(createElement(Fragment, null, ...parts)) : value;
}
