import { describe, expect, it } from "vitest";
import { dayMs } from "../../../shared/base/durations";
import {
	asDigits,
	countDigits,
	daysOfWeek,
	groupedDigits,
	specifiedFormats,
} from "../../../shared/formats/display-formats";
import { DisplayFormats } from "../../../shared/formats/display-formats-schema";
import { formatValue } from "../../../shared/formats/units";
import { instantTexts, rangeBounds } from "../../../shared/time/time-zones";
import * as fc from "../../properties";

const languages = { point: "en-US", comma: "de-DE" } as const;
const signs = ["point", "comma"] as const;
const minus = (text: string) => text.replace("-", "−");

describe.each(signs)("with a decimal %s", (decimalSign) => {
	const language = languages[decimalSign];

	it("counts read as the platform writes them in a language of that sign", () => {
		const platform = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
		const count = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
		fc.assert(
			fc.property(count, (each) => {
				expect(countDigits(each, { decimalSign })).toBe(minus(platform.format(each)));
			}),
		);
	});

	it("values read as the platform writes them, with their thousands grouped", () => {
		fc.assert(
			fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 5 }), (thousandths, decimals) => {
				// JavaScript rounds a tie by its binary value, the platform by its decimal one.
				const value = Number((thousandths / 1000).toFixed(decimals));
				const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
				const text = formatValue(value, { quantity: "other", unit: "", decimals }, { decimalSign, units: null });
				expect(text).toBe(
					minus(new Intl.NumberFormat(language, { ...options, signDisplay: "negative" }).format(value)),
				);
			}),
		);
	});
});

it.each([
	["-1234.5", "comma", "−1234,5"],
	["1.2e-7", "comma", "1,2e−7"],
	["1.2e-7", "point", "1.2e−7"],
	["12", "comma", "12"],
] as const)("%s with a %s is %s", (plain, decimalSign, text) => {
	expect(asDigits(plain, { decimalSign })).toBe(text);
});

it.each([
	["-1234.5", "comma", "−1.234,5"],
	["-1234567.0625", "point", "−1,234,567.0625"],
	["1.2e-7", "comma", "1,2e−7"],
	["1.25e21", "point", "1.25e21"],
] as const)("%s, to be read with a decimal %s, is %s", (plain, decimalSign, text) => {
	expect(groupedDigits(plain, { decimalSign })).toBe(text);
});

it("dates read as the platform writes them in British English, but for its short September", () => {
	const platform = new Intl.DateTimeFormat("en-GB", {
		timeZone: "UTC",
		day: "2-digit",
		month: "short",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
	});
	const at = fc.integer({ min: 0, max: 4_102_444_800_000 });
	fc.assert(
		fc.property(at, (each) => {
			const { dateWithYear, minutes } = instantTexts(each, 0, { hourCycle: "24", dateOrder: "day" });
			expect(`${dateWithYear}, ${minutes}`).toBe(platform.format(each).replace("Sept", "Sep"));
		}),
	);
});

it.each([
	["monday", "1234567", 1],
	["sunday", "7123456", 0],
	["saturday", "6712345", 6],
] as const)("a week that begins on %s holds its seven days, and every instant", (weekStart, days, first) => {
	expect(daysOfWeek(weekStart).join("")).toBe(days);
	const now = fc.integer({ min: 10 * dayMs, max: 4_102_444_800_000 });
	fc.assert(
		fc.property(now, fc.integer({ min: 0, max: 5 }), (each, offset) => {
			const { from, to } = rangeBounds({ rangeType: "week", offset, zone: "UTC", now: each, weekStart });
			expect(new Date(from).getUTCDay()).toBe(first);
			expect(to - from).toBe(7 * dayMs);
			expect(from + offset * 7 * dayMs <= each && each < to + offset * 7 * dayMs).toBe(true);
		}),
	);
});

it("includes what is specified in the choices", () => {
	expect(DisplayFormats.parse(specifiedFormats)).toEqual(specifiedFormats);
});
