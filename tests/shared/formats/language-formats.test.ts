import { describe, expect, it } from "vitest";
import { specifiedFormats } from "../../../shared/formats/display-formats";
import { formatsOfLanguage, readerFormats } from "../../../shared/formats/language-formats";
import { instantTexts } from "../../../shared/time/time-zones";

describe("the formats of a language", () => {
	it.each([
		["de", { hourCycle: "24", dateOrder: "day", weekStart: "monday", decimalSign: "comma" }],
		["de-CH", { hourCycle: "24", dateOrder: "day", weekStart: "monday", decimalSign: "point" }],
		["fr", { hourCycle: "24", dateOrder: "day", weekStart: "monday", decimalSign: "comma" }],
		["es", { hourCycle: "24", dateOrder: "day", weekStart: "monday", decimalSign: "comma" }],
		["es-MX", { hourCycle: "12", dateOrder: "day", weekStart: "sunday", decimalSign: "point" }],
		["pt-BR", { hourCycle: "24", dateOrder: "day", weekStart: "sunday", decimalSign: "comma" }],
		["ja", { hourCycle: "24", dateOrder: "year", weekStart: "sunday", decimalSign: "point" }],
		["th", { hourCycle: "24", dateOrder: "day", weekStart: "sunday", decimalSign: "point" }],
		["fa", { hourCycle: "24", dateOrder: "year", weekStart: "saturday", decimalSign: "point" }],
	] as const)("gives the habits of people who write %s", (tag, formats) => {
		expect(formatsOfLanguage(tag)).toEqual(formats);
	});

	it.each(["en", "en-GB", "", "c", "en-US@posix", "<script>", "x".repeat(4_000)])(
		"gives the specified formats for English, and for a text that is no tag: %j",
		(tag) => {
			expect({ ...specifiedFormats, ...formatsOfLanguage(tag) }).toEqual(specifiedFormats);
		},
	);
});

describe("formats of a reader in another language than the company's", () => {
	const american = { ...specifiedFormats, temperatureUnit: "°F" } as const;

	it.each([
		["en", "12", "point"],
		["de", "24", "comma"],
		["fr", "24", "comma"],
		["es", "24", "comma"],
		["it", "24", "comma"],
		["ja", "24", "point"],
		["nl", "24", "comma"],
		["pl", "24", "comma"],
		["pt-BR", "24", "comma"],
		["zh-Hans", "24", "point"],
	] as const)("bring the clock and the digits of %s, and keep the company's units", (tag, hourCycle, decimalSign) => {
		expect(readerFormats(american, tag, "en")).toEqual({ ...american, hourCycle, decimalSign });
	});

	it.each(["de", "en"])("keep a German company's own choice for %s", (tag) => {
		const german = { ...specifiedFormats, hourCycle: "12", decimalSign: "comma" } as const;
		expect(readerFormats(german, tag, "de")).toEqual(german);
	});
});

describe("a date in Thai or Persian", () => {
	it.each(["th", "fa", "ar-EG", "th-u-ca-buddhist", "fa-u-nu-arabext"])(
		"shows the Gregorian year and Latin digits: %s",
		(language) => {
			const style = { ...formatsOfLanguage(language), language };
			const { dateWithYear, time } = instantTexts(Date.UTC(2026, 10, 7, 17, 4, 3), 0, style);
			expect(dateWithYear).toMatch(/2026/);
			expect(dateWithYear).toMatch(/0?7/);
			expect(`${dateWithYear} ${time}`).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9\u0e50-\u0e59]|1405|2569/u);
		},
	);
});
