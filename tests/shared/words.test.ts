import { parse } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { specifiedFormats } from "../../shared/formats/display-formats";
import { openLanguages, openWords, partsOf, setPageStyle } from "../../shared/words/open-words";

const elements = parse("{count, plural, one {# device} other {# devices}}");
const words = { language: "en", messages: { devices: elements } };
type Words = { devices: { count: number } };

describe("numbers in a message", () => {
	it("read by the company's formats in any language", () => {
		const say = openLanguages<Words>({ en: words, de: { ...words, language: "de" } });
		expect(say("en")("devices", { count: 1204 })).toBe("1,204 devices");
		expect(say("de")("devices", { count: 1204 })).toBe("1,204 devices");
		expect(say("de", { decimalSign: "comma" })("devices", { count: 1204 })).toBe("1.204 devices");
		expect(say("xx").language).toBe("en");
	});

	it("follow the formats of the page once they are known", () => {
		const { t } = openWords<Words>(words);
		setPageStyle(() => ({ decimalSign: "comma" }));
		expect(t("devices", { count: 12_040 })).toBe("12.040 devices");
		expect(partsOf(words, "devices", { count: 1 }).join("")).toBe("1 device");
		setPageStyle(() => specifiedFormats);
		expect(t("devices", { count: 12_040 })).toBe("12,040 devices");
	});
});

describe("a name in a message", () => {
	const notice = { language: "en", messages: { notice: parse("{name}: {value}, offline") } };

	it("keeps the order of a page's sentence if its script runs from right to left", () => {
		setPageStyle(() => specifiedFormats);
		const { t } = openWords<{ notice: { name: string; value: string } }>(notice);
		expect(t("notice", { name: "קירור 4", value: "5 °C" })).toBe("\u2068קירור 4\u2069: 5 °C, offline");
		expect(t("notice", { name: "Kühlraum 4", value: "5 °C" })).toBe("Kühlraum 4: 5 °C, offline");
	});
});
