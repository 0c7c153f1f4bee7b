import { pageLanguage } from "./page-language";

/** Separates the items of a list without an "and": `A, B`, or `A、B`. */
export const comma = pageLanguage.startsWith("ja") ? "、" : ", ";

export function commaList(texts: readonly string[]): string {
	return texts.join(comma);
}
