/** Languages of logger software and spreadsheets. */
const languages = (
	"en de fr es es-MX pt pt-PT it nl pl cs sk sl hr sr sr-Latn bs hu ro bg uk ru be mk el tr sv da nb nn fi et lv lt is ga " +
	"sq ca eu gl ja ko zh zh-TW vi th id ms fil hi bn ta te fa ar he af ka hy az kk uz"
).split(" ");

const furtherMonths: [name: string, month: number, language: string][] = [
	["mrz", 3, "de"],
	["maerz", 3, "de"],
	["sept", 9, "en"],
];
const furtherHalves: [name: string, half: Half][] = [
	["vorm", "am"],
	["vormittags", "am"],
	["nachm", "pm"],
	["nachmittags", "pm"],
	["a", "am"],
	["p", "pm"],
];

export type Half = "am" | "pm";
type Months = Map<string, Map<number, Set<string>>>;
type Words = { months: Months; halves: Map<string, Half>; weekdays: Set<string> };

let known: Words | null = null;

/** Created lazily: takes a tenth of a second. */
function words(): Words {
	known ??= createWords();
	return known;
}

function plain(text: string): string {
	return text
		.toLowerCase()
		.normalize("NFD")
		.replace(/[\u0300-\u036f.,'’\s]/g, "");
}

function createWords(): Words {
	const found: Words = { months: new Map(), halves: new Map(furtherHalves), weekdays: new Set() };
	for (const [name, month, language] of furtherMonths) addMonth(found.months, { name, month, language });
	for (const language of languages) {
		addMonths(found.months, language);
		const halves: [hour: number, half: Half][] = [
			[9, "am"],
			[15, "pm"],
		];
		const clock = new Intl.DateTimeFormat(language, { hour: "numeric", hour12: true, timeZone: "UTC" });
		for (const [hour, half] of halves) {
			const name = plain(partOf(clock, Date.UTC(2026, 0, 1, hour), "dayPeriod"));
			if (name !== "" && !found.halves.has(name)) found.halves.set(name, half);
		}
		for (const weekday of ["long", "short"] as const) {
			const format = new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" });
			for (let day = 1; day <= 7; day += 1)
				found.weekdays.add(plain(partOf(format, Date.UTC(2026, 0, day), "weekday")));
		}
	}
	return found;
}

/** Many languages decline month names beside a day. */
function addMonths(months: Months, language: string): void {
	const usual = { timeZone: "UTC", calendar: "gregory", numberingSystem: "latn" } as const;
	for (const month of ["long", "short"] as const) {
		for (const beside of [{}, { day: "numeric" }] as const) {
			const format = new Intl.DateTimeFormat(language, { ...usual, ...beside, month });
			for (let index = 0; index < 12; index += 1) {
				const name = plain(partOf(format, Date.UTC(2026, index, 15), "month"));
				// Some languages number their months.
				if (/\p{L}/u.test(name) && !/\d/.test(name)) addMonth(months, { name, month: index + 1, language });
			}
		}
	}
}

function addMonth(months: Months, { name, month, language }: { name: string; month: number; language: string }): void {
	const meanings = months.get(name) ?? new Map<number, Set<string>>();
	const speakers = meanings.get(month) ?? new Set();
	speakers.add(language);
	meanings.set(month, speakers);
	months.set(name, meanings);
}

function partOf(format: Intl.DateTimeFormat, at: number, type: Intl.DateTimeFormatPartTypes): string {
	return format.formatToParts(at).find((part) => part.type === type)?.value ?? "";
}

export type Spoken = ReadonlySet<string> | "any" | null;

/** 1 to 12. Null for a name with two meanings (`listopad`), unless `spoken` decides. */
export function monthOf(name: string, spoken: Spoken): number | null {
	const meanings = [...(words().months.get(plain(name)) ?? [])];
	if (spoken === "any") return meanings[0]?.[0] ?? null;
	const meant =
		meanings.length > 1 && spoken !== null
			? meanings.filter(([, speakers]) => [...speakers].some((language) => spoken.has(language)))
			: meanings;
	return meant.length === 1 ? (meant[0]?.[0] ?? null) : null;
}

/** Languages that have all these month names; null without a known name. */
export function languagesWith(names: Iterable<string>): ReadonlySet<string> | null {
	let common: Set<string> | null = null;
	for (const name of names) {
		const speakers = new Set([...(words().months.get(plain(name))?.values() ?? [])].flatMap((some) => [...some]));
		if (speakers.size > 0) common = intersection(common, speakers);
	}
	return common;
}

function intersection(a: ReadonlySet<string> | null, b: Set<string>): Set<string> {
	return a === null ? b : new Set([...a].filter((entry) => b.has(entry)));
}

export function halfOf(text: string): Half | null {
	const name = plain(text);
	if (name === "am" || name === "pm") return name;
	return name === "" || /\d/.test(name) ? null : (words().halves.get(name) ?? null);
}

export function isWeekday(text: string): boolean {
	return words().weekdays.has(plain(text));
}
