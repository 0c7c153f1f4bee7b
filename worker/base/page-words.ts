import { ownValue } from "../../shared/base/own-value";
import type { AuthWords } from "../../shared/words/made/auth";
import { wordsIn } from "../../shared/words/made/auth-in";
import english from "../../shared/words/made/en/auth.js";
import { recipientLanguages } from "../../shared/words/made/languages";

type PlainKey = Exclude<keyof AuthWords, "linkFailure.title">;

const keysBySentence = new Map(
	Object.entries(english.messages).map(([key, text]) => [text, key as PlainKey]), // its own keys
);

/** A sentence of `shared/session/auth-errors.ts` in a page's language. Null: no such sentence. */
export function sentenceIn(language: string, sentence: string): string | null {
	const key = keysBySentence.get(sentence);
	return key === undefined ? null : wordsIn(language)(key);
}

const longestHeader = 500;
const ownTags: Record<string, string> = { pt: "pt-BR", zh: "zh-Hans" };

/** The reader's first language that has words, by `Accept-Language` in its order; else English. */
export function languageOf(headers: Headers): string {
	const wanted = (headers.get("accept-language") ?? "").slice(0, longestHeader).split(",");
	for (const tag of wanted) {
		const [base = ""] = tag.trim().toLowerCase().split(/[-;]/);
		const known = recipientLanguages.find((own) => own === (ownValue(ownTags, base) ?? base));
		if (known !== undefined) return known;
	}
	return "en";
}
