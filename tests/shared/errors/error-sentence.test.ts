import { describe, expect, it } from "vitest";
import { errorKey } from "../../../shared/base/error-key";
import { errorSentence, errorSentences, hasErrorKeys } from "../../../shared/errors/error-sentence";
import { wordsIn } from "../../../shared/words/made/errors-in";

describe("errorSentence", () => {
	it("renders a message without parameters", () => {
		expect(errorSentence(errorKey("name.missing"))).toBe("Enter a name.");
	});

	it("groups digits and chooses the plural of a count", () => {
		const most = (count: number) => errorSentence(errorKey("text.tooLong", { most: count }));
		expect([most(1), most(2_000)]).toEqual(["At most 1 character.", "At most 2,000 characters."]);
	});

	it("renders a message inside another one in the same language", () => {
		const why = errorKey("derived.ofDevice");
		const text = errorKey("channel.inUse", { name: "Dew point", source: "Humidity", why });
		const pseudo = errorSentence(text, wordsIn("en-XA"));
		expect(errorSentence(text)).toBe("Dew point is computed from Humidity. Choose a channel of this device.");
		expect(pseudo.match(/⟦/g)).toHaveLength(2);
	});

	it("names a country in the reader's language", () => {
		const text = errorKey("taxId.unknown", { country: "DE" });
		expect(errorSentence(text)).toMatch(/number of Germany\. /);
		expect(errorSentence(text, wordsIn("de"))).toContain("Deutschland");
		expect(errorSentence(text, wordsIn("fr"))).toContain("Allemagne");
	});

	it.each([
		["a name of quotes, braces and elements", `"{x}" <link>§errors</link> \\`],
		["a name with a line break", "a\nb"],
	])("never reads %s as a message", (_, name) => {
		expect(errorSentence(errorKey("company.other", { name }))).toBe(`Your company is “${name}”.`);
	});

	it.each([
		["a plain text", "The browser said no."],
		["an empty text", ""],
	])("returns %s as it is", (_, text) => {
		expect(errorSentence(text)).toBe(text);
	});

	it("shows the key of a message that only a newer release has", () => {
		expect(errorSentence("§errors.of.tomorrow")).toBe("of.tomorrow");
	});

	it("renders each field, and reports whether it has a key", () => {
		const fields = { name: errorKey("name.missing"), phone: "Text" };
		expect(errorSentences(fields)).toEqual({ name: "Enter a name.", phone: "Text" });
		expect([hasErrorKeys(fields), hasErrorKeys({ phone: "Text" })]).toEqual([true, false]);
	});
});
