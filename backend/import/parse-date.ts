import type { FileFormat } from "../../shared/log/reading-import";
import { timeLength } from "./parse-clock";
import { isWeekday, monthOf, type Spoken } from "./time-words";

export type DateOrder = FileFormat["dateOrder"];
export const dateOrders = ["day-first", "month-first", "year-first"] as const;

export type OpenNumbers = [first: number, second: number, third: number];

/** `open`: numbers whose order the text leaves open. */
export type WrittenDate = { open: OpenNumbers } | { dayMs: number };

const yearFirstForm = /^(\d{4})([-/.\s])(\d{1,2})\2(\d{1,2})\.?$/;
const compactForm = /^(20\d\d)(\d\d)(\d\d)$/;
const openForm = /^(\d{1,2})([-/.]|\. )(\d{1,2})\2(\d{4}|\d{2})\.?$/;
const signForm = /^(\d{4})\s?[年년/.]\s?(\d{1,2})\s?[月월/.]\s?(\d{1,2})\s?[日일.]?$/;
const dayNameForm = /^(\d{1,2})(?:\.|st|nd|rd|th)?[-\s/]*(\p{L}[\p{L}\p{M}’']*)\.?[-\s/,]*(\d{4}|\d{2})\.?$/u;
const nameDayForm = /^(\p{L}[\p{L}\p{M}’']*)\.?[-\s/]+(\d{1,2})(?:st|nd|rd|th)?,?[-\s/]+(\d{4}|\d{2})$/u;
const yearNameForm = /^(\d{4})\.?[-\s/]*(\p{L}[\p{L}\p{M}’']*)\.?[-\s/]*(\d{1,2})\.?$/u;
const leadingWord = /^(\p{L}[\p{L}\p{M}]*)\.?,?\s+(?=.*\d)/u;

/** Null without a date, or for a day that does not exist. `spoken`: languages of the file's month names. */
export function readDate(text: string, spoken: Spoken = null): WrittenDate | null {
	if (text.length > timeLength || !/\d/.test(text)) return null;
	const open = openForm.exec(text);
	if (open) return { open: [Number(open[1]), Number(open[3]), Number(open[4])] };
	const [year, month, day] = fieldsOf(text, spoken) ?? [0, 0, 0];
	const dayMs = dateOf(year, month, day);
	if (dayMs !== null) return { dayMs };
	const word = leadingWord.exec(text);
	return word && isWeekday(word[1] ?? "") ? readDate(text.slice(word[0].length), spoken) : null;
}

type Fields = [year: number, month: number | null, day: number];

function fieldsOf(text: string, spoken: Spoken): Fields | null {
	const leading = yearFirstForm.exec(text);
	if (leading) return [Number(leading[1]), Number(leading[3]), Number(leading[4])];
	const numbers = compactForm.exec(text) ?? signForm.exec(text);
	if (numbers) return [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
	const words = text.replace(/\s+del?\s+/g, " ");
	const dayName = dayNameForm.exec(words);
	if (dayName) return [Number(dayName[3]), monthOf(dayName[2] ?? "", spoken), Number(dayName[1])];
	const nameDay = nameDayForm.exec(words);
	if (nameDay) return [Number(nameDay[3]), monthOf(nameDay[1] ?? "", spoken), Number(nameDay[2])];
	const yearName = yearNameForm.exec(words);
	return yearName ? [Number(yearName[1]), monthOf(yearName[2] ?? "", spoken), Number(yearName[3])] : null;
}

const buddhistYears = { ahead: 543, from: 2443, to: 2643 };

/** Midnight in ms as if UTC. Two-digit years are of this century; 2569 is the Buddhist year of 2026. */
export function dateOf(year: number, month: number | null, day: number): number | null {
	if (month === null) return null;
	const { ahead, from, to } = buddhistYears;
	const common = year >= from && year < to ? year - ahead : year;
	const midnight = Date.UTC(common < 100 ? common + 2000 : common, month - 1, day);
	const date = new Date(midnight);
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? midnight : null;
}

export function dayInOrder(date: WrittenDate, order: DateOrder): number | null {
	if ("dayMs" in date) return date.dayMs;
	const [first, second, third] = date.open;
	if (order === "day-first") return dateOf(third, second, first);
	if (order === "month-first") return dateOf(third, first, second);
	return third > 99 ? null : dateOf(first, second, third);
}

export function monthNameIn(text: string): string | null {
	return /\p{L}[\p{L}\p{M}’']{2,}/u.exec(text.replace(/\s+del?\s+/g, " "))?.[0] ?? null;
}
