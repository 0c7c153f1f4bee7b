import { describe, expect, it } from "vitest";
import { acceptedLanguage, languageName, languageNamed, spokenLanguage } from "../../../shared/message/language";
import { recipientLanguages } from "../../../shared/words/made/languages";

describe("the language of a recipient", () => {
	it("names each offered language as it calls itself", () => {
		for (const tag of recipientLanguages) expect(languageName(tag)).not.toBe(tag);
	});

	it("the first tag that has words wins, else English", () => {
		expect(spokenLanguage(null, undefined, "tlh", "en-XA", "en")).toBe("en-XA");
		for (const tags of [[], [""], ["constructor"], ["x".repeat(4_000)]]) expect(spokenLanguage(...tags)).toBe("en");
	});

	it.each(["english", " EN ", "English"])("reads a name or tag of a file: %s", (text) => {
		expect(languageNamed(text)).toBe("en");
	});

	it.each(["", "Klingon", "__proto__"])("finds nothing for another word of a file: %s", (text) => {
		expect(languageNamed(text)).toBeNull();
	});

	it.each([null, "", "*", "tlh, en;q=0.5", ";;;,,,", "x".repeat(4_000), "constructor, __proto__"])(
		"falls back to English for a browser that accepts %.30s",
		(header) => {
			expect(acceptedLanguage(header)).toBe("en");
		},
	);
});
