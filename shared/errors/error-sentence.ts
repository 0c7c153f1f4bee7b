import { errorMark } from "../base/error-key";
import { parsedOrNull } from "../base/json-record";
import { type ErrorsTranslate, t } from "../words/made/errors";

/** Renders a text of `errorKey`, also as a parameter of another one. Any other text stays as it is. */
export function errorSentence(text: string, say: ErrorsTranslate = t): string {
	if (!text.startsWith(errorMark)) return text;
	const [key = "", ...given] = text.slice(errorMark.length).split(" ");
	const values = Object.entries<unknown>(Object(parsedOrNull(given.join(" ")))).map(([name, value]) => {
		if (typeof value !== "string") return [name, value];
		if (name === "country") return [name, new Intl.DisplayNames(say.language, { type: "region" }).of(value)];
		return [name, errorSentence(value, say)];
	});
	return (say as (key: string, values: unknown) => string)(key, Object.fromEntries(values)); // as `errorKey` wrote them
}

export function errorSentences(fields: Record<string, string>, say: ErrorsTranslate = t): Record<string, string> {
	return Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, errorSentence(text, say)]));
}

export function hasErrorKeys(fields: Record<string, string>): boolean {
	return Object.values(fields).some((text) => text.startsWith(errorMark));
}
