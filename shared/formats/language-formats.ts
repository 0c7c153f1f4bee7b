import { type DisplayFormats, specifiedFormats } from "./display-formats";

type LanguageFormats = Pick<DisplayFormats, "hourCycle" | "dateOrder" | "weekStart" | "decimalSign">;

const weekStarts: Partial<Record<number, DisplayFormats["weekStart"]>> = { 6: "saturday", 7: "sunday" };

/** People of a language are used to these; a company's own choice wins. English is as specified. */
export function formatsOfLanguage(tag: string): LanguageFormats {
	const { hourCycle, dateOrder, weekStart, decimalSign } = specifiedFormats;
	const specified = { hourCycle, dateOrder, weekStart, decimalSign };
	const locale = localeOf(tag);
	if (locale === null || locale.language === "en") return specified;
	// Thai years and Persian digits are other ones: only the habits count.
	const usual = { calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" } as const;
	const date = new Intl.DateTimeFormat(locale, { ...usual, year: "numeric", month: "2-digit", day: "2-digit" });
	const clock = new Intl.DateTimeFormat(locale, { ...usual, hour: "numeric" }).resolvedOptions().hourCycle;
	const number = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(1.5);
	const first = date.formatToParts(0).find(({ type }) => type === "year" || type === "month" || type === "day")?.type;
	return {
		hourCycle: clock?.startsWith("h2") ? "24" : "12",
		dateOrder: first === "year" || first === "day" ? first : "month",
		weekStart: weekStarts[firstDayOf(locale)] ?? "monday",
		decimalSign: number.some(({ type, value }) => type === "decimal" && value === ",") ? "comma" : "point",
	};
}

/** English and the company's own language read as the company writes. Another one brings its clock and its digits. */
export function readerFormats(company: DisplayFormats, language: string, companyLanguage = "en"): DisplayFormats {
	if (language === companyLanguage || localeOf(language)?.language === "en") return company;
	const { hourCycle, decimalSign } = formatsOfLanguage(language);
	return { ...company, hourCycle, decimalSign };
}

/** Older browsers lack `getWeekInfo`. */
function firstDayOf(locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } }): number {
	return locale.getWeekInfo?.().firstDay ?? 1;
}

/** Browsers name languages that are no tags, such as `en-US@posix`. */
export function localeOf(tag: string): Intl.Locale | null {
	try {
		return new Intl.Locale(tag);
	} catch {
		return null;
	}
}
